'use strict';
// Draws models with WebGL 2: corners that bones move, lines, points. It knows nothing of the page around it.

/** Typed numbers from base64 of their bytes. */
const unpacked = (text, type) => {
  const raw = atob(text);
  const bytes = new Uint8Array(raw.length);
  for (let at = 0; at < raw.length; at += 1) bytes[at] = raw.charCodeAt(at);
  return new type(bytes.buffer);
};

const NO_BONE = 65535;
/** What faces without a material look like. */
const NO_MATERIAL = {
  name: 'no material', diffuse: [0.72, 0.74, 0.77], emissive: [0, 0, 0], specular: [0, 0, 0], shininess: 0, opacity: 1,
};
const BACK = [0.886, 0.341, 0.122];
const MARKED = [0, 0.635, 1];
const CHANGED = [0.925, 0.251, 0.478];
const RESTYLED = [0.0, 0.65, 0.6];

const plus = (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const minus = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const times = (a, factor) => [a[0] * factor, a[1] * factor, a[2] * factor];
const dotted = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const crossed = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const lengthOf = (a) => Math.sqrt(dotted(a, a));
const isFinitePoint = (a) => Number.isFinite(a[0] + a[1] + a[2]);

/** How wide a cell of the grid is below a model of this size. */
const cellOf = (radius) => {
  const ten = 10 ** Math.floor(Math.log10(radius));
  return ten * (radius / ten > 4 ? 1 : 0.25);
};

/** What bones do to corners, given what they do to vertices. */
const weightsOfCorners = (packed, vertices) => {
  const bones = unpacked(packed.bones, Uint16Array);
  const weights = unpacked(packed.weights, Float32Array);
  const own = { bones: new Uint16Array(vertices.length * 4).fill(NO_BONE), weights: new Float32Array(vertices.length * 4) };
  vertices.forEach((vertex, corner) => {
    const from = vertex * 4;
    if (from + 4 > bones.length) return;
    own.bones.set(bones.subarray(from, from + 4), corner * 4);
    own.weights.set(weights.subarray(from, from + 4), corner * 4);
  });
  return own;
};

/** Between which moments of a motion a time is: the number of the earlier one, and with its fraction how far from it. */
const momentAt = (motion, time) => {
  const last = motion.count - 1;
  // Without times, moments are evenly spaced.
  if (typeof motion.times === 'string') motion.times = unpacked(motion.times, Float32Array);
  const { times } = motion;
  if (!times || times.length === 0) return motion.end > 0 ? Math.min(Math.max(time / motion.end, 0), 1) * last : 0;
  let [low, high] = [0, last];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (times[middle] <= time) low = middle;
    else high = middle;
  }
  const width = times[high] - times[low];
  return low + (width > 0 ? Math.min(Math.max((time - times[low]) / width, 0), 1) : 0);
};

/** When a moment of a motion is. */
const timeOf = ({ times, end, count }, moment) => (times && times.length > 0 ? times[moment] : (moment / Math.max(count - 1, 1)) * end);

/** Where all bones have moved at a time, of which there are so many numbers. */
const movesAt = (motion, size, time) => {
  if (!motion || motion.count === 0) return new Float32Array(0);
  const at = momentAt(motion, time);
  const before = Math.min(Math.floor(at), Math.max(motion.count - 2, 0));
  const share = at - before;
  const from = motion.moves.subarray(before * size, (before + 1) * size);
  if (share === 0) return from;
  const to = motion.moves.subarray((before + 1) * size, (before + 2) * size);
  const rows = new Float32Array(size);
  for (let part = 0; part < size; part += 1) rows[part] = from[part] + (to[part] - from[part]) * share;
  return rows;
};

/** A point, moved by bones. */
const movedPoint = (moves, point, bones, weights, first) => {
  if (moves.length === 0 || bones[first] === NO_BONE) return point;
  const sum = [0, 0, 0];
  for (let slot = first; slot < first + 4 && bones[slot] !== NO_BONE; slot += 1) {
    for (let axis = 0; axis < 3; axis += 1) {
      const row = bones[slot] * 12 + axis * 4;
      sum[axis] += weights[slot] * (moves[row] * point[0] + moves[row + 1] * point[1] + moves[row + 2] * point[2] + moves[row + 3]);
    }
  }
  return sum;
};

