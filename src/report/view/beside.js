// The old model beside the new one: seen from the same place, at the same time.

/** Faces and vertices that differ, as arrays of a drawing. */
const changedArrays = (drawing, { faces, corners }, model, own) => {
  const listOf = (chosen) => {
    const pick = (values, size) => {
      const all = new values.constructor(chosen.length * size);
      chosen.forEach((corner, at) => all.set(values.subarray(corner * size, (corner + 1) * size), at * size));
      return all;
    };
    return chosen.length === 0 ? null : drawing.array({
      positions: pick(model.positions, 3), normals: pick(model.normals, 3), uvs: pick(model.uvs, 2),
      bones: pick(own.bones, 4), weights: pick(own.weights, 4),
    });
  };
  const cornersOf = (face) => [...model.faces.subarray(face * 3, face * 3 + 3)];
  const edges = (faces || []).flatMap((face) => { const [a, b, c] = cornersOf(face); return [a, b, b, c, c, a]; });
  return { faces: listOf((faces || []).flatMap(cornersOf)), edges: listOf(edges), points: listOf(corners || []) };
};

class Beside {
  constructor(canvas, drawing) {
    this.drawing = new Drawing(canvas);
    // One camera for both.
    this.drawing.camera = drawing.camera;
    this.front = drawing;
  }

  /** Shows a model, with what differs in it. */
  show({ model: data, changed, restyled }) {
    const { shape, bones } = data;
    this.data = data;
    this.changed = changed[0];
    this.restyled = restyled[0];
    this.model = {
      positions: unpacked(shape.positions, Float32Array), normals: unpacked(shape.normals, Float32Array),
      uvs: unpacked(shape.uvs, Float32Array), faces: unpacked(shape.faces, Uint32Array),
      vertices: unpacked(shape.vertices, Uint32Array), bones: unpacked(bones.positions, Float32Array), parents: bones.parents,
    };
    this.poseAs(null);
  }

  /** Poses the model as a program does, or as its format means it, where the program is unknown; what it does not load is not shown. */
  poseAs(title) {
    const { motions, weights, engines } = this.data;
    const program = engines.find((one) => one.title === title);
    this.isLoaded = !program || program.loads;
    const engine = program && program.loads && program.motion !== null ? program : null;
    const motion = motions[engine ? engine.motion : 0];
    this.motion = { ...motion, moves: unpacked(motion.moves, Float32Array) };
    this.weights = weightsOfCorners(weights[motion.weights], this.model.vertices);
    this.end = motion.end;
    this.upload();
  }

  upload() {
    const { drawing, model, weights, data } = this;
    drawing.clear();
    const corners = { positions: model.positions, normals: model.normals, uvs: model.uvs, ...weights };
    let first = 0;
    const materials = data.shape.materials.map((material) => this.material(material));
    const parts = data.shape.parts.map((part) => {
      const own = { material: part.material === null ? NO_MATERIAL : materials[part.material], first, count: part.count * 3 };
      first += part.count * 3;
      return own;
    });
    const faces = drawing.take(parts, model.faces, model.positions);
    drawing.surface = drawing.array({ ...corners, elements: new Uint32Array(faces) });
    drawing.edges = drawing.array({ ...corners, elements: edgesOf(faces) });
    drawing.bristles = drawing.array({ ...corners, each: true });
    drawing.boneArrays(model.bones, model.parents);
    drawing.changed = changedArrays(drawing, this.changed, model, weights);
    drawing.restyled = changedArrays(drawing, this.restyled, model, weights);
  }

  /** A material whose texture comes when the browser has decoded it. */
  material(material) {
    const texture = material.texture === null ? null : this.data.textures[material.texture];
    const own = { ...material, picture: null, isMissing: Boolean(texture && texture.missing) };
    if (!texture || !texture.data) return own;
    const { drawing } = this;
    const of = this.data;
    const image = new Image();
    image.addEventListener('load', () => {
      if (this.data !== of) return;
      own.picture = drawing.picture(image);
      drawing.pictures.push(own.picture);
      this.draw(this.look, this.time);
    });
    image.addEventListener('error', () => { own.isMissing = true; });
    image.src = texture.data;
    return own;
  }

  draw(look, time) {
    const { drawing, front, model } = this;
    Object.assign(this, { look, time });
    if (!look || drawing.gl.isContextLost()) return;
    Object.assign(drawing, { flat: front.flat, detail: front.detail });
    drawing.move(movesAt(this.motion, model.bones.length * 4, time));
    drawing.draw({ ...look, hasModel: this.isLoaded, uvMaterial: drawing.parts[0]?.material || NO_MATERIAL });
  }
}
