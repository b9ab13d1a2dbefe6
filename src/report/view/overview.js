// The list of many models: a small picture of each, and filters. Pictures are drawn when they come into sight.

/** So many findings with a time are looked at for a picture, and so many corners of each model. */
const MOST_TIMED = 5;
const MOST_CORNERS = 30000;

/**
 * What a picture at rest would hide: the first finding of which something is far away from the model at its moment, with that
 * moment, how things have moved then, and where the farthest of them is.
 */
const awayOf = ({ findings, in_frames: inFrames }, motion, { bones, positions, own }, { middle, radius }) => {
  if (!motion || motion.count === 0) return null;
  const isTimed = ({ severity, mark }) => ['error', 'warning'].includes(severity) && mark.time !== undefined && mark.bones;
  const timed = findings.map((finding, number) => [finding, number]).filter(([finding]) => isTimed(finding)).slice(0, MOST_TIMED);
  const pointOf = (values, at) => [...values.subarray(at * 3, at * 3 + 3)];
  const each = Math.ceil(positions.length / 3 / MOST_CORNERS);
  for (const [{ mark }, number] of timed) {
    const time = inFrames ? mark.time / motion.rate : mark.time;
    const moves = movesAt(motion, bones.length * 4, time);
    let best = { far: 2 * radius };
    const look = (point) => {
      const way = minus(point, middle);
      if (lengthOf(way) > best.far) best = { far: lengthOf(way), way, point, moves, time, number };
    };
    for (const bone of mark.bones) look(movedPoint(moves, pointOf(bones, bone), [bone, NO_BONE], [1], 0));
    for (let corner = 0; corner < positions.length / 3; corner += each) {
      look(movedPoint(moves, pointOf(positions, corner), own.bones, own.weights, corner * 4));
    }
    if (best.way) return best;
  }
  return null;
};

/** From where it is seen that something is away: what is towards the eye or behind the model is looked at from the side. */
const turnedTo = (camera, away) => (Math.abs(dotted(camera.forward, away.way)) > 0.7 * away.far ? camera.yaw + Math.PI / 2 : camera.yaw);

/** Draws a model at rest, as small as a picture in a list; one of which a part flies off, while it does. */
class SmallPictures {
  constructor() {
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width: 240, height: 150 });
    this.drawing = new Drawing(canvas);
    this.queue = Promise.resolve();
  }

  /** Draws a model of a page on a canvas, one after the other. */
  add(data, canvas, colors) {
    this.queue = this.queue.then(() => this.draw(data, canvas, colors)).catch(() => {});
  }

  async draw(data, canvas, colors) {
    const { shape, textures, notes } = data;
    const { drawing } = this;
    drawing.clear();
    const faces = unpacked(shape.faces, Uint32Array);
    const positions = unpacked(shape.positions, Float32Array);
    const points = [];
    for (const corner of faces) points.push([...positions.subarray(corner * 3, corner * 3 + 3)]);
    const bounds = boundsOf(points);
    if (!bounds) {
      // Why there is no picture.
      const words = Overview.make('span', 'small-picture quiet', notes.find((note) => /not drawn|Not drawn/.test(note)) || 'It has no faces.');
      canvas.replaceWith(words);
      return;
    }
    const materials = await Promise.all(shape.materials.map(async (material) => {
      const texture = material.texture === null ? null : textures[material.texture];
      const image = new Image();
      const isShown = Boolean(texture && texture.data) && await new Promise((done) => {
        image.addEventListener('load', () => done(true));
        image.addEventListener('error', () => done(false));
        image.src = texture.data;
      });
      const picture = isShown ? drawing.picture(image) : null;
      drawing.pictures.push(picture);
      return { ...material, picture, isMissing: Boolean(texture) && !isShown };
    }));
    let first = 0;
    const parts = shape.parts.map((part) => {
      const material = part.material === null ? NO_MATERIAL : materials[part.material];
      const own = { material, first: first * 3, count: part.count * 3 };
      first += part.count;
      return own;
    });
    const radius = bounds.radius || 1;
    const motion = data.motions[0] && { ...data.motions[0], moves: unpacked(data.motions[0].moves, Float32Array) };
    const own = motion ? weightsOfCorners(data.weights[motion.weights], unpacked(shape.vertices, Uint32Array)) : null;
    const away = awayOf(data, motion, { bones: unpacked(data.bones.positions, Float32Array), positions, own }, { middle: bounds.middle, radius });
    drawing.surface = drawing.array({
      positions, normals: unpacked(shape.normals, Float32Array), uvs: unpacked(shape.uvs, Float32Array), elements: new Uint32Array(drawing.take(parts, faces, positions)), ...(away && own),
    });
    Object.assign(drawing.camera, { target: bounds.middle, distance: radius * 3.1, yaw: 0.6, pitch: 0.25 });
    if (away) drawing.camera.yaw = turnedTo(drawing.camera, away);
    drawing.move(away ? away.moves : []);
    drawing.draw({
      ...colors, radius, cell: cellOf(radius), back: true, hasModel: true, reach: radius, floor: null, uv: false,
    });
    const page = canvas.getContext('2d');
    page.drawImage(drawing.canvas, 0, 0, canvas.width, canvas.height);
    if (away) SmallPictures.arrow(page, dotted(away.way, drawing.camera.right), -dotted(away.way, drawing.camera.up));
  }

  /** An arrow from the middle to the edge of a picture: where something flew. */
  static arrow(page, x, y) {
    const { width, height } = page.canvas;
    const size = Math.hypot(x, y) || 1;
    const toEdge = Math.min(width / 2 / Math.abs(x / size), height / 2 / Math.abs(y / size)) - 6;
    page.save();
    page.translate(width / 2, height / 2);
    page.rotate(Math.atan2(y, x));
    Object.assign(page, { strokeStyle: '#00a2ff', fillStyle: '#00a2ff', lineWidth: 4 });
    page.setLineDash([8, 5]);
    page.beginPath();
    page.moveTo(0, 0);
    page.lineTo(toEdge - 12, 0);
    page.stroke();
    page.beginPath();
    page.moveTo(toEdge, 0);
    page.lineTo(toEdge - 16, -10);
    page.lineTo(toEdge - 16, 10);
    page.fill();
    page.restore();
  }
}