/** The edges of faces, given by their corners. */
const edgesOf = (faces) => {
  const edges = new Uint32Array(faces.length * 2);
  for (let at = 0; at < faces.length; at += 3) {
    edges.set([faces[at], faces[at + 1], faces[at + 1], faces[at + 2], faces[at + 2], faces[at]], at * 2);
  }
  return edges;
};

/** More meshes are put together: each takes its time, however small it is. */
const MOST_RUNS = 1000;
/** More faces behind each other are drawn with fewer pixels, which takes as long as this. */
const MOST_LAYERS = 150;
/** So many faces with the same corners and material are drawn: what is behind them is not seen, even if they are half clear. */
const MOST_COPIES = 16;

/** Meshes that follow each other and have the same material as one. */
const runsOf = (parts) => {
  const runs = [];
  for (const { material, first, count } of parts) {
    const last = runs.at(-1);
    if (count > 0 && last?.material === material) last.count += count;
    else if (count > 0) runs.push({ material, first, count });
  }
  return runs;
};

/** All faces of each material together; without copies of faces, if the number of the place of each corner is given. */
const together = (parts, corners, places) => {
  const ofMaterial = new Map();
  for (const { material, first, count } of parts) {
    const faces = ofMaterial.get(material) || [];
    for (let at = first; at < first + count; at += 3) faces.push(at);
    ofMaterial.set(material, faces);
  }
  const order = [];
  const runs = [];
  for (const [material, faces] of ofMaterial) {
    const copies = new Map();
    // Of several in one place the last is seen.
    const isKept = (at) => {
      const name = [0, 1, 2].map((corner) => places[corners[at + corner]]).sort((one, other) => one - other).join();
      const count = copies.get(name) || 0;
      copies.set(name, count + 1);
      return count < MOST_COPIES;
    };
    const kept = places ? faces.reverse().filter(isKept).reverse() : faces;
    runs.push({ material, first: order.length, count: kept.length * 3 });
    for (const at of kept) order.push(corners[at], corners[at + 1], corners[at + 2]);
  }
  return [runs, order];
};

/** The number of the place where each corner is: that of the first one there. */
const cornersByPlace = (positions) => {
  const known = new Map();
  return Uint32Array.from({ length: positions.length / 3 }, (_, at) => {
    const name = positions.subarray(at * 3, at * 3 + 3).join();
    if (!known.has(name)) known.set(name, at);
    return known.get(name);
  });
};

/** How many faces are about behind each other. */
const layersOf = (corners, positions) => {
  const least = [Infinity, Infinity, Infinity];
  const most = [-Infinity, -Infinity, -Infinity];
  const [one, two] = [[0, 0, 0], [0, 0, 0]];
  let area = 0;
  for (let at = 0; at < corners.length; at += 3) {
    for (let axis = 0; axis < 3; axis += 1) {
      const [a, b, c] = [positions[corners[at] * 3 + axis], positions[corners[at + 1] * 3 + axis], positions[corners[at + 2] * 3 + axis]];
      one[axis] = b - a;
      two[axis] = c - a;
      least[axis] = Math.min(least[axis], a, b, c);
      most[axis] = Math.max(most[axis], a, b, c);
    }
    area += lengthOf(crossed(one, two)) / 2;
  }
  const size = Math.hypot(most[0] - least[0], most[1] - least[1], most[2] - least[2]) / 2;
  return area / (Math.PI * size * size) || 0;
};

/** The middle and the radius of points, without those that are nowhere. */
const boundsOf = (points) => {
  const least = [Infinity, Infinity, Infinity];
  const most = [-Infinity, -Infinity, -Infinity];
  for (const point of points) {
    if (!isFinitePoint(point)) continue;
    for (let axis = 0; axis < 3; axis += 1) {
      least[axis] = Math.min(least[axis], point[axis]);
      most[axis] = Math.max(most[axis], point[axis]);
    }
  }
  if (least[0] > most[0]) return null;
  const middle = times(plus(least, most), 0.5);
  return { middle, radius: lengthOf(minus(most, middle)), least, most };
};

