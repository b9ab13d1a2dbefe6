// Compares where three.js has the corners of .glb files with where the .json files beside them have them.
// `node compare.mjs FOLDER`
import fs from 'node:fs';
import path from 'node:path';
import * as THREE from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';

// Of the largest coordinate of a bone or a corner, or of 1 if all are smaller.
const TOLERANCE = 1e-4;

// There are no pictures in node, so the file is read without materials.
function withoutMaterials(bytes) {
  const length = bytes.readUInt32LE(12);
  const json = JSON.parse(bytes.subarray(20, 20 + length));
  for (const mesh of json.meshes ?? []) for (const primitive of mesh.primitives) delete primitive.material;
  for (const key of ['materials', 'textures', 'images']) delete json[key];
  const rest = bytes.subarray(20 + length);
  const text = Buffer.from(JSON.stringify(json));
  const chunk = Buffer.concat([text, Buffer.alloc((4 - (text.length % 4)) % 4, ' ')]);
  const head = Buffer.from(bytes.subarray(0, 20));
  head.writeUInt32LE(20 + chunk.length + rest.length, 8);
  head.writeUInt32LE(chunk.length, 12);
  const whole = Buffer.concat([head, chunk, rest]);
  return whole.buffer.slice(whole.byteOffset, whole.byteOffset + whole.length);
}

// The largest difference of a file, and how many corners were compared.
async function difference(bytes, expected) {
  const gltf = await new GLTFLoader().parseAsync(withoutMaterials(bytes), '');
  const meshes = [];
  gltf.scene.traverse((object) => object.isMesh && meshes.push(object));
  // A mesh is where its node is, and nodes of meshes have the order of the file.
  meshes.sort((one, other) => gltf.parser.associations.get(one).nodes - gltf.parser.associations.get(other).nodes);
  const mixer = new THREE.AnimationMixer(gltf.scene);
  for (const clip of gltf.animations) {
    const action = mixer.clipAction(clip);
    action.setLoop(THREE.LoopOnce).play();
    action.clampWhenFinished = true;
  }
  const at = new THREE.Vector3();
  let [worst, size, corners] = [0, expected.size, 0];
  for (const [index, time] of expected.times.entries()) {
    mixer.setTime(time);
    gltf.scene.updateMatrixWorld(true);
    const parts = expected.poses[index];
    if (parts.length !== meshes.length) return { worst: Infinity, corners };
    for (const [number, mesh] of meshes.entries()) {
      if (mesh.geometry.attributes.position.count !== parts[number].length) return { worst: Infinity, corners };
      for (const [corner, position] of parts[number].entries()) {
        mesh.getVertexPosition(corner, at).applyMatrix4(mesh.matrixWorld);
        const far = Math.max(...at.toArray().map((part, axis) => Math.abs(part - position[axis])));
        worst = far <= worst ? worst : far;
        size = Math.max(size, ...position.map(Math.abs));
        corners += 1;
      }
    }
  }
  return { worst: worst / size, corners };
}

const folder = process.argv[2];
const counts = { files: 0, animated: 0, corners: 0, bad: 0, worst: 0 };
const skipped = new Map();
for (const name of fs.readdirSync(folder).filter((name) => name.endsWith('.glb'))) {
  const expected = JSON.parse(fs.readFileSync(path.join(folder, name.replace(/glb$/, 'json'))));
  if (expected.moves) {
    skipped.set(expected.moves, (skipped.get(expected.moves) ?? 0) + 1);
    continue;
  }
  const { worst, corners } = await difference(fs.readFileSync(path.join(folder, name)), expected);
  counts.files += 1;
  counts.animated += expected.times.at(-1) > 0 ? 1 : 0;
  counts.corners += corners;
  if (!(worst < TOLERANCE)) {
    counts.bad += 1;
    console.log(`${expected.name} (${name}): ${worst}`);
  } else counts.worst = Math.max(counts.worst, worst);
}
for (const [loss, count] of skipped) console.log(`  not compared for ${loss}: ${count}`);
console.log(
  `${counts.files} files, ${counts.animated} with an animation, ${counts.corners} positions of corners compared, ` +
    `${counts.bad} files differ; the others by ${counts.worst.toExponential(1)} of their size at most`,
);
process.exit(counts.corners === 0 || counts.bad > 0 ? 1 : 0);
