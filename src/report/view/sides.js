// From which side faces are seen best.

/** What is first in some directions from a point: how far it is, and whether its back is seen. `triangles` are nine numbers each. */
const firstThings = (from, directions, triangles, but, least) => {
  const far = new Float64Array(directions.length).fill(Infinity);
  const isBack = new Uint8Array(directions.length);
  const flat = Float64Array.from(directions.flat());
  for (let at = 0; at < triangles.length; at += 9) {
    if (but.has(at / 9)) continue;
    const [ax, ay, az] = [triangles[at] - from[0], triangles[at + 1] - from[1], triangles[at + 2] - from[2]];
    const [bx, by, bz] = [triangles[at + 3] - from[0], triangles[at + 4] - from[1], triangles[at + 5] - from[2]];
    const [cx, cy, cz] = [triangles[at + 6] - from[0], triangles[at + 7] - from[1], triangles[at + 8] - from[2]];
    // The planes through the point and an edge: a direction that is on the same side of all three goes through the triangle.
    const [px, py, pz] = [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
    const [qx, qy, qz] = [by * cz - bz * cy, bz * cx - bx * cz, bx * cy - by * cx];
    const [rx, ry, rz] = [cy * az - cz * ay, cz * ax - cx * az, cx * ay - cy * ax];
    const volume = ax * qx + ay * qy + az * qz;
    for (let way = 0; way < directions.length; way += 1) {
      const [x, y, z] = [flat[way * 3], flat[way * 3 + 1], flat[way * 3 + 2]];
      const one = x * px + y * py + z * pz;
      const two = x * qx + y * qy + z * qz;
      if (one * two < 0) continue;
      const three = x * rx + y * ry + z * rz;
      if (one * three < 0 || two * three < 0) continue;
      const sum = one + two + three;
      const there = volume / sum;
      if (there > least && there < far[way]) {
        far[way] = there;
        isBack[way] = sum > 0 ? 1 : 0;
      }
    }
  }
  return { far, isBack };
};

/** Directions on both sides of a plane, each with how much it is one along the normal: negative ones are from behind. */
const directionsAround = (normal) => {
  const across = crossed(normal, Math.abs(normal[1]) < 0.9 ? [0, 1, 0] : [1, 0, 0]);
  const one = times(across, 1 / lengthOf(across));
  const two = crossed(normal, one);
  const turns = [0, 0.35, 0.7, 1, 1.25].flatMap((tilt) => Array.from({ length: tilt ? 12 : 1 }, (_, at) => {
    const turn = at * Math.PI / 6;
    return [Math.cos(tilt), plus(times(one, Math.cos(turn) * Math.sin(tilt)), times(two, Math.sin(turn) * Math.sin(tilt)))];
  }));
  return [1, -1].flatMap((side) => turns.map(([slope, aside]) => ({ way: plus(times(normal, side * slope), aside), slope: side * slope })));
};

/**
 * How good it is to look from there: at the front from outside; from behind; at the front from before what is in the way; in a gap,
 * or in a body with room; and through a body that hides it.
 */
const kindOf = ({ slope, far, isBack, isOutside }, size) => {
  if (isOutside) return slope > 0 ? 4 : 3;
  if (slope <= 0) return 0;
  if (far > size * 3) return isBack ? 1 : 2;
  return isBack ? 0 : 1;
};

/**
 * The camera that sees faces best: their fronts, unless these are hidden, and nothing before them if that can be. `triangles` are those of the
 * model, `radius` is its size, and `middle` is its middle. There is none for faces that look everywhere, or of which most are hidden
 * from there.
 */
const bestSide = (faces, triangles, { middle, radius }) => {
  const pointsOf = (face) => [0, 3, 6].map((at) => [...triangles.subarray(face * 9 + at, face * 9 + at + 3)]);
  const normals = faces.map((face) => {
    const [a, b, c] = pointsOf(face);
    const normal = crossed(minus(b, a), minus(c, a));
    return times(normal, 1 / (lengthOf(normal) || 1));
  });
  const mean = times(normals.reduce(plus, [0, 0, 0]), 1 / faces.length);
  if (!(lengthOf(mean) > 0.5)) return null;
  const centers = faces.map((face) => times(pointsOf(face).reduce(plus, [0, 0, 0]), 1 / 3));
  const around = boundsOf(faces.flatMap(pointsOf));
  const target = faces.length > 1 ? around.middle : centers[0];
  const wanted = Math.max(around.radius * 3.4, radius * 0.3);
  const least = radius * 1e-5;
  const own = new Set(faces);
  const out = times(minus(target, middle), 0.1 / radius);

  const sides = directionsAround(times(mean, 1 / lengthOf(mean)));
  const first = firstThings(centers[0], sides.map(({ way }) => way), triangles, own, least);
  sides.forEach((side, at) => {
    Object.assign(side, { far: first.far[at], isBack: Boolean(first.isBack[at]) });
    // Inside of a body, all that is seen is backs.
    side.isOutside = side.far === Infinity || (side.far > wanted && !side.isBack);
    side.kind = kindOf(side, around.radius);
    const near = side.kind === 1 ? Math.min(side.far / wanted, 1) : 1;
    side.worth = Math.abs(side.slope) * near + dotted(side.way, out) + side.kind * 10;
    const [x, y, z] = side.way;
    side.camera = {
      target, yaw: Math.atan2(x, z), pitch: Math.max(-1.5, Math.min(1.5, Math.asin(Math.max(-1, Math.min(1, y))))),
      // What is seen through all that hides it is seen from outside.
      distance: side.kind > 2 ? wanted : side.kind > 0 ? Math.min(Math.max(side.far * 0.9, around.radius * 0.1), wanted) : Math.max(wanted, radius * 1.2),
    };
  });
  sides.sort((a, b) => b.worth - a.worth);

  // Of the best, how much is seen from just there: of one face its corners, too; of several their centers.
  const spots = faces.length > 1 ? centers : [centers[0], ...pointsOf(faces[0]).map((corner) => plus(times(centers[0], 0.3), times(corner, 0.7)))];
  const seen = ({ camera }) => {
    const eye = minus(target, times(Object.assign(new Camera(), camera).forward, camera.distance));
    const ways = spots.map((spot) => minus(spot, eye));
    // A way is as long as it is to its spot.
    const { far } = firstThings(eye, ways, triangles, own, 0);
    const isSeen = ways.map((way, at) => far[at] >= 1 - least / lengthOf(way));
    return { hasMiddle: isSeen[0], share: isSeen.filter(Boolean).length / spots.length };
  };
  const candidates = sides.slice(0, 16).concat(sides.slice(16).filter(({ kind }, at) => kind === 0 && at % 6 === 0));
  for (const side of candidates) {
    const { hasMiddle, share } = seen(side);
    side.isGood = hasMiddle && share > 0.5;
    side.worth += share * 2 - (hasMiddle ? 0 : 40);
  }
  const { camera, isGood } = candidates.reduce((a, b) => (b.worth > a.worth ? b : a));
  return isGood || faces.length === 1 ? camera : null;
};