const VERTEX_SHADER = `#version 300 es
precision highp float;
precision highp int;
precision highp sampler2D;
layout(location = 0) in vec3 a_position;
layout(location = 1) in vec3 a_normal;
layout(location = 2) in vec2 a_uv;
layout(location = 3) in uvec4 a_bones;
layout(location = 4) in vec4 a_weights;
uniform mat4 u_matrix;
uniform sampler2D u_moves;
uniform bool u_posed;
uniform bool u_flat;
uniform float u_along;
uniform float u_size;
out vec3 v_position;
out vec3 v_normal;
out vec3 v_rest;
out vec2 v_uv;
vec4 row(int index) { return texelFetch(u_moves, ivec2(index % 768, index / 768), 0); }
void main() {
  v_uv = a_uv;
  v_rest = a_position;
  v_position = a_position;
  v_normal = a_normal;
  if (u_posed && a_bones.x != 65535u) {
    // What all bones do together is the same for the place and the normal.
    vec4 x = vec4(0.0);
    vec4 y = vec4(0.0);
    vec4 z = vec4(0.0);
    for (int slot = 0; slot < 4; slot += 1) {
      if (a_bones[slot] == 65535u) break;
      int first = int(a_bones[slot]) * 3;
      x += a_weights[slot] * row(first);
      y += a_weights[slot] * row(first + 1);
      z += a_weights[slot] * row(first + 2);
    }
    vec4 place = vec4(a_position, 1.0);
    v_position = vec3(dot(x, place), dot(y, place), dot(z, place));
    v_normal = vec3(dot(x.xyz, a_normal), dot(y.xyz, a_normal), dot(z.xyz, a_normal));
  }
  if (u_along != 0.0 && (gl_VertexID & 1) == 1) v_position += u_along * normalize(v_normal);
  vec3 shown = u_flat ? vec3(a_uv.x, 1.0 - a_uv.y, 0.0) : v_position;
  gl_Position = u_matrix * vec4(shown, 1.0);
  // What is nowhere, or so far away, is not in the picture: without a graphics card browsers never end with it.
  if (!(dot(abs(gl_Position), vec4(1.0)) < 1e15)) gl_Position = vec4(0.0, 0.0, -2.0, 1.0);
  gl_PointSize = u_size;
}`;

const FRAGMENT_SHADER = `#version 300 es
precision highp float;
in vec3 v_position;
in vec3 v_normal;
in vec3 v_rest;
in vec2 v_uv;
uniform int u_kind; // 0 surface, 1 one colour, 2 round points, 3 picture
uniform vec4 u_color;
uniform vec3 u_emissive;
uniform vec3 u_specular;
uniform float u_shininess;
uniform sampler2D u_picture;
uniform int u_texture; // 0 none, 1 there, 2 missing
uniform bool u_back;
uniform vec3 u_back_color;
uniform vec3 u_eye;
uniform vec3 u_light;
uniform float u_cell;
out vec4 color;
void main() {
  if (u_kind == 1) { color = u_color; return; }
  if (u_kind == 3) {
    vec4 pixel = texture(u_picture, v_uv);
    color = vec4(mix(u_color.rgb, pixel.rgb, pixel.a), 1.0);
    return;
  }
  if (u_kind == 2) {
    float far = length(gl_PointCoord - 0.5);
    if (far > 0.5) discard;
    color = far > 0.34 ? vec4(1.0, 1.0, 1.0, u_color.a) : u_color;
    return;
  }
  vec4 base = u_color;
  vec3 glow = u_emissive;
  if (u_texture == 1) {
    vec4 pixel = texture(u_picture, v_uv);
    base *= pixel;
    glow *= pixel.rgb;
    if (base.a < 0.02) discard;
  } else if (u_texture == 2) {
    vec3 cell = floor(v_rest / u_cell + 0.01);
    float odd = mod(cell.x + cell.y + cell.z, 2.0);
    base = vec4(odd < 0.5 ? vec3(0.82, 0.12, 0.82) : vec3(0.17), base.a);
    glow = vec3(0.0);
  }
  vec3 eye = normalize(u_eye - v_position);
  float size = length(v_normal);
  vec3 normal = size > 0.0 ? v_normal / size : eye;
  if (!gl_FrontFacing) normal = -normal;
  // Through a clear front one sees the backs of a sound model.
  bool isMarked = !gl_FrontFacing && u_back && u_color.a > 0.99;
  if (isMarked) {
    float stripe = step(0.5, fract((gl_FragCoord.x + gl_FragCoord.y) / 12.0));
    base = vec4(mix(u_back_color, vec3(1.0, 0.72, 0.53), 0.55 * stripe), max(base.a, 0.9));
    glow = vec3(0.0);
  }
  float key = max(dot(normal, u_light), 0.0);
  float sky = 0.5 + 0.5 * normal.y;
  vec3 lit = base.rgb * (0.34 + 0.16 * sky + 0.62 * key) + glow;
  // What hints at a defect is seen in the shade, too.
  if (isMarked) lit = base.rgb * (0.8 + 0.2 * key);
  vec3 middle = normalize(u_light + eye);
  float shine = u_shininess > 0.5 ? pow(max(dot(normal, middle), 0.0), u_shininess) : 0.0;
  color = vec4(lit + u_specular * shine * 0.6, base.a);
}`;

