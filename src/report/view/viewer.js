// The page around the drawing: what is chosen, marked and said. Text of models gets into it as text alone.
(() => {
  const $ = (id) => document.getElementById(id);
  const element = (tag, className, text) => {
    const made = document.createElement(tag);
    if (className) made.className = className;
    if (text !== undefined) made.textContent = text;
    return made;
  };
  const button = (className, text, action) => {
    const made = element('button', className, text);
    made.type = 'button';
    made.addEventListener('click', action);
    return made;
  };
  const calm = matchMedia('(prefers-reduced-motion: reduce)');
  const summary = JSON.parse($('index').textContent);
  const index = summary.models;
  const sources = [...document.querySelectorAll('script.model')];
  const dataOf = (number) => (sources[number] ? JSON.parse(sources[number].textContent) : null);
  const canvas = $('canvas');
  const switches = { skeleton: false, wireframe: false, normals: false, back: true, uv: false, changes: true };
  const state = { time: 0, isPlaying: false, engine: null, chosen: -1, model: null, mark: null, ends: [], isStale: true };
  let drawing = null;

  /** Tells the page around this one, if there is one. */
  const isEmbedded = document.body.classList.contains('embedded');
  const tellAround = (news) => { if (isEmbedded) parent.postMessage(news, '*'); };
  const say = (text) => { $('live').textContent = text; };
  const plural = (count, noun) => `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
  const redraw = () => {
    if (!state.isAsked) {
      state.isAsked = true;
      requestAnimationFrame(frame);
    }
  };

  // ---- The model -------------------------------------------------------------------------------------------------

  const openModel = (number) => {
    const data = dataOf(number);
    $('model').value = String(number);
    pause();
    takeBack();
    Object.assign(state, { model: null, engine: null, chosen: -1, mark: null, time: 0, number, seesBacks: false });
    nameEnds([]);
    const path = index[number].name;
    const end = path.lastIndexOf('/') + 1;
    $('name').replaceChildren(element('bdi', 'quiet', path.slice(0, end)), element('bdi', '', path.slice(end)));
    $('about').textContent = data ? data.about : '';
    $('picked').textContent = '';
    for (const id of ['panel', 'clock', 'switches', 'tools']) $(id).hidden = !data;
    $('engine').disabled = !data;
    items.length = 0;
    document.body.classList.toggle('pair', Boolean(data && data.beside));
    legend();
    if (drawing) drawing.clear();
    if (data) {
      state.model = prepared(data);
      showBeside(data.beside);
      listEngines();
      chooseEngine(null);
      listFindings();
      listParts();
      listNotes();
      fit(true);
      const away = showAway();
      notice(away);
    } else {
      notice(null);
      message('This model is not in the page', [index[number].why, index[number].worst].filter(Boolean));
    }
    redraw();
  };

  /** The old model in its own canvas, and in words what differs. */
  const showBeside = (beside) => {
    for (const id of ['canvas-old', 'title-old', 'title-new', 'changes-panel', 'changes-switch']) $(id).hidden = !beside;
    if (!beside) return;
    $('changes').textContent = beside.says;
    // Beside its file, the folders of the model are known, and would leave no room for its name.
    const shown = (name) => (isEmbedded ? name.slice(name.lastIndexOf('/') + 1) : name);
    $('title-old').textContent = `before: ${shown(beside.model.name)}`;
    $('title-new').textContent = `now: ${shown(state.model.data.name)}`;
    try {
      state.beside = state.beside || (drawing && new Beside($('canvas-old'), drawing));
    } catch {
      state.beside = null;
    }
    if (!state.beside) return;
    state.beside.show(beside);
    // Both are seen whole.
    const { model } = state;
    const of = state.beside.model;
    const old = boundsOf(Array.from(of.faces, (corner) => pointOf(of.positions, corner)));
    const all = old && boundsOf([old.least, old.most, ...(model.bounds.most ? [model.bounds.least, model.bounds.most] : [])]);
    if (all) Object.assign(model, { bounds: all, radius: all.radius || 1 });
  };

  /** The numbers of a model, unpacked. */
  const prepared = (data) => {
    const shape = data.shape;
    const model = {
      data,
      positions: unpacked(shape.positions, Float32Array),
      normals: unpacked(shape.normals, Float32Array),
      uvs: unpacked(shape.uvs, Float32Array),
      vertices: unpacked(shape.vertices, Uint32Array),
      faces: unpacked(shape.faces, Uint32Array),
      rows: unpacked(shape.rows, Uint32Array),
      bones: unpacked(data.bones.positions, Float32Array),
      weights: [],
      motions: data.motions.map((motion) => ({ ...motion, moves: null, packed: motion.moves })),
      materials: data.shape.materials.map((material) => {
        const texture = material.texture === null ? null : data.textures[material.texture];
        return { ...material, missing: texture, isMissing: Boolean(texture && texture.missing) };
      }),
    };
    let first = 0;
    model.parts = shape.parts.map((part) => {
      const material = part.material === null ? NO_MATERIAL : model.materials[part.material];
      const own = { ...part, materialNumber: part.material, material, first, faceCount: part.count };
      first += part.count;
      return own;
    });
    const points = [];
    for (const corner of model.faces) points.push(pointOf(model.positions, corner));
    const ofBones = Array.from({ length: model.bones.length / 3 }, (_, bone) => pointOf(model.bones, bone));
    model.bounds = boundsOf(points) || boundsOf(ofBones) || { middle: [0, 0, 0], radius: 1, least: [-1, 0, -1] };
    model.radius = model.bounds.radius || 1;
    return model;
  };

  /** When the animation ends: of two models, that of both. */
  const endOf = () => Math.max(motion()?.end || 0, (state.model?.data.beside && state.beside?.end) || 0);

  const pointOf = (values, at) => [values[3 * at], values[3 * at + 1], values[3 * at + 2]];
  const boneCount = () => state.model.bones.length / 3;

  /** What bones do to corners: unpacked when it is first needed. */
  const weightsOf = (number) => {
    const { model } = state;
    model.weights[number] = model.weights[number] || weightsOfCorners(model.data.weights[number], model.vertices);
    return model.weights[number];
  };

  /** The motion of the chosen program; at rest, where it was not measured. */
  const motion = () => {
    const { model, engine } = state;
    const number = engine === null ? 0 : model.data.engines[engine].motion;
    const found = number === null ? null : model.motions[number];
    if (found && !found.moves) found.moves = unpacked(found.packed, Float32Array);
    return found;
  };

  /** Where all bones have moved at the time. */
  const movesNow = () => movesAt(motion(), boneCount() * 12, state.time);

  const bonePoint = (moves, bone) => movedPoint(moves, pointOf(state.model.bones, bone), [bone, NO_BONE], [1], 0);

  /** Where a corner is now, for whoever looks at several. */
  const cornerNow = () => {
    const { model } = state;
    const found = motion();
    const moves = movesNow();
    const own = weightsOf(found ? found.weights : 0);
    return (corner) => movedPoint(moves, pointOf(model.positions, corner), own.bones, own.weights, corner * 4);
  };

  /** Shows the moment at which something is far away, if a finding says so: at rest such a model looks sound. */
  const showAway = () => {
    const { model } = state;
    if (!drawing || model.data.beside) return null;
    const found = motion();
    const away = awayOf(model.data, found, { ...model, own: found && weightsOf(found.weights) }, model.bounds);
    if (!away) return null;
    const { mark, place } = model.data.findings[away.number];
    state.mark = mark;
    uploadMark();
    legend();
    setTime(away.time);
    drawing.camera.yaw = turnedTo(drawing.camera, away);
    nameEnds([[away.point, `${model.data.bone_names[mark.bones[0]] || place} flies off`]], model.bounds.middle);
    items[away.number].row.classList.add('here');
    return away;
  };

  /** Says over the picture what is worst in the model, and what it is shown at another moment for. */
  const notice = (away) => {
    const box = $('notice');
    const data = state.model?.data;
    const [first, second] = data?.findings ?? [];
    const isBad = Boolean(first && !data.beside && ['error', 'warning'].includes(first.severity));
    box.hidden = !isBad;
    box.replaceChildren();
    if (!isBad) return;
    const [errors, warnings] = index[state.number].counts;
    const counts = [errors && plural(errors, 'error'), warnings && plural(warnings, 'warning')].filter(Boolean).join(', ');
    const isOne = errors + warnings === 1;
    const add = (number, before, after) => {
      const { severity, place, message } = data.findings[number];
      const said = `${[place, message].filter(Boolean).join(': ')}.`;
      const line = element('p');
      line.append(element('strong', severity, before), ' ', element('bdi', '', said), ' ', element('span', '', after), ' ',
        button('', 'Show', () => { choose(number); items[number].row.focus({ preventScroll: true }); }));
      box.append(line);
      return `${before} ${said} ${after}`;
    };
    const moment = away ? `The picture begins at this moment (${momentOf(away.time)}).` : '';
    const worst = away?.number === 0 || !away ? moment : '';
    const words = [add(0, isOne || !second ? `${counts}:` : `${counts}. The first:`, worst)];
    if (away && away.number > 0) words.push(add(away.number, 'Also:', moment));
    if (!isEmbedded || away) say(words.join(' '));
  };

  // ---- Drawing ---------------------------------------------------------------------------------------------------

  const isLoaded = () => state.model && (state.engine === null || state.model.data.engines[state.engine].loads);
  const heldBy = (engine) => (engine && engine.held !== null ? state.model.data.helds[engine.held] : null);
  const held = () => heldBy(state.engine === null ? null : state.model.data.engines[state.engine]);

  /** Hands the model to the graphics card, as the chosen program holds it. */
  const upload = () => {
    const { model } = state;
    if (!drawing || !model) return;
    drawing.clear();
    const found = motion();
    const number = found ? found.weights : 0;
    const own = weightsOf(number);
    const other = held();
    const lacks = new Set(other ? other.lacks : []);
    const { corners, faceOf } = changedCorners(own, other);
    model.shown = { ...corners, faceOf, lacks };
    const all = [];
    const parts = model.parts.map((part) => {
      const first = all.length;
      for (let face = part.first; face < part.first + part.faceCount; face += 1) {
        if (!lacks.has(face)) all.push(...faceOf(face));
      }
      return { material: part.material, first, count: all.length - first };
    });
    const faces = drawing.take(parts, all, corners.positions);
    drawing.surface = drawing.array({ ...corners, elements: new Uint32Array(faces) });
    drawing.edges = drawing.array({ ...corners, elements: edgesOf(faces) });
    drawing.bristles = drawing.array({ ...corners, each: true });
    if (other && other.count > 0) {
      drawing.extra = drawing.array({
        positions: unpacked(other.positions, Float32Array), normals: unpacked(other.normals, Float32Array),
        uvs: unpacked(other.uvs, Float32Array),
      });
    }
    drawing.boneArrays(model.bones, model.data.bones.parents);
    const { beside } = model.data;
    if (beside) {
      drawing.changed = changedArrays(drawing, beside.changed[1], model, own);
      drawing.restyled = changedArrays(drawing, beside.restyled[1], model, own);
    }
    uploadPictures();
    uploadMark();
    state.isStale = true;
  };

  /** All corners, and those that a program holds elsewhere, or with other normals or texture coordinates; and the corners of a face. */
  const changedCorners = (own, other) => {
    const { model } = state;
    const corners = { positions: model.positions, normals: model.normals, uvs: model.uvs, ...own };
    const changed = new Map(other ? other.changed.map((face, at) => [face, at]) : []);
    const count = model.vertices.length;
    const faceOf = (face) => (changed.has(face) ? [0, 1, 2].map((corner) => count + changed.get(face) * 3 + corner)
      : [...model.faces.subarray(face * 3, face * 3 + 3)]);
    if (changed.size === 0) return { corners, faceOf };
    const from = other.changed.flatMap((face) => [...model.faces.subarray(face * 3, face * 3 + 3)]);
    const more = (values, size, added) => {
      const all = new values.constructor((count + from.length) * size);
      all.set(values);
      if (added) all.set(added, count * size);
      else from.forEach((corner, at) => all.set(values.subarray(corner * size, (corner + 1) * size), (count + at) * size));
      return all;
    };
    return {
      faceOf,
      corners: {
        positions: more(model.positions, 3, other.displaced > 0 && unpacked(other.changed_positions, Float32Array)), normals: more(model.normals, 3, unpacked(other.changed_normals, Float32Array)),
        uvs: more(model.uvs, 2, unpacked(other.changed_uvs, Float32Array)), bones: more(own.bones, 4), weights: more(own.weights, 4),
      },
    };
  };

  const uploadPictures = () => {
    const { model } = state;
    model.images = model.images || new Map();
    model.materials.forEach((material) => {
      material.picture = null;
      if (!material.missing || !material.missing.data) return;
      const show = (image) => {
        if (state.model !== model || !drawing) return;
        try {
          material.picture = drawing.picture(image);
          drawing.pictures.push(material.picture);
        } catch {
          fail();
        }
        redraw();
      };
      const fail = () => {
        Object.assign(material.missing, { missing: 'this browser does not show it', unreadable: true });
        material.isMissing = true;
        listNotes();
        legend();
        redraw();
      };
      const known = model.images.get(material.texture);
      if (known && known.complete && known.naturalWidth) { show(known); return; }
      const image = known || new Image();
      model.images.set(material.texture, image);
      image.addEventListener('load', () => show(image), { once: true });
      image.addEventListener('error', fail, { once: true });
      if (!known) image.src = material.missing.data;
    });
  };

  const colorOf = (name) => {
    const text = getComputedStyle(document.documentElement).getPropertyValue(name).trim();
    return [1, 3, 5].map((at) => parseInt(text.slice(at, at + 2), 16) / 255);
  };
  const colors = () => {
    state.colors = { backdrop: colorOf('--stage'), lines: colorOf('--grid'), ink: colorOf('--text') };
  };

  /** The details of a model that plays: fewer, as long as ten pictures together take longer than a third of a second. */
  const playing = { detail: 1, count: -1, time: 0 };
  const detailAt = (passed) => {
    playing.count += 1;
    if (!state.isPlaying) playing.count = -1;
    // The first is as late as somebody wanted it.
    playing.time = playing.count > 0 ? playing.time + passed : 0;
    if (playing.count === 10) {
      if (playing.time > 0.34) playing.detail = Math.max(playing.detail * 0.8, 0.4);
      Object.assign(playing, { count: 0, time: 0 });
    }
    return state.isPlaying ? playing.detail : 1;
  };

  let last = 0;
  const frame = (now) => {
    state.isAsked = false;
    const passed = Math.min((now - last) / 1000, 0.25);
    last = now;
    if (drawing) drawing.detail = detailAt(passed);
    const { model } = state;
    if (state.flight) fly(now);
    if (state.isPlaying && model) {
      const end = endOf();
      const next = state.time + passed * Number($('speed').value);
      follow(() => { state.time = next <= end ? next : end > 0 ? next % end : 0; }, next > end);
      state.isStale = true;
      showTime();
    }
    if (drawing && !drawing.gl.isContextLost()) {
      if (state.isStale && model) drawing.move(movesNow());
      state.isStale = false;
      const radius = model ? model.radius : 1;
      const look = {
        ...state.colors, ...switches, radius, cell: cellOf(radius),
        hasModel: Boolean(isLoaded()),
        reach: model ? radius + lengthOf(minus(drawing.camera.target, model.bounds.middle)) : 10,
        floor: model ? [model.bounds.middle[0], model.bounds.least[1], model.bounds.middle[2]] : [0, 0, 0],
        uvMaterial: model ? uvMaterial() : null,
      };
      drawing.draw(look);
      if (model?.data.beside && state.beside) state.beside.draw(look, state.time);
      placeEnds();
      lookForBacks(look);
      state.drawn = (state.drawn || 0) + 1;
    }
    if (state.isPlaying || state.flight) redraw();
  };

  let isOver = 0;
  /** Says what a back is where one is seen, once the picture does not change any more. */
  const lookForBacks = (look) => {
    clearTimeout(isOver);
    if (state.isPlaying || state.flight) return;
    isOver = setTimeout(() => {
      if (drawing.gl.isContextLost()) return;
      const isSeen = drawing.seesBacks(look);
      if (state.seesBacks !== isSeen) { state.seesBacks = isSeen; legend(); }
    }, 150);
  };

  const uvMaterial = () => {
    const { model } = state;
    const value = $('uv-material').value;
    return value === '' ? NO_MATERIAL : model.materials[Number(value)];
  };

  // ---- The camera ------------------------------------------------------------------------------------------------

  /** Goes to a view, at once if people do not like things to move. */
  const goTo = (goal, isSudden) => {
    if (!drawing) return;
    state.anchor = null;
    const { camera } = drawing;
    if (isSudden || calm.matches) {
      Object.assign(camera, goal);
      state.flight = null;
    } else {
      const turn = Math.PI * 2;
      const yaw = goal.yaw === undefined ? camera.yaw : goal.yaw;
      const near = camera.yaw + ((((yaw - camera.yaw) % turn) + turn * 1.5) % turn) - turn / 2;
      const from = { yaw: camera.yaw, pitch: camera.pitch, distance: camera.distance, target: camera.target };
      state.flight = { start: performance.now(), from, to: { ...from, ...goal, yaw: near } };
    }
    redraw();
  };

  const fly = (now) => {
    const { start, from, to } = state.flight;
    const part = Math.min(Math.max((now - start) / 450, 0), 1);
    const share = part * part * (3 - 2 * part);
    const mix = (a, b) => a + (b - a) * share;
    Object.assign(drawing.camera, {
      yaw: mix(from.yaw, to.yaw), pitch: mix(from.pitch, to.pitch),
      distance: Math.exp(mix(Math.log(from.distance), Math.log(to.distance))),
      target: [0, 1, 2].map((axis) => mix(from.target[axis], to.target[axis])),
    });
    if (part === 1) state.flight = null;
  };

  /** Where the model is now, as it may walk; at rest, if a part of it flies off. */
  const boundsNow = () => {
    const { model } = state;
    const now = cornerNow();
    const around = model.data.beside ? null : boundsOf(Array.from(model.faces, (corner) => now(corner)));
    return around && around.radius <= 4 * model.radius ? { ...around, radius: around.radius || 1 } : { ...model.bounds, radius: model.radius };
  };

  /**
   * How far most of the model is from where the file has it: a part that flies off, or an arm that swings, does not count. Of a
   * large model some corners are enough.
   */
  const wayNow = () => {
    const { model } = state;
    const now = cornerNow();
    const count = Math.min(model.vertices.length, 240);
    const corners = Array.from({ length: count }, (_, at) => Math.floor((at * model.vertices.length) / count));
    const ways = corners.map((corner) => minus(now(corner), pointOf(model.positions, corner))).filter(isFinitePoint);
    return ways.length === 0 ? null : [0, 1, 2].map((axis) => ways.map((way) => way[axis]).sort((a, b) => a - b)[ways.length >> 1]);
  };

  /**
   * Changes the time, and takes the camera along if the model walks away. What people have chosen to look at stays where it is in
   * the picture. A model that moves on the spot is let move.
   */
  const follow = (change, isAgain) => {
    if (drawing && !state.anchor) state.anchor = wayNow();
    change();
    const gone = drawing && state.anchor && wayNow();
    if (!gone) return;
    const off = minus(gone, state.anchor);
    const far = lengthOf(off);
    const free = state.model.radius * 0.25;
    if (far <= free) return;
    const way = isAgain ? off : times(off, 1 - free / far);
    state.anchor = plus(state.anchor, way);
    for (const view of [drawing.camera, state.flight?.from, state.flight?.to]) if (view) view.target = plus(view.target, way);
  };

  const fit = (isSudden) => {
    if (!drawing || !state.model) return;
    drawing.flat = { x: 0.5, y: 0.5, scale: 1 };
    nameEnds([]);
    const { middle, radius } = boundsNow();
    goTo({ target: middle, distance: radius * 3.4, yaw: 0.6, pitch: 0.25 }, isSudden);
  };

  /** The triangles of all faces, as they are now. */
  const trianglesNow = () => {
    const { model } = state;
    const now = cornerNow();
    const points = Array.from({ length: model.vertices.length }, (_, corner) => now(corner));
    const triangles = new Float64Array(model.faces.length * 3);
    model.faces.forEach((corner, at) => triangles.set(points[corner], at * 3));
    return triangles;
  };

  /** Looks at points, from outside of the model and from so far away at least; at faces from where they are seen, or the first is. */
  const lookAt = (points, faces = [], least = 0.55) => {
    const around = boundsOf(points);
    if (!drawing || !around) return;
    const { model } = state;
    const out = minus(around.middle, model.bounds.middle);
    if (faces.length > 0 && faces.length <= 20) {
      const triangles = trianglesNow();
      const best = (some) => bestSide(some, triangles, { middle: model.bounds.middle, radius: model.radius });
      const side = best(faces) || best(faces.slice(0, 1));
      if (side) {
        goTo(side);
        return;
      }
    }
    const goal = {
      target: around.middle, distance: Math.max(around.radius * 3.4, model.radius * least),
      yaw: drawing.camera.yaw, pitch: drawing.camera.pitch,
    };
    if (lengthOf(out) > model.radius * 0.15 && around.radius < model.radius * 0.6) {
      goal.yaw = Math.atan2(out[0], out[2]);
      goal.pitch = Math.max(-0.7, Math.min(0.8, Math.asin(out[1] / lengthOf(out)) * 0.6 + 0.15));
    }
    goTo(goal);
  };

  // ---- Marks -----------------------------------------------------------------------------------------------------

  const isWhole = (mark, part, number) => (mark.meshes || []).includes(number) || (mark.materials || []).includes(part.materialNumber);

  /** All faces of a mark: its own, and those of its meshes and materials. */
  const facesOf = (mark) => {
    const { parts } = state.model;
    const ofParts = parts.filter((part, number) => isWhole(mark, part, number))
      .flatMap((part) => Array.from({ length: part.faceCount }, (_, at) => part.first + at));
    return [...(mark.faces || []), ...ofParts];
  };

  const uploadMark = () => {
    if (!drawing || !state.model) return;
    drawing.marked = null;
    const { model, mark } = state;
    if (!mark) return;
    const found = motion();
    const own = weightsOf(found ? found.weights : 0);
    const list = () => ({ positions: [], normals: [], uvs: [], bones: [], weights: [] });
    const addCorner = (to, corner) => {
      for (const [name, from, size] of [['positions', model.positions, 3], ['normals', model.normals, 3], ['uvs', model.uvs, 2],
        ['bones', own.bones, 4], ['weights', own.weights, 4]]) {
        for (let part = 0; part < size; part += 1) to[name].push(from[corner * size + part]);
      }
    };
    const addPoint = (to, point, bone) => {
      to.positions.push(...point);
      to.normals.push(0, 1, 0);
      to.uvs.push(0, 0);
      to.bones.push(bone, NO_BONE, NO_BONE, NO_BONE);
      to.weights.push(1, 0, 0, 0);
    };
    const [faces, edges, points, corners] = [list(), list(), list(), list()];
    const all = facesOf(mark);
    for (const face of all) {
      const [a, b, c] = model.faces.subarray(face * 3, face * 3 + 3);
      for (const corner of [a, b, c]) addCorner(faces, corner);
      if (all.length < 2000) for (const corner of [a, b, b, c, c, a]) addCorner(edges, corner);
    }
    for (const corner of mark.corners || []) {
      addCorner(points, corner);
      addCorner(corners, corner);
    }
    for (const point of mark.points || []) addPoint(points, point, NO_BONE);
    const { parents } = model.data.bones;
    for (const bone of mark.bones || []) {
      if (bone >= boneCount()) continue;
      addPoint(points, pointOf(model.bones, bone), bone);
      parents.forEach((parent, child) => {
        if (parent === null || (child !== bone && parent !== bone)) return;
        addPoint(edges, pointOf(model.bones, parent), parent);
        addPoint(edges, pointOf(model.bones, child), child);
      });
    }
    const array = (from) => (from.positions.length === 0 ? null : drawing.array({
      positions: new Float32Array(from.positions), normals: new Float32Array(from.normals), uvs: new Float32Array(from.uvs),
      bones: new Uint16Array(from.bones), weights: new Float32Array(from.weights),
    }));
    drawing.marked = { faces: array(faces), edges: array(edges), points: array(points), corners: array(corners) };
    redraw();
  };

  /** Whether a mark is of nothing that is drawn, as that of a material which no mesh has. */
  const isNothing = (mark) => ['faces', 'corners', 'points'].every((kind) => !(mark[kind] || []).length)
    && !(mark.bones || []).some((bone) => bone < boneCount())
    && !state.model.parts.some((part, number) => part.faceCount > 0 && isWhole(mark, part, number));

  /** Where what is marked is now. */
  const pointsOf = (mark) => {
    const { model } = state;
    const now = cornerNow();
    const moves = movesNow();
    return [
      ...facesOf(mark).flatMap((face) => [...model.faces.subarray(face * 3, face * 3 + 3)].map(now)),
      ...(mark.corners || []).map(now), ...(mark.points || []),
      ...(mark.bones || []).filter((bone) => bone < boneCount()).map((bone) => bonePoint(moves, bone)),
    ];
  };

  /** Marks something, goes to its time, and looks at it; also at the model, if it is far away from that. */
  const showMark = (mark, words) => {
    state.mark = isNothing(mark) ? null : mark;
    nameEnds([]);
    items.forEach(({ row }) => row.classList.remove('here'));
    if (mark.time !== undefined) {
      pause();
      const found = motion();
      setTime(state.model.data.in_frames && found ? mark.time / found.rate : mark.time);
    }
    if (mark.bones) lend();
    else takeBack();
    uploadMark();
    legend();
    $('picked').textContent = '';
    if (state.mark) {
      const { bounds, radius } = state.model;
      const points = pointsOf(mark);
      const around = boundsOf(points);
      const isAway = around && lengthOf(minus(around.middle, bounds.middle)) > 3 * radius + around.radius;
      $('picked').textContent = words;
      nameEnds(isAway ? [[bounds.middle, 'the model'], [around.middle, words]] : []);
      const faces = facesOf(mark);
      // Bones are inside, and seen through all that is before them.
      const isOfBones = faces.length === 0 && Boolean(mark.bones);
      lookAt(isAway ? [...points, bounds.middle] : points, isAway ? [] : faces, isOfBones ? 2.2 : undefined);
    }
    redraw();
  };

  /** Names the ends of the way to what is far away. With a place from where it is, an arrow leads there. */
  const nameEnds = (ends, from) => {
    state.ends = ends;
    state.from = from;
    $('ends').replaceChildren(...ends.map(([, name]) => element('bdi', 'end', name)), ...(from ? [element('span', 'way')] : []));
  };

  /** Puts each name above its end, in the stage; with an arrow at the edge, if its end is outside. */
  const placeEnds = () => {
    if (state.ends.length === 0) return;
    const { right, up, forward, eye } = drawing.camera;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    const scale = Math.min(width, height) / 2 / Math.tan(Camera.ANGLE / 2);
    const seen = (point) => {
      const way = minus(point, eye);
      const far = dotted(way, forward);
      return { far, x: width / 2 + (dotted(way, right) / far) * scale, y: height / 2 - (dotted(way, up) / far) * scale };
    };
    const isIn = ({ far, x, y }) => far > 0 && x >= 0 && x <= width && y >= 0 && y <= height;
    state.ends.forEach(([point], number) => {
      const name = $('ends').children[number];
      let at = seen(point);
      name.hidden = switches.uv || !(state.from || isIn(at));
      if (state.from) at = placeWay(seen(state.from), isIn(at) ? at : null, minus(point, state.from));
      const left = Math.max(8, Math.min(at.x - name.offsetWidth / 2, width - name.offsetWidth - 8));
      const top = Math.max(8, Math.min(at.y - name.offsetHeight - 16, height - name.offsetHeight - 8));
      Object.assign(name.style, { left: `${canvas.offsetLeft + left}px`, top: `${canvas.offsetTop + top}px` });
    });
  };

  /** An arrow to where something is in the picture, or to the edge on its side. Returns its tip. */
  const placeWay = (from, to, way) => {
    const { right, up } = drawing.camera;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    const edge = 14;
    // The buttons above are not covered, and there is room for the name.
    const top = $('switches').offsetTop + $('switches').offsetHeight + $('ends').firstChild.offsetHeight + 2 * edge;
    const [x, y] = [Math.min(Math.max(from.x, edge), width - edge), Math.min(Math.max(from.y, top + edge), height - edge)];
    let [dx, dy] = to ? [to.x - x, to.y - y] : [dotted(way, right), -dotted(way, up)];
    if (!to) {
      const size = Math.min((dx > 0 ? width - edge - x : x - edge) / Math.abs(dx || 1e-9), (dy > 0 ? height - edge - y : y - top) / Math.abs(dy || 1e-9));
      [dx, dy] = [dx * size, dy * size];
    }
    const arrow = $('ends').lastChild;
    arrow.hidden = switches.uv;
    Object.assign(arrow.style, {
      left: `${canvas.offsetLeft + x}px`, top: `${canvas.offsetTop + y}px`, width: `${Math.hypot(dx, dy)}px`, transform: `rotate(${Math.atan2(dy, dx)}rad)`,
    });
    return { x: x + dx, y: y + dy };
  };

  const unmark = () => {
    nameEnds([]);
    state.mark = null;
    takeBack();
    choose(-1);
    uploadMark();
    $('picked').textContent = '';
    legend();
    redraw();
  };

  // ---- Findings --------------------------------------------------------------------------------------------------

  const items = [];
  /** The numbers of all findings, as they are listed. */
  let order = [];
  const listFindings = () => {
    const { findings, dropped, below } = state.model.data;
    const box = $('findings');
    box.replaceChildren();
    items.length = 0;
    const counts = index[state.number].counts;
    const words = ['error', 'warning', 'info', 'hint'];
    const shown = counts.map((count, at) => [count, words[at]]).filter(([count]) => count > 0);
    $('counts').textContent = shown.map(([count, word]) => `${count} ${word}${count > 1 && word !== 'info' ? 's' : ''}`).join(', ');
    if (findings.length === 0 && below === 0) box.append(element('p', 'small', 'Nothing was found in this model.'));
    const groups = new Map();
    findings.forEach(({ severity, group }, number) => {
      const heading = `${severity} ${group}`;
      groups.set(heading, [...(groups.get(heading) || []), number]);
    });
    for (const numbers of groups.values()) {
      const { severity, group } = findings[numbers[0]];
      const title = element('h3');
      title.append(element('span', `severity ${severity}`, severity), ` ${group}`);
      const list = element('ol');
      list.append(...numbers.map((number) => findingItem(findings[number], number)));
      box.append(title, list);
    }
    order = [...groups.values()].flat();
    if (dropped > 0) box.append(element('p', 'small quiet', `${dropped.toLocaleString('en')} more of the same rules are not listed.`));
    if (below > 0) {
      const what = `${findings.length === 0 ? 'Nothing worse was found. ' : ''}${plural(below, 'finding')} of a lower severity ${below === 1 ? 'is' : 'are'} not listed`;
      const how = isEmbedded ? '.' : `; with --level hint, ${below === 1 ? 'it is' : 'they are'}.`;
      box.append(element('p', 'small quiet', what + how));
    }
  };

  const findingItem = (finding, number) => {
    const item = element('li');
    const row = button('row', undefined, () => (state.chosen === number ? unmark() : choose(number)));
    row.setAttribute('aria-expanded', 'false');
    const message = element('bdi', '', finding.message);
    const more = finding.count > 1 ? ` (and ${(finding.count - 1).toLocaleString('en')} more)` : '';
    row.append(message, element('span', 'rule', [finding.place, finding.rule].filter(Boolean).join(' - ') + more));
    item.append(row);
    items[number] = { item, row, more: null };
    return item;
  };

  const findingDetails = (finding) => {
    const more = element('div', 'more');
    const add = (text, className) => text && more.append(element('p', className, text));
    add([finding.at, finding.near].filter(Boolean).join(', '), 'quiet');
    if (finding.help) add(`Help: ${finding.help}${finding.help.endsWith('?') ? '' : '.'}`);
    for (const effect of finding.effects) add(`${effect.title} ${effect.says}.`);
    if (isNothing(finding.mark)) add('This is about the file, or about nothing that is drawn, so nothing is marked.', 'quiet');
    const page = element('a', '', `What ${finding.rule} finds, and why`);
    page.href = finding.url;
    page.target = '_blank';
    page.rel = 'noopener noreferrer';
    const line = element('p');
    line.append(page);
    more.append(line);
    return more;
  };

  /** Opens a finding, and marks what it is about. */
  const choose = (number) => {
    const before = items[state.chosen];
    if (before) {
      before.row.setAttribute('aria-expanded', 'false');
      before.more?.remove();
    }
    state.chosen = number;
    const own = items[number];
    if (number >= 0 || before) tellAround({ chosen: number });
    if (!own) return;
    const finding = state.model.data.findings[number];
    $('notice').hidden = true;
    own.row.setAttribute('aria-expanded', 'true');
    own.more = findingDetails(finding);
    own.item.append(own.more);
    own.item.scrollIntoView({ block: 'nearest', behavior: calm.matches ? 'auto' : 'smooth' });
    if (!isLoaded()) chooseEngine(null);
    showMark(finding.mark, finding.place);
    const what = isNothing(finding.mark) ? 'Nothing to mark' : `Marked ${finding.place || 'it'}`;
    say(`${finding.severity}: ${finding.message}. ${what}.`);
  };

  const step = (by) => {
    const count = items.length;
    if (count === 0) { say('There are no findings.'); return; }
    const at = state.chosen < 0 ? (by > 0 ? 0 : count - 1) : (order.indexOf(state.chosen) + by + count) % count;
    const next = order[at];
    choose(next);
    items[next].row.focus({ preventScroll: true });
  };

  // ---- Programs --------------------------------------------------------------------------------------------------

  /** What a program makes of the model; of two models, first what it makes of the old one. */
  const sidesOf = (engine) => {
    const { beside } = state.model.data;
    if (!beside) return [{ of: engine, when: '', what: 'this model' }];
    const old = beside.model.engines.find((one) => one.title === engine.title);
    const now = { of: engine, when: 'now: ', what: 'the new model' };
    return old ? [{ of: old, when: 'before: ', what: 'the old model' }, now] : [now];
  };

  const outcomeOf = (engine) => (engine.outcome === 'loads' && !engine.loads ? 'finds nothing' : engine.outcome);

  const listEngines = () => {
    const box = $('engine');
    const first = element('option', '', 'the format, as its author defines it');
    first.value = '';
    box.replaceChildren(first);
    state.model.data.engines.forEach((engine, number) => {
      const failing = sidesOf(engine).filter(({ of }) => !of.loads).map(({ of, when }) => `${when}${outcomeOf(of)}`);
      const note = failing.join(', ') || (engine.held !== null ? 'holds other faces' : '');
      const words = note && (state.model.data.beside ? ` (${note})` : `: ${note}`);
      const option = element('option', '', engine.title + words);
      option.value = String(number);
      box.append(option);
    });
  };

  const chooseEngine = (number) => {
    const { model } = state;
    Object.assign(state, { engine: number, anchor: null });
    nameEnds([]);
    $('engine').value = number === null ? '' : String(number);
    const engine = number === null ? null : model.data.engines[number];
    const panel = $('engine-panel');
    panel.hidden = !engine;
    $('message').hidden = true;
    if (!drawing) sayNoDrawing();
    else if (model.data.undrawn) message('The model is not shown', [model.data.undrawn]);
    if (engine) showEngine(engine, panel);
    if (model.data.beside && state.beside) state.beside.poseAs(engine && engine.title);
    const end = endOf();
    if (state.time > end) state.time = 0;
    if (end === 0) pause();
    $('time').max = end > 0 ? end : 1;
    for (const id of ['play', 'time', 'speed']) $(id).disabled = end === 0 || !isLoaded();
    drawReach();
    listMoments();
    upload();
    showTime();
    legend();
    redraw();
  };

  const showEngine = (engine, panel) => {
    panel.querySelector('h2').textContent = engine.title;
    const box = panel.querySelector('div');
    const first = element('p', 'small');
    const sides = sidesOf(engine);
    for (const { of, when } of sides) {
      first.append(element('span', `outcome ${of.loads ? 'info' : 'error'}`, when + outcomeOf(of)), ' ');
    }
    first.append(element('span', 'quiet', engine.version));
    box.replaceChildren(first);
    const failing = sides.filter(({ of }) => !of.loads);
    if (failing.length > 0) {
      const lines = failing.flatMap(({ of, what }) => [
        `${failing.length > 1 ? `With ${what} ` : ''}${engine.title} ${of.says}.`, of.place ? `Where: ${of.place}.` : '']);
      box.append(...lines.map((line) => element('p', 'small', line)));
      const show = engine.loads || isNothing(engine.mark) ? null : () => { chooseEngine(null); showMark(engine.mark, engine.place); };
      message(`${engine.title} does not show ${failing.map(({ what }) => what).join(', nor ')}`, lines, show);
      // It is over the half of the model that is not shown.
      $('message').className = failing.length > 1 || sides.length === 1 ? '' : engine.loads ? 'old' : 'new';
    }
    if (engine.loads && engine.motion === null) {
      box.append(element('p', 'small', 'How it poses models was not measured: the model is shown at rest.'));
    }
    if (engine.loads && engine.motion_note) box.append(element('p', 'small', engine.motion_note));
    const other = heldBy(engine);
    if (other) {
      const { lacks, changed, displaced, twice, count } = other;
      const relit = changed.length - displaced;
      const what = [displaced && `it holds ${plural(displaced, 'face')} at another place`,
        relit && `it holds ${plural(relit, 'face')} with other normals or texture coordinates`,
        lacks.length && `it does not hold ${plural(lacks.length, 'face')} of the file`,
        twice && `it holds ${plural(twice, 'face')} twice, in one place`,
        count && `it holds ${plural(count, 'face')} that the file does not have, which are violet`].filter(Boolean);
      box.append(element('p', 'small', `${what.join('; ')}.`.replace(/^i/, 'I')));
    }
    if (engine.effects.length === 0) return;
    box.append(element('h3', '', 'What it takes otherwise than the file says'));
    const list = element('ul');
    engine.effects.forEach((effect) => {
      const text = [effect.says, effect.place].filter(Boolean).join(' - ');
      if (isNothing(effect.mark)) { list.append(element('li', 'plain', text)); return; }
      const item = element('li');
      item.append(button('row', text, () => {
        if (!isLoaded()) chooseEngine(null);
        showMark(effect.mark, effect.place);
        say(`Marked ${effect.place}.`);
      }));
      list.append(item);
    });
    box.append(list);
    if (engine.more_effects > 0) box.append(element('p', 'small quiet', `and ${engine.more_effects} more`));
  };

  const message = (title, lines, show) => {
    const box = $('message');
    box.hidden = false;
    box.className = '';
    box.replaceChildren(element('h3', '', title), ...lines.filter(Boolean).map((line) => element('p', '', line)));
    if (show) box.append(button('', 'Show where in the model', show));
    say([title, ...lines].filter(Boolean).join('. '));
  };

  // ---- What is in the model --------------------------------------------------------------------------------------

  const listNotes = () => {
    const { model } = state;
    const list = $('notes-panel').querySelector('ul');
    list.replaceChildren();
    const add = (text, action) => {
      const item = element('li', action ? '' : 'plain', action ? undefined : text);
      if (action) item.append(button('row', text, action));
      list.append(item);
    };
    for (const note of model.data.notes) add(note);
    if (drawing?.coarse < 0.8) add('Very many faces are behind each other, so the model is drawn with fewer pixels.');
    const usersOf = model.data.textures.map(() => []);
    model.materials.forEach((material, at) => usersOf[material.texture]?.push([material, at]));
    model.data.textures.forEach((texture, number) => {
      if (!texture.missing) return;
      const users = usersOf[number];
      const names = users.length > 3 ? `${users.length} materials` : users.map(([material]) => material.name).join(', ');
      add(`The texture ${texture.path} ${texture.unreadable ? 'cannot be read' : 'is missing'}: ${texture.missing}. Faces of ${names} have a checker pattern in its place.`,
        () => { showMark({ materials: users.map(([, at]) => at) }, names); say(`Marked the faces of ${names}.`); });
    });
    $('notes-panel').hidden = list.children.length === 0;
  };

  const listParts = () => {
    const { model } = state;
    const box = $('parts');
    box.replaceChildren();
    $('parts-panel').hidden = model.parts.length + model.materials.length + model.data.bone_names.length === 0;
    const add = (title, all, named) => {
      if (all.length === 0) return;
      const group = element('details');
      group.append(element('summary', '', `${title} (${all.length.toLocaleString('en')})`));
      // Long lists are made when they are opened.
      group.addEventListener('toggle', () => {
        if (!group.open || group.children.length > 1) return;
        const list = element('ul');
        all.slice(0, 500).map(named).forEach(([text, mark]) => {
          const item = element('li');
          item.append(button('row', text, () => { showMark(mark, text); say(`Marked ${text}.`); }));
          list.append(item);
        });
        if (all.length > 500) list.append(element('li', 'plain quiet', `and ${all.length - 500} more`));
        group.append(list);
      });
      box.append(group);
    };
    add('Meshes', model.parts, (part, at) => [`${part.name}: ${plural(part.faceCount, 'face')}, ${part.material.name}`, { meshes: [at] }]);
    add('Materials', model.materials, (material, at) => {
      const texture = material.missing ? `, texture ${material.missing.path}${material.missing.missing ? (material.missing.unreadable ? ' (cannot be read)' : ' (missing)') : ''}` : ', no texture';
      return [material.name + texture, { materials: [at] }];
    });
    add('Bones', model.data.bone_names, (name, at) => [name, { bones: [at] }]);
    const select = $('uv-material');
    select.replaceChildren();
    const used = new Set(model.parts.filter(({ faceCount }) => faceCount > 0).map((part) => part.materialNumber));
    model.materials.forEach((material, at) => {
      if (!used.has(at)) return;
      const option = element('option', '', material.name);
      option.value = String(at);
      select.append(option);
    });
    if (used.has(null)) {
      const option = element('option', '', 'no material');
      option.value = '';
      select.append(option);
    }
  };

  const legend = () => {
    const list = $('legend');
    list.replaceChildren();
    const { model } = state;
    if (!model || !isLoaded()) return;
    const add = (kind, text) => {
      const item = element('li');
      if (kind) item.append(element('span', `swatch ${kind}`));
      item.append(element('span', '', text));
      list.append(item);
    };
    for (const [what, isUnreadable] of [['missing texture', false], ['texture that cannot be read', true]]) {
      const all = model.data.textures.filter(({ missing, unreadable }) => missing && Boolean(unreadable) === isUnreadable).map(({ path }) => path);
      if (all.length > 0) add('missing', `${what}: ${all.slice(0, 3).join(', ')}${all.length > 3 ? ' ..' : ''}`);
    }
    if (model.faces.length === 0 && !model.data.undrawn) add('', model.bones.length > 0 ? 'The model has no faces, only bones.' : 'The model has no faces.');
    if (switches.back && !switches.uv && state.seesBacks) add('back', 'back of a face');
    if (drawing && drawing.extra) add('held', 'face that only this program holds');
    if (state.engine !== null && model.data.engines[state.engine].is_otherwise) {
      add('', `drawn from the file: ${model.data.engines[state.engine].title} reads some of it otherwise, as listed under its name`);
    }
    if (state.engine !== null && !motion()) add('', 'at rest: how this program poses models was not measured');
    if (model.data.beside && switches.changes) {
      const { changed, restyled, styles } = model.data.beside;
      if (!changed.every(isNothing)) add('changed', 'face that is not in the other model, vertex that is or moves elsewhere');
      if (!restyled.every(isNothing)) add('restyled', `face with other ${styles.join(' or ')}`);
    }
    if (state.mark) add('mark', 'marked');
  };

  // ---- Time ------------------------------------------------------------------------------------------------------

  const showTime = () => {
    if (!state.model || endOf() === 0) {
      $('now').textContent = 'no animation';
      return;
    }
    $('time').value = String(state.time);
    const { rate } = motion() || state.model.motions[0];
    $('now').textContent = `${state.time.toFixed(2)} s, frame ${(state.time * rate).toFixed(1)}`;
    // Whoever hears the slider hears what was found there.
    const here = state.isPlaying ? [] : timedFindings().filter(({ time }) => Math.abs(time - state.time) < 0.5 / rate).slice(0, 3);
    const found = here.map(({ number }) => state.model.data.findings[number]);
    $('time').setAttribute('aria-valuetext', [momentOf(state.time), ...found.map(({ severity, place, message }) => `${severity}: ${place}: ${message}`)].join('; '));
  };
  const momentOf = (time) => `${time.toFixed(2)} seconds, frame ${Number((time * (motion() || state.model.motions[0]).rate).toFixed(1))}`;

  /** The findings that have a time, each with that. */
  const timedFindings = () => {
    const { data } = state.model;
    const { rate } = motion() || state.model.motions[0] || { rate: 1 };
    return data.findings.map(({ mark }, number) => ({ time: data.in_frames ? mark.time / rate : mark.time, number }))
      .filter(({ time }) => time !== undefined && !Number.isNaN(time));
  };
  const setTime = (time) => {
    state.time = Math.min(Math.max(time, 0), endOf());
    nameEnds([]);
    state.isStale = true;
    showTime();
    redraw();
  };
  const pause = () => {
    state.isPlaying = false;
    $('play').textContent = 'Play';
    redraw();
  };
  const play = () => {
    if ($('play').disabled) return;
    if (state.isPlaying) { pause(); return; }
    state.isPlaying = true;
    nameEnds([]);
    $('play').textContent = 'Pause';
    last = performance.now();
    redraw();
  };

  /** The times of findings, above the slider: a click shows one, another click there the next. */
  const listMoments = () => {
    const end = state.model && motion() ? endOf() : 0;
    const box = $('moments');
    box.replaceChildren();
    box.hidden = true;
    if (end === 0) return;
    const { findings } = state.model.data;
    const groups = new Map();
    for (const { time, number } of timedFindings()) {
      // The last key may be after the end by its last digit.
      if (time < 0 || time > end * 1.0001) continue;
      const place = Math.round((time / end) * 60);
      groups.set(place, [...(groups.get(place) || []), { time, number }]);
    }
    for (const group of groups.values()) {
      const numbers = group.map(({ number }) => number);
      const { severity, place, message } = findings[numbers[0]];
      const more = numbers.length > 1 ? ` (and ${numbers.length - 1} more)` : '';
      const mark = button(`moment ${severity}`, undefined, () => choose(numbers[(numbers.indexOf(state.chosen) + 1) % numbers.length]));
      mark.tabIndex = -1;
      mark.title = `${severity}, ${momentOf(group[0].time)}: ${place}: ${message}${more}`;
      mark.setAttribute('aria-label', mark.title);
      mark.style.left = `${(group[0].time / end) * 100}%`;
      box.append(mark);
    }
    box.hidden = groups.size === 0;
  };

  /** How far bones are from the model at each time, behind the slider. */
  const drawReach = () => {
    const page = $('reach');
    const context = page.getContext('2d');
    const ratio = window.devicePixelRatio || 1;
    const [width, height] = [page.clientWidth, page.clientHeight];
    Object.assign(page, { width: Math.max(1, width * ratio), height: Math.max(1, height * ratio) });
    const { model } = state;
    const found = model ? motion() : null;
    if (!found || found.count < 2 || width === 0) return;
    context.scale(ratio, ratio);
    const style = getComputedStyle(document.documentElement);
    const count = boneCount();
    context.fillStyle = style.getPropertyValue('--line');
    context.beginPath();
    context.moveTo(0, height);
    for (let moment = 0; moment < found.count; moment += 1) {
      const moves = found.moves.subarray(moment * count * 12, (moment + 1) * count * 12);
      let far = 0;
      for (let bone = 0; bone < count; bone += 1) {
        far = Math.max(far, lengthOf(minus(bonePoint(moves, bone), model.bounds.middle)) / model.radius);
      }
      const part = far > 1.5 ? Math.min(Math.log10(1 + far) / 2, 1) : 0;
      context.lineTo((timeOf(found, moment) / found.end) * width, height - part * height);
    }
    context.lineTo(width, height);
    context.fill();
  };

  // ---- What people do --------------------------------------------------------------------------------------------

  const setSwitch = (name, isOn) => {
    if (name === 'skeleton') state.isLent = false;
    switches[name] = isOn;
    document.querySelector(`[data-switch="${name}"]`).setAttribute('aria-pressed', String(isOn));
    $('uv-choice').hidden = !switches.uv;
    legend();
    redraw();
  };

  /** Shows the skeleton for a finding about bones, as long as that is shown. What people switch on themselves stays. */
  const lend = () => {
    if (switches.skeleton) return;
    setSwitch('skeleton', true);
    state.isLent = true;
  };
  const takeBack = () => {
    if (state.isLent) setSwitch('skeleton', false);
    state.isLent = false;
  };

  /** The ray through a place of the canvas. */
  const rayAt = (x, y) => {
    const { camera, aspect } = drawing;
    const size = Math.tan(Camera.ANGLE / 2);
    const [across, upward] = aspect < 1 ? [size, size / aspect] : [size * aspect, size];
    const rect = canvas.getBoundingClientRect();
    const [u, v] = [((x - rect.left) / rect.width) * 2 - 1, 1 - ((y - rect.top) / rect.height) * 2];
    return plus(plus(camera.forward, times(camera.right, u * across)), times(camera.up, v * upward));
  };

  /** Where a ray goes through a triangle: how far away, and the shares of its corners. */
  const crossing = (eye, ray, points) => {
    const [one, two] = [minus(points[1], points[0]), minus(points[2], points[0])];
    const side = crossed(ray, two);
    const scale = dotted(one, side);
    if (!(Math.abs(scale) >= 1e-20)) return null;
    const from = minus(eye, points[0]);
    const u = dotted(from, side) / scale;
    if (u < 0 || u > 1) return null;
    const other = crossed(from, one);
    const v = dotted(ray, other) / scale;
    if (v < 0 || u + v > 1) return null;
    const far = dotted(two, other) / scale;
    return far > 0 ? { far, shares: [1 - u - v, u, v], isBack: scale < 0 } : null;
  };

  /** The nearest face on a ray, and the corner of it that is nearest to the ray. */
  const faceOn = (eye, ray) => {
    const { model } = state;
    const { shown } = model;
    const moves = movesNow();
    const now = (corner) => movedPoint(moves, pointOf(shown.positions, corner), shown.bones, shown.weights, corner * 4);
    let best = null;
    for (let face = 0; face < model.faces.length / 3; face += 1) {
      if (shown.lacks.has(face)) continue;
      const hit = crossing(eye, ray, shown.faceOf(face).map(now));
      if (!hit || (best && hit.far >= best.far)) continue;
      const { shares } = hit;
      best = { face, far: hit.far, corner: model.faces[face * 3 + shares.indexOf(Math.max(...shares))], isBack: hit.isBack };
    }
    return best;
  };

  /** The face of the chosen material at a place of the UV view. */
  const faceAtUv = (x, y) => {
    const { model } = state;
    const rect = canvas.getBoundingClientRect();
    const matrix = drawing.flatMatrix();
    const place = [(((x - rect.left) / rect.width) * 2 - 1 - matrix[12]) / matrix[0],
      1 - (1 - ((y - rect.top) / rect.height) * 2 - matrix[13]) / matrix[5]];
    const uv = (corner) => [model.uvs[corner * 2], model.uvs[corner * 2 + 1]];
    const turn = (a, b, c) => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    for (const part of model.parts.filter(({ material }) => material === uvMaterial())) {
      for (let face = part.first; face < part.first + part.faceCount; face += 1) {
        const [a, b, c] = [...model.faces.subarray(face * 3, face * 3 + 3)].map(uv);
        const sides = [turn(a, b, place), turn(b, c, place), turn(c, a, place)];
        if (sides.every((side) => side >= 0) || sides.every((side) => side <= 0)) return { face, corner: model.faces[face * 3] };
      }
    }
    return null;
  };

  const boneNear = (x, y) => {
    const rect = canvas.getBoundingClientRect();
    const matrix = drawing.camera.matrix(drawing.aspect, state.model.radius);
    const moves = movesNow();
    let best = null;
    for (let bone = 0; bone < boneCount(); bone += 1) {
      const point = [...bonePoint(moves, bone), 1];
      const [u, v, , w] = [0, 1, 2, 3].map((row) => point.reduce((sum, part, column) => sum + part * matrix[column * 4 + row], 0));
      if (w <= 0) continue;
      const [dx, dy] = [((u / w + 1) / 2) * rect.width - (x - rect.left), ((1 - v / w) / 2) * rect.height - (y - rect.top)];
      const far = Math.hypot(dx, dy);
      if (far < 10 && (!best || far < best.far)) best = { bone, far };
    }
    return best;
  };

  /** Names what is at a place of the canvas. */
  const pick = (x, y) => {
    const { model } = state;
    if (!drawing || !isLoaded()) return;
    const near = switches.skeleton && !switches.uv ? boneNear(x, y) : null;
    if (near) {
      tell(model.data.bone_names[near.bone], { bones: [near.bone] });
      return;
    }
    const found = switches.uv ? faceAtUv(x, y) : faceOn(drawing.camera.eye, rayAt(x, y));
    if (!found) { unmark(); return; }
    const part = model.parts.find(({ first, faceCount }) => found.face >= first && found.face < first + faceCount);
    const vertex = model.vertices[found.corner];
    const own = weightsOf(motion() ? motion().weights : 0);
    const bones = [...own.bones.subarray(found.corner * 4, found.corner * 4 + 4)].filter((bone) => bone !== NO_BONE);
    const mesh = part.faces_of.startsWith(part.name) ? '' : `${part.name}, `;
    const words = [`${mesh}${part.faces_of}${model.rows[found.face]}${found.isBack ? ' (its back)' : ''}`, part.material.name,
      `nearest vertex ${vertex - part.first_vertex}`, ...bones.map((bone) => model.data.bone_names[bone])];
    tell(words.join(', '), { faces: [found.face], corners: [found.corner] });
  };

  /** Says what is picked, and which findings are about it. */
  const tell = (words, mark) => {
    choose(-1);
    nameEnds([]);
    state.mark = mark;
    uploadMark();
    legend();
    const touches = (kind, other) => (mark[kind] || []).some((one) => (other[kind] || []).includes(one));
    const { findings } = state.model.data;
    const vertices = new Set((mark.corners || []).map((corner) => state.model.vertices[corner]));
    const here = findings.map((finding, number) => [finding, number]).filter(([{ mark: other }]) => touches('faces', other)
      || touches('bones', other) || (other.corners || []).some((corner) => vertices.has(state.model.vertices[corner])));
    items.forEach(({ row }, number) => row.classList.toggle('here', here.some(([, own]) => own === number)));
    tellAround({ here: here.map(([, own]) => own) });
    const count = here.length > 0 ? ` - ${plural(here.length, 'finding')} here` : '';
    $('picked').textContent = words + count;
    if (here.length > 0) items[here[0][1]].item.scrollIntoView({ block: 'nearest' });
    say(words + count);
  };

  const turnBy = (yaw, pitch) => {
    state.flight = null;
    const { camera } = drawing;
    camera.yaw += yaw;
    camera.pitch = Math.min(Math.max(camera.pitch + pitch, -1.55), 1.55);
    redraw();
  };
  const moveBy = (dx, dy) => {
    state.flight = null;
    const { camera, flat } = drawing;
    if (switches.uv) {
      const size = 2 / (1.5 * flat.scale * Math.min(canvas.clientWidth, canvas.clientHeight));
      flat.x -= dx * size;
      flat.y += dy * size;
    } else {
      const size = (camera.distance * Math.tan(Camera.ANGLE / 2) * 2) / Math.min(canvas.clientHeight, canvas.clientWidth);
      camera.target = plus(camera.target, plus(times(camera.right, -dx * size), times(camera.up, dy * size)));
      state.anchor = null;
    }
    redraw();
  };
  const zoomBy = (factor) => {
    state.flight = null;
    const radius = state.model ? state.model.radius : 1;
    drawing.camera.distance = Math.min(Math.max(drawing.camera.distance * factor, radius * 1e-3), radius * 1e7);
    drawing.flat.scale = Math.min(Math.max(drawing.flat.scale / factor, 0.01), 1000);
    redraw();
  };

  /** Turns, moves and zooms what is seen in a canvas. */
  const listenToPointer = (canvas) => {
    const fingers = new Map();
    let hasMoved = false;
    const middleOf = (all) => [all.reduce((sum, one) => sum + one.x, 0) / all.length, all.reduce((sum, one) => sum + one.y, 0) / all.length];
    const spread = (all) => Math.hypot(all[0].x - all[1].x, all[0].y - all[1].y);
    canvas.addEventListener('pointerdown', (event) => {
      canvas.setPointerCapture(event.pointerId);
      if (fingers.size === 0) hasMoved = false;
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      canvas.classList.add('turning');
    });
    canvas.addEventListener('pointermove', (event) => {
      const before = fingers.get(event.pointerId);
      if (!before || !drawing) return;
      const old = [...fingers.values()];
      const [dx, dy] = [event.clientX - before.x, event.clientY - before.y];
      if (!hasMoved && Math.hypot(dx, dy) < 4) return;
      hasMoved = true;
      const [wasMiddle, wasSpread] = [middleOf(old), old.length === 2 && spread(old)];
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      const now = [...fingers.values()];
      if (now.length === 2) {
        const middle = middleOf(now);
        moveBy(middle[0] - wasMiddle[0], middle[1] - wasMiddle[1]);
        if (wasSpread > 0 && spread(now) > 0) zoomBy(wasSpread / spread(now));
      } else if (event.buttons & 6 || event.shiftKey || switches.uv) {
        moveBy(dx, dy);
      } else {
        turnBy(-dx * 0.008, dy * 0.008);
      }
    });
    const lift = (event) => {
      const isLast = fingers.delete(event.pointerId) && fingers.size === 0;
      if (!isLast) return;
      canvas.classList.remove('turning');
      if (event.type === 'pointerup' && !hasMoved && event.button === 0 && canvas.id === 'canvas') pick(event.clientX, event.clientY);
    };
    canvas.addEventListener('pointerup', lift);
    canvas.addEventListener('pointercancel', lift);
    canvas.addEventListener('contextmenu', (event) => event.preventDefault());
    canvas.addEventListener('dblclick', () => { unmark(); fit(); });
    canvas.addEventListener('wheel', (event) => {
      event.preventDefault();
      if (drawing) zoomBy(Math.exp(Math.max(-60, Math.min(60, event.deltaY * (event.deltaMode ? 20 : 1))) * 0.004));
    }, { passive: false });
  };

  const nextEngine = () => {
    const count = state.model ? state.model.data.engines.length : 0;
    if (count === 0) return;
    chooseEngine(state.engine === null ? 0 : state.engine + 1 < count ? state.engine + 1 : null);
    say(`Shown as in ${$('engine').selectedOptions[0].textContent}`);
  };

  const keys = {
    ' ': play, f: () => fit(), n: () => step(1), p: () => step(-1), e: nextEngine, Escape: () => { unmark(); tellAround({ escaped: true }); },
    '?': () => $('help').showModal(),
    '+': () => zoomBy(0.85), '=': () => zoomBy(0.85), '-': () => zoomBy(1 / 0.85),
    ',': () => stepTime(-1), '.': () => stepTime(1),
    1: () => toggle('skeleton'), 2: () => toggle('wireframe'), 3: () => toggle('normals'), 4: () => toggle('back'), 5: () => toggle('uv'), 6: () => { if (state.model.data.beside) toggle('changes'); },
  };
  const toggle = (name) => {
    setSwitch(name, !switches[name]);
    const words = document.querySelector(`[data-switch="${name}"]`).textContent;
    say(`${words} ${switches[name] ? 'on' : 'off'}`);
  };
  const stepTime = (by) => {
    if (endOf() === 0) return;
    const { rate } = motion() || state.model.motions[0];
    pause();
    follow(() => setTime((Math.round(state.time * rate) + by) / rate));
  };
  const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || $('help').open || !state.model || document.querySelector('main').hidden) return;
    const at = event.target;
    if (at.matches('select, textarea, input')) {
      const isSlider = at.id === 'time' && !(event.key in arrows);
      if (!isSlider) return;
    }
    // Buttons and links are worked with the space bar themselves.
    if (event.key === ' ' && at.matches('button, summary, a')) return;
    if (event.key in arrows && drawing) {
      const [x, y] = arrows[event.key];
      if (event.shiftKey || switches.uv) moveBy(-x * 40, -y * 40);
      else turnBy(x * 0.12, -y * 0.12);
    } else if (keys[event.key] && (drawing || 'npe?'.includes(event.key))) {
      keys[event.key]();
    } else {
      return;
    }
    event.preventDefault();
  });

  const start = () => {
    try {
      drawing = new Drawing(canvas);
    } catch {
      drawing = null;
    }
  };
  const sayNoDrawing = () => message('This browser does not draw here', ['The model is drawn with WebGL 2, which this browser '
    + 'does not have, or which is switched off. What was found in the model is listed all the same.']);

  canvas.addEventListener('webglcontextlost', (event) => {
    event.preventDefault();
    message('The drawing is interrupted', ['The graphics card was taken away from this page. It goes on when that is back.']);
  });
  canvas.addEventListener('webglcontextrestored', () => {
    $('message').hidden = true;
    drawing.start();
    Object.assign(drawing, { buffers: [], arrays: [], pictures: [] });
    upload();
    redraw();
  });

  document.querySelectorAll('[data-switch]').forEach((each) => {
    each.addEventListener('click', () => toggle(each.dataset.switch));
  });
  $('fit').addEventListener('click', () => fit());
  $('play').addEventListener('click', play);
  $('time').addEventListener('input', () => { pause(); follow(() => setTime(Number($('time').value))); });
  $('help-open').addEventListener('click', () => $('help').showModal());
  $('uv-material').addEventListener('change', redraw);
  $('engine').addEventListener('change', () => chooseEngine($('engine').value === '' ? null : Number($('engine').value)));
  $('model').addEventListener('change', () => { location.hash = `#model-${$('model').value}`; });
  $('all').addEventListener('click', () => { location.hash = ''; });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => { colors(); drawReach(); redraw(); });
  new ResizeObserver(() => { drawReach(); redraw(); }).observe($('stage'));

  if (index.length > 1) {
    $('model-choice').hidden = false;
    $('all').hidden = false;
    const folders = index.map(({ name }) => name.split('/').slice(0, -1));
    const same = folders[0].findIndex((part, at) => folders.some((other) => other[at] !== part));
    const shared = folders[0].slice(0, same < 0 ? folders[0].length : same).map((part) => `${part}/`).join('').length;
    index.forEach(({ name: path, counts }, number) => {
      const name = path.slice(shared);
      const bad = counts[0] + counts[1];
      const option = element('option', '', bad > 0 ? `${name} (${bad})` : name);
      option.value = String(number);
      $('model').append(option);
    });
  }
  colors();
  start();
  listenToPointer(canvas);
  listenToPointer($('canvas-old'));
  // The address says what is shown, so that people can go back.
  let overview = null;
  const route = () => {
    const named = /^#model-(\d+)$/.exec(location.hash);
    const number = named && Number(named[1]) < index.length ? Number(named[1]) : null;
    const isOne = index.length === 1 || number !== null;
    document.body.classList.toggle('one', isOne);
    $('overview').hidden = isOne;
    document.querySelector('main').hidden = !isOne;
    document.querySelector('.choices').hidden = !isOne;
    if (isOne) {
      openModel(number || 0);
      return;
    }
    pause();
    $('name').textContent = `${index.length.toLocaleString('en')} models`;
    $('about').textContent = summary.about;
    overview = overview || new Overview(index, { open: (at) => { location.hash = `#model-${at}`; }, dataOf, colors: () => state.colors });
  };
  for (const line of summary.troubles) $('troubles').append(element('li', '', line));
  $('troubles').hidden = summary.troubles.length === 0;
  window.addEventListener('hashchange', route);
  route();
  // What the page around this one asks for.
  if (isEmbedded) {
    window.addEventListener('message', ({ source, data }) => {
      if (source !== parent || !state.model || !data) return;
      if (Number.isInteger(data.choose)) { if (data.choose < 0) unmark(); else choose(data.choose); }
      if (data.program !== undefined) {
        const number = state.model.data.engines.findIndex(({ title }) => title === data.program);
        chooseEngine(number < 0 ? null : number);
      }
      // A page of the same model that takes the place of this one goes on from the same view.
      if (data.ask === 'view') {
        const { yaw, pitch, distance, target } = drawing?.camera ?? {};
        tellAround({ view: drawing ? { camera: { yaw, pitch, distance, target }, time: state.time } : null });
      }
      if (data.view) {
        goTo(data.view.camera, true);
        setTime(data.view.time);
      }
    });
    // What is dropped here is meant for the page around, and would be opened by the browser.
    for (const kind of ['dragenter', 'dragover', 'drop']) {
      window.addEventListener(kind, (event) => { event.preventDefault(); tellAround({ dragged: kind }); });
    }
    tellAround({ ready: true });
  }
  // What tests look at.
  Object.defineProperty(window, 'ms3dlintView', { value: { state, switches, redraw, get drawing() { return drawing; } } });
})();