/** The list. `open` shows one of the models, `dataOf` gives what the page holds of it. */
class Overview {
  constructor(index, { open, dataOf, colors }) {
    Object.assign(this, { index, open, dataOf, colors, cards: [], pictures: null });
    this.list = document.getElementById('cards');
    this.filters = ['severity', 'rule', 'program', 'words'].map((name) => document.getElementById(`filter-${name}`));
    this.fillFilters();
    this.watcher = new IntersectionObserver((entries) => entries.filter((entry) => entry.isIntersecting).forEach(({ target }) => {
      this.watcher.unobserve(target);
      this.picture(Number(target.dataset.number), target);
    }), { rootMargin: '300px' });
    index.forEach((entry, number) => this.addCard(entry, number));
    this.filters.forEach((filter) => filter.addEventListener('input', () => this.filter()));
    this.filter();
  }

  static make(tag, className, text) {
    const made = document.createElement(tag);
    if (className) made.className = className;
    if (text !== undefined) made.textContent = text;
    return made;
  }

  fillFilters() {
    const [, rule, program] = this.filters;
    const fill = (select, lists) => {
      const counts = new Map();
      lists.flat().forEach((name) => counts.set(name, (counts.get(name) || 0) + 1));
      [...counts].sort(([one], [other]) => (one < other ? -1 : 1)).forEach(([name, count]) => {
        const option = Overview.make('option', '', `${name} (${count})`);
        option.value = name;
        select.append(option);
      });
    };
    fill(rule, this.index.map(({ rules }) => rules));
    fill(program, this.index.map(({ failing }) => failing));
  }

  addCard(entry, number) {
    const card = Overview.make('li', 'card');
    const row = Overview.make('button', 'open');
    row.type = 'button';
    row.addEventListener('click', () => this.open(number));
    const canvas = Overview.make('canvas', 'small-picture');
    Object.assign(canvas, { width: 240, height: 150 });
    canvas.setAttribute('aria-hidden', 'true');
    canvas.dataset.number = String(number);
    const end = entry.name.lastIndexOf('/') + 1;
    const name = Overview.make('span', 'card-name');
    name.append(Overview.make('bdi', 'quiet', entry.name.slice(0, end)), Overview.make('bdi', '', entry.name.slice(end)));
    const counts = Overview.make('span', 'card-counts');
    if (entry.became) counts.append(Overview.make('span', 'card-became', entry.became));
    ['error', 'warning', 'info', 'hint'].forEach((severity, at) => {
      if (entry.counts[at] === 0) return;
      const many = entry.counts[at] > 1 && severity !== 'info' ? 's' : '';
      counts.append(Overview.make('span', `severity ${severity}`, `${entry.counts[at]} ${severity}${many}`), ' ');
    });
    if (entry.counts.every((count) => count === 0)) counts.append(Overview.make('span', 'quiet', 'nothing found'));
    if (entry.worst) counts.append(Overview.make('bdi', 'card-worst', entry.worst));
    if (entry.failing.length > 0) counts.append(Overview.make('span', 'quiet', `not loaded by ${entry.failing.join(', ')}`));
    row.append(canvas, name, counts);
    card.append(row);
    this.list.append(card);
    this.cards.push({ card, text: [entry.name, entry.became || '', ...entry.rules].join(' ').toLowerCase() });
    this.watcher.observe(canvas);
  }

  picture(number, canvas) {
    const data = this.index[number].shown ? this.dataOf(number) : null;
    if (!data) {
      canvas.replaceWith(Overview.make('span', 'small-picture quiet', this.index[number].why || 'It is not in the page.'));
      return;
    }
    try {
      this.pictures = this.pictures || new SmallPictures();
      this.pictures.add(data, canvas, this.colors());
    } catch {
      this.watcher.disconnect();
    }
  }

  filter() {
    const [severity, rule, program, words] = this.filters.map(({ value }) => value);
    const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    this.cards.forEach(({ card, text }, number) => {
      const { counts, rules, failing } = this.index[number];
      const isShown = (severity === '' || counts.slice(0, Number(severity)).some((count) => count > 0))
        && (rule === '' || rules.includes(rule)) && (program === '' || failing.includes(program))
        && wanted.every((word) => text.includes(word));
      card.hidden = !isShown;
      if (isShown) shown += 1;
    });
    document.getElementById('shown').textContent = `${shown.toLocaleString('en')} of ${this.cards.length.toLocaleString('en')} models`;
  }
}