/** A camera that goes around a point. */
class Camera {
  constructor() {
    Object.assign(this, { yaw: 0.6, pitch: 0.25, distance: 10, target: [0, 0, 0] });
  }

  get forward() {
    const { yaw, pitch } = this;
    return [-Math.sin(yaw) * Math.cos(pitch), -Math.sin(pitch), -Math.cos(yaw) * Math.cos(pitch)];
  }

  get right() { return [Math.cos(this.yaw), 0, -Math.sin(this.yaw)]; }
  get up() { return crossed(this.right, this.forward); }
  get eye() { return minus(this.target, times(this.forward, this.distance)); }

  /** What takes a point to the screen, column after column. `reach` is how far there is anything. */
  matrix(aspect, reach) {
    const { right, up, forward, eye, distance } = this;
    const focal = 1 / Math.tan(Camera.ANGLE / 2);
    const near = distance * 0.02;
    const far = Math.min(distance + reach * 2, near * 1e5) + distance;
    const [a, b] = [(far + near) / (near - far), 2 * far * near / (near - far)];
    // A narrow window shows as much from side to side as a wide one from top to bottom.
    const [x, y] = aspect < 1 ? [focal, focal * aspect] : [focal / aspect, focal];
    const at = [-dotted(right, eye), -dotted(up, eye), dotted(forward, eye)];
    const rows = [
      [...times(right, x), x * at[0]],
      [...times(up, y), y * at[1]],
      [...times(forward, -a), a * at[2] + b],
      [...forward, -at[2]],
    ];
    // Only how these numbers relate counts. Those of a huge model would be too large to be multiplied with each other.
    return new Float32Array([0, 1, 2, 3].flatMap((column) => rows.map((row) => row[column] / distance)));
  }
}
Camera.ANGLE = 0.65;

/** The drawing of one model at a time. */
class Drawing {
  constructor(canvas) {
    // More pixels are drawn than the page has, which makes edges smooth: without a graphics card that takes less time than
    // antialiasing, and fewer can be drawn.
    const gl = canvas.getContext('webgl2', { antialias: false, alpha: false, powerPreference: 'low-power' });
    if (!gl) throw new Error('no WebGL 2');
    Object.assign(this, { canvas, gl, pictures: [], camera: new Camera(), buffers: [], arrays: [], parts: [] });
    this.flat = { x: 0.5, y: 0.5, scale: 1 };
    // How many of the pixels of a row are drawn: fewer where drawing them all takes too long.
    this.detail = 1;
    this.coarse = 1;
    this.start();
  }

