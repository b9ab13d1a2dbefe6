//! The names of blocks and fields that both writers and the defects use.

/// The blocks of comments about meshes, materials and bones.
pub(super) const COMMENTS: [&str; 3] = ["GroupComments", "MaterialComments", "BoneComments"];
/// The block of the comment about the model.
pub(super) const MODEL_COMMENT: &str = "ModelComment";
/// The parts of a position or a direction.
pub(super) const AXES: [&str; 3] = ["x", "y", "z"];
/// The parts of a rotation.
pub(super) const TURNS: [&str; 3] = ["rotation x", "rotation y", "rotation z"];
/// The names of the colours of a material.
pub(super) const COLORS: [[&str; 4]; 4] = [
    ["ambient red", "ambient green", "ambient blue", "ambient alpha"],
    ["diffuse red", "diffuse green", "diffuse blue", "diffuse alpha"],
    ["specular red", "specular green", "specular blue", "specular alpha"],
    ["emissive red", "emissive green", "emissive blue", "emissive alpha"],
];
/// The names of the corners of a face.
pub(super) const CORNERS: [&str; 3] = ["first vertex", "second vertex", "third vertex"];
/// The names of the normals of its corners.
pub(super) const CORNER_NORMALS: [&str; 3] = ["first normal", "second normal", "third normal"];
/// The names of the normals of the corners of a face, by corner and axis.
pub(super) const NORMALS: [[&str; 3]; 3] = [
    ["first normal x", "first normal y", "first normal z"],
    ["second normal x", "second normal y", "second normal z"],
    ["third normal x", "third normal y", "third normal z"],
];
