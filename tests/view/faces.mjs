// From where a page shows faces: whether each is seen there, and from its front.
import fs from 'node:fs';

/** Gives a page a finding about each of some faces of its model, and nothing else. */
export const markFaces = (file, faces) => {
  const start = '<script type="application/json" class="model">';
  const [before, first] = fs.readFileSync(file, 'utf8').split(start);
  const [json, ...rest] = first.split('</script>');
  const data = JSON.parse(json);
  data.findings = faces.map((face) => ({
    rule: 'flipped-face', url: '', group: 'geometry', severity: 'info', message: 'it is asked for', help: null, place: `face ${face}`, near: '', at: '',
    count: 1, effects: [], mark: { faces: [face] },
  }));
  fs.writeFileSync(file, [before, [JSON.stringify(data), ...rest].join('</script>')].join(start));
};

/** Shows one face after the other, as its finding does, and says which of them are not seen as well as they can be. */
export const facesShown = (page) => page.evaluate(() => {
  const { state, drawing } = ms3dlintView;
  const { model } = state;
  const minus = (a, b) => a.map((value, axis) => value - b[axis]);
  const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  const size = (a) => Math.hypot(...a);
  const [motion] = model.motions;
  const moves = movesAt(motion, model.bones.length * 4, state.time);
  const { bones, weights } = model.weights[motion ? motion.weights : 0];
  const point = (corner) => movedPoint(moves, [...model.positions.subarray(corner * 3, corner * 3 + 3)], bones, weights, corner * 4);
  const triangles = Array.from({ length: model.faces.length / 3 }, (_, face) => [...model.faces.subarray(face * 3, face * 3 + 3)].map(point));
  /** The first thing on a ray, how far away it is, and whether that is its back. */
  const firstOn = (from, way, but, least) => {
    let best = { far: Infinity };
    triangles.forEach(([a, b, c], face) => {
      if (face === but) return;
      const [one, two] = [minus(b, a), minus(c, a)];
      const side = cross(way, two);
      const scale = dot(one, side);
      if (Math.abs(scale) < 1e-20) return;
      const off = minus(from, a);
      const u = dot(off, side) / scale;
      const other = cross(off, one);
      const v = dot(way, other) / scale;
      const far = dot(two, other) / scale;
      if (u >= 0 && v >= 0 && u + v <= 1 && far > least && far < best.far) best = { far, isBack: scale < 0 };
    });
    return best;
  };
  const rows = [...document.querySelectorAll('#findings .row')];
  const tiny = model.radius * 1e-4;
  /** Ways out of a face: to the pole, and around it. */
  const waysFrom = (normal) => {
    const across = cross(normal, Math.abs(normal[1]) < 0.9 ? [0, 1, 0] : [1, 0, 0]);
    const unit = across.map((value) => value / size(across));
    const other = cross(normal, unit);
    return [0, 0.5, 0.9, 1.2].flatMap((tilt) => Array.from({ length: tilt ? 12 : 1 }, (_, at) => {
      const [x, y] = [Math.cos(at * Math.PI / 6) * Math.sin(tilt), Math.sin(at * Math.PI / 6) * Math.sin(tilt)];
      return normal.map((value, axis) => value * Math.cos(tilt) + unit[axis] * x + other[axis] * y);
    }));
  };
  const result = { count: 0, hidden: [], edgeOn: [], behind: [], inside: [] };
  rows.forEach((row, at) => {
    const [face] = state.model.data.findings[at].mark.faces;
    const [a, b, c] = triangles[face];
    const around = cross(minus(b, a), minus(c, a));
    if (!(size(around) > model.radius ** 2 * 1e-9)) return;
    row.click();
    result.count += 1;
    const normal = around.map((value) => value / size(around));
    const middle = a.map((value, axis) => (value + b[axis] + c[axis]) / 3);
    const way = minus(middle, drawing.camera.eye);
    const far = size(way);
    const ray = way.map((value) => value / far);
    const before = firstOn(drawing.camera.eye, ray, face, 0);
    if (before.far < far - tiny) result.hidden.push(face);
    const slope = -dot(ray, normal);
    if (Math.abs(slope) < 0.15) result.edgeOn.push(face);
    const back = ray.map((value) => -value);
    const isFree = (side) => waysFrom(side).some((one) => firstOn(middle, one, face, tiny).far === Infinity);
    // From behind only what nobody sees from its front, and from inside only what nobody sees from outside.
    if (slope < 0 && isFree(normal)) result.behind.push(face);
    if (firstOn(middle, back, face, tiny).isBack && (isFree(normal) || isFree(normal.map((value) => -value)))) result.inside.push(face);
  });
  return result;
});