  /** All that is lost with a context. */
  start() {
    const { gl } = this;
    const program = gl.createProgram();
    for (const [kind, source] of [[gl.VERTEX_SHADER, VERTEX_SHADER], [gl.FRAGMENT_SHADER, FRAGMENT_SHADER]]) {
      const shader = gl.createShader(kind);
      gl.shaderSource(shader, source);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost()) {
      throw new Error(gl.getProgramInfoLog(program) || 'shaders');
    }
    gl.useProgram(program);
    this.at = new Proxy({}, {
      get: (known, name) => (name in known ? known[name] : (known[name] = gl.getUniformLocation(program, name))),
    });
    this.moves = gl.createTexture();
    this.white = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, this.white);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, 1, 1, 0, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array([255, 255, 255, 255]));
    gl.bindTexture(gl.TEXTURE_2D, this.moves);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
    gl.uniform1i(this.at.u_moves, 1);
    gl.uniform1i(this.at.u_picture, 0);
    this.grid = this.array({ positions: Drawing.gridLines() });
    const corners = new Float32Array([0, 1, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]);
    this.plane = this.array({
      positions: new Float32Array(18), uvs: corners.filter((_, at) => at % 3 < 2),
    });
    this.buffers = [];
    this.arrays = [];
  }

  static gridLines() {
    const lines = [];
    for (let at = -10; at <= 10; at += 1) lines.push(at, 0, -10, at, 0, 10, -10, 0, at, 10, 0, at);
    return new Float32Array(lines);
  }

  /** A list of corners. What is not given is the same for all. */
  array({ positions, normals, uvs, bones, weights, elements, each }) {
    const { gl } = this;
    const array = gl.createVertexArray();
    this.arrays.push(array);
    gl.bindVertexArray(array);
    const add = (slot, values, size) => {
      if (!values) return;
      this.fill(gl.ARRAY_BUFFER, values);
      gl.enableVertexAttribArray(slot);
      if (slot === 3) gl.vertexAttribIPointer(slot, size, gl.UNSIGNED_SHORT, 0, 0);
      else gl.vertexAttribPointer(slot, size, gl.FLOAT, false, 0, 0);
      if (each) gl.vertexAttribDivisor(slot, 1);
    };
    add(0, positions, 3);
    add(1, normals, 3);
    add(2, uvs, 2);
    add(3, bones, 4);
    add(4, weights, 4);
    if (elements) this.fill(gl.ELEMENT_ARRAY_BUFFER, elements);
    gl.bindVertexArray(null);
    return { array, count: elements ? elements.length : positions.length / 3 };
  }

  fill(kind, values) {
    const { gl } = this;
    const buffer = gl.createBuffer();
    this.buffers.push(buffer);
    gl.bindBuffer(kind, buffer);
    gl.bufferData(kind, values, gl.STATIC_DRAW);
  }

  /** Forgets the model. */
  clear() {
    const { gl } = this;
    this.buffers.forEach((buffer) => gl.deleteBuffer(buffer));
    this.arrays.forEach((array) => gl.deleteVertexArray(array));
    this.pictures.forEach((picture) => picture && gl.deleteTexture(picture.texture));
    Object.assign(this, {
      buffers: [], arrays: [], pictures: [], parts: [], surface: null, edges: null, bristles: null, bones: null, joints: null,
      marked: null, changed: null, restyled: null, extra: null,
    });
  }

  /**
   * Takes meshes: `first` and `count` of each are those of its corners in a list. Returns these corners in the order in which
   * they are drawn: of very many, some are left out that nobody sees.
   */
  take(parts, corners, positions) {
    let order = corners;
    this.parts = runsOf(parts);
    if (this.parts.length > MOST_RUNS) [this.parts, order] = together(this.parts, order, null);
    if (layersOf(order, positions) > MOST_LAYERS) [this.parts, order] = together(this.parts, order, cornersByPlace(positions));
    this.coarse = Math.min(1, Math.max(0.05, Math.sqrt(MOST_LAYERS / (layersOf(order, positions) || 1))));
    return order;
  }

  /** Bones and the lines between them. */
  boneArrays(positions, parents) {
    const count = positions.length / 3;
    if (count === 0) return;
    const bones = new Uint16Array(count * 4).fill(NO_BONE);
    const weights = new Float32Array(count * 4);
    for (let bone = 0; bone < count; bone += 1) {
      bones[bone * 4] = bone;
      weights[bone * 4] = 1;
    }
    const lines = parents.flatMap((parent, bone) => (parent === null ? [] : [parent, bone]));
    const joints = { positions, bones, weights };
    this.joints = this.array(joints);
    this.bones = this.array({ ...joints, elements: new Uint32Array(lines) });
  }

  /** A picture for surfaces, once the browser has decoded it. */
  picture(original) {
    const { gl } = this;
    const image = Drawing.smaller(original, gl.getParameter(gl.MAX_TEXTURE_SIZE));
    const texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, false);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, image);
    gl.generateMipmap(gl.TEXTURE_2D);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR);
    const page = document.createElement('canvas');
    page.width = Math.min(image.width, 64);
    page.height = Math.min(image.height, 64);
    const context = page.getContext('2d', { willReadFrequently: true });
    context.drawImage(image, 0, 0, page.width, page.height);
    const pixels = context.getImageData(0, 0, page.width, page.height).data;
    const isClear = pixels.some((part, at) => at % 4 === 3 && part < 250);
    return { texture, isClear, width: image.width, height: image.height };
  }

  /** A picture that the graphics card takes. */
  static smaller(image, most) {
    const scale = most / Math.max(image.width, image.height);
    if (scale >= 1) return image;
    const page = document.createElement('canvas');
    Object.assign(page, { width: Math.floor(image.width * scale) || 1, height: Math.floor(image.height * scale) || 1 });
    page.getContext('2d').drawImage(image, 0, 0, page.width, page.height);
    return page;
  }

  /** Where bones have moved: 3 rows of 4 numbers for each; none at rest. */
  move(rows) {
    const { gl } = this;
    this.isPosed = rows.length > 0;
    if (!this.isPosed) return;
    const texels = rows.length / 4;
    const [width, height] = [Math.min(texels, 768), Math.ceil(texels / 768)];
    const whole = width * height === texels ? rows : new Float32Array(width * height * 4);
    if (whole !== rows) whole.set(rows);
    gl.activeTexture(gl.TEXTURE1);
    gl.bindTexture(gl.TEXTURE_2D, this.moves);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA32F, width, height, 0, gl.RGBA, gl.FLOAT, whole);
    gl.activeTexture(gl.TEXTURE0);
  }

  /** Fits the canvas to its place in the page. */
  resize() {
    const { canvas } = this;
    this.ratio = 1;
    // A canvas outside of the page has the size that it was made with.
    if (!canvas.isConnected) return;
    const ratio = Math.min(Math.max(window.devicePixelRatio || 1, 1.5), 2) * this.detail * this.coarse;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight].map((size) => Math.max(1, Math.round(size * ratio)));
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    this.ratio = ratio;
  }

  get aspect() { return this.canvas.width / this.canvas.height; }

  /** What takes texture coordinates to the screen. */
  flatMatrix() {
    const { x, y, scale } = this.flat;
    const [w, h] = this.aspect > 1 ? [1 / this.aspect, 1] : [1, this.aspect];
    const size = 1.5 * scale;
    return new Float32Array([size * w, 0, 0, 0, 0, size * h, 0, 0, 0, 0, 0, 0, -x * size * w, -y * size * h, 0, 1]);
  }

  color(values) { this.gl.uniform4fv(this.at.u_color, values); }
  kind(kind) { this.gl.uniform1i(this.at.u_kind, kind); }

  show({ array, count }, mode, elements, first = 0) {
    const { gl } = this;
    gl.bindVertexArray(array);
    // Corners without bones of their own hang on none.
    gl.vertexAttribI4ui(3, NO_BONE, NO_BONE, NO_BONE, NO_BONE);
    if (elements) gl.drawElements(mode, count, gl.UNSIGNED_INT, first * 4);
    else gl.drawArrays(mode, first, count);
  }

  /** Draws all that `look` asks for. */
  draw(look) {
    const { gl, at, camera } = this;
    this.resize();
    gl.viewport(0, 0, this.canvas.width, this.canvas.height);
    gl.clearColor(...look.backdrop, 1);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.activeTexture(gl.TEXTURE1);
    gl.bindTexture(gl.TEXTURE_2D, this.moves);
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, this.white);
    gl.uniform1f(at.u_along, 0);
    gl.uniform1i(at.u_flat, look.uv ? 1 : 0);
    gl.uniform3fv(at.u_back_color, BACK);
    gl.uniform1i(at.u_texture, 0);
    gl.uniform1f(at.u_size, 11 * this.ratio);
    gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
    gl.disable(gl.BLEND);
    gl.depthMask(true);
    if (look.uv) {
      this.drawFlat(look);
      return;
    }
    gl.enable(gl.DEPTH_TEST);
    gl.depthFunc(gl.LEQUAL);
    const { right, up, forward, eye } = camera;
    const light = plus(plus(times(right, -0.45), times(up, 0.6)), times(forward, -0.75));
    gl.uniform3fv(at.u_light, times(light, 1 / lengthOf(light)));
    gl.uniform3fv(at.u_eye, eye);
    const matrix = camera.matrix(this.aspect, look.reach);
    gl.uniform1i(at.u_posed, 0);
    if (look.floor) this.drawGrid(look, matrix);
    if (!look.hasModel) return;
    gl.uniformMatrix4fv(at.u_matrix, false, matrix);
    gl.uniform1i(at.u_posed, this.isPosed ? 1 : 0);
    this.drawSurface(look);
    this.drawLines(look);
    if (look.skeleton && this.bones) this.drawSkeleton();
    if (look.changes !== false) {
      this.drawMarked(this.restyled, RESTYLED);
      this.drawMarked(this.changed, CHANGED);
    }
    this.drawMarked(this.marked, MARKED);
  }

  drawGrid(look, matrix) {
    const { gl, at } = this;
    const moved = new Float32Array(matrix);
    const [x, y, z] = look.floor;
    for (let row = 0; row < 4; row += 1) {
      moved[12 + row] += matrix[row] * x + matrix[4 + row] * y + matrix[8 + row] * z;
      for (const column of [0, 4, 8]) moved[column + row] *= look.cell;
    }
    gl.uniformMatrix4fv(at.u_matrix, false, moved);
    this.kind(1);
    this.color([...look.lines, 1]);
    this.show(this.grid, gl.LINES);
  }

  drawSurface(look) {
    const { gl, at } = this;
    gl.enable(gl.POLYGON_OFFSET_FILL);
    this.kind(0);
    gl.uniform1i(at.u_back, look.back ? 1 : 0);
    gl.uniform1f(at.u_cell, look.cell * 0.5);
    const draw = (part) => {
      const material = part.material;
      const picture = material.picture;
      gl.uniform1i(at.u_texture, picture ? 1 : material.isMissing ? 2 : 0);
      gl.bindTexture(gl.TEXTURE_2D, picture ? picture.texture : this.white);
      this.color([...material.diffuse, material.opacity]);
      gl.uniform3fv(at.u_emissive, material.emissive);
      gl.uniform3fv(at.u_specular, material.specular);
      gl.uniform1f(at.u_shininess, material.shininess);
      // Backs are a little further away, so that none shows at an edge.
      gl.enable(gl.CULL_FACE);
      for (const [side, offset] of [[gl.FRONT, 3], [gl.BACK, 1]]) {
        gl.cullFace(side);
        gl.polygonOffset(offset, offset);
        this.show({ array: this.surface.array, count: part.count }, gl.TRIANGLES, true, part.first);
      }
      gl.disable(gl.CULL_FACE);
    };
    const isClear = ({ material }) => material.opacity < 1 || (material.picture && material.picture.isClear);
    const parts = this.parts.filter((part) => part.count > 0);
    parts.filter((part) => !isClear(part)).forEach(draw);
    gl.enable(gl.BLEND);
    parts.filter(isClear).forEach(draw);
    gl.bindTexture(gl.TEXTURE_2D, this.white);
    gl.uniform1i(at.u_texture, 0);
    if (this.extra) {
      this.color([0.545, 0.361, 0.965, 1]);
      gl.uniform3fv(at.u_emissive, [0, 0, 0]);
      gl.uniform1i(at.u_posed, 0);
      this.show(this.extra, gl.TRIANGLES);
      gl.uniform1i(at.u_posed, this.isPosed ? 1 : 0);
    }
    gl.disable(gl.POLYGON_OFFSET_FILL);
  }

  /** Whether the back of a face is seen. Backs are drawn without anything else, and then all is drawn as it was. */
  seesBacks(look) {
    const { gl, at, canvas } = this;
    if (!this.surface || look.uv || !look.hasModel || !look.back) return false;
    // What was drawn for the page is gone, and with it how far away it was.
    this.draw(look);
    gl.clearColor(0, 0, 0, 1);
    gl.clear(gl.COLOR_BUFFER_BIT);
    gl.disable(gl.BLEND);
    gl.enable(gl.POLYGON_OFFSET_FILL);
    gl.polygonOffset(3, 3);
    gl.enable(gl.CULL_FACE);
    gl.cullFace(gl.FRONT);
    this.kind(0);
    for (const { material, first, count } of this.parts) {
      const { picture } = material;
      gl.uniform1i(at.u_texture, picture ? 1 : 0);
      gl.bindTexture(gl.TEXTURE_2D, picture ? picture.texture : this.white);
      this.color([...material.diffuse, material.opacity]);
      if (count > 0 && material.opacity > 0.99) this.show({ array: this.surface.array, count }, gl.TRIANGLES, true, first);
    }
    gl.disable(gl.CULL_FACE);
    gl.disable(gl.POLYGON_OFFSET_FILL);
    const pixels = new Uint8Array(canvas.width * canvas.height * 4);
    gl.readPixels(0, 0, canvas.width, canvas.height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    this.draw(look);
    // Edges of closed models may be a pixel wide, and do not count: four pixels that meet do.
    const isBack = (pixel) => pixels[pixel * 4] > 100;
    let seen = 0;
    for (let pixel = canvas.width + 1; pixel < canvas.width * canvas.height && seen < 20; pixel += 1) {
      if (isBack(pixel) && isBack(pixel - 1) && isBack(pixel - canvas.width) && isBack(pixel - canvas.width - 1)) seen += 1;
    }
    return seen === 20;
  }

  drawLines(look) {
    const { gl, at } = this;
    this.kind(1);
    if (look.wireframe) {
      this.color([...look.ink, 0.55]);
      this.show(this.edges, gl.LINES, true);
    }
    if (look.normals && this.bristles.count > 0) {
      this.color([0.1, 0.62, 0.42, 1]);
      gl.uniform1f(at.u_along, look.radius * 0.05);
      gl.bindVertexArray(this.bristles.array);
      gl.vertexAttribI4ui(3, NO_BONE, NO_BONE, NO_BONE, NO_BONE);
      gl.drawArraysInstanced(gl.LINES, 0, 2, this.bristles.count);
      gl.uniform1f(at.u_along, 0);
    }
  }

  /** What is marked is seen through what hides it, faintly. */
  drawMarked(marked, color) {
    const { gl } = this;
    if (!marked) return;
    const { faces, edges, points } = marked;
    gl.enable(gl.BLEND);
    gl.depthMask(false);
    this.kind(1);
    for (const [func, alpha] of [[gl.GREATER, 0.28], [gl.LEQUAL, 0.62]]) {
      gl.depthFunc(func);
      this.color([...color, alpha]);
      if (faces) this.show(faces, gl.TRIANGLES);
    }
    gl.disable(gl.DEPTH_TEST);
    this.color([...color, 1]);
    if (edges) this.show(edges, gl.LINES);
    this.kind(2);
    gl.uniform1f(this.at.u_size, 12 * this.ratio);
    if (points) this.show(points, gl.POINTS);
    gl.enable(gl.DEPTH_TEST);
    gl.depthFunc(gl.LEQUAL);
    gl.depthMask(true);
  }

  drawSkeleton() {
    const { gl, at } = this;
    gl.disable(gl.DEPTH_TEST);
    gl.enable(gl.BLEND);
    this.kind(1);
    this.color([0.95, 0.72, 0.1, 0.95]);
    this.show(this.bones, gl.LINES, true);
    this.kind(2);
    gl.uniform1f(at.u_size, 8 * this.ratio);
    this.color([0.85, 0.5, 0, 1]);
    this.show(this.joints, gl.POINTS);
    gl.enable(gl.DEPTH_TEST);
  }

  /** The faces of a material on its texture. */
  drawFlat(look) {
    const { gl, at } = this;
    gl.disable(gl.DEPTH_TEST);
    gl.uniform1i(at.u_posed, 0);
    gl.uniformMatrix4fv(at.u_matrix, false, this.flatMatrix());
    const material = look.uvMaterial;
    this.kind(3);
    this.color([...look.lines, 1]);
    gl.bindTexture(gl.TEXTURE_2D, material && material.picture ? material.picture.texture : this.white);
    if (!material || !material.picture) this.kind(1);
    this.show(this.plane, gl.TRIANGLES);
    gl.bindTexture(gl.TEXTURE_2D, this.white);
    if (!look.hasModel) return;
    gl.enable(gl.BLEND);
    this.kind(1);
    for (const part of this.parts.filter((part) => part.material === material)) {
      this.color([...MARKED, 0.1]);
      this.show({ array: this.surface.array, count: part.count }, gl.TRIANGLES, true, part.first);
      this.color([...look.ink, 0.8]);
      this.show({ array: this.edges.array, count: part.count * 2 }, gl.LINES, true, part.first * 2);
    }
    if (look.changes !== false && this.restyled && this.restyled.faces) {
      this.color([...RESTYLED, 0.5]);
      this.show(this.restyled.faces, gl.TRIANGLES);
    }
    if (!this.marked) return;
    this.color([...MARKED, 0.6]);
    if (this.marked.faces) this.show(this.marked.faces, gl.TRIANGLES);
    this.kind(2);
    this.color([...MARKED, 1]);
    if (this.marked.corners) this.show(this.marked.corners, gl.POINTS);
  }
}
