//! The fields of every record, in one list for both formats, with a constant for the number of each,
//! as [`field`](super::field) counts them.
//!
//! To add a field, add one line to the list: the constant, what the field may hold, and its name in
//! messages. It belongs to the `line` of ASCII that has it, or to `binary` if only binary files have it.
//! Fields of binary files are listed in [`binary`](super::binary) too, in their order and with their width.

use super::{Field, FieldKind, Lines, Record};

/// Makes a module for each record, with a constant for each line of the list. A constant with one name is the
/// number of that field. One with several names is a run of like fields: the array of their numbers.
macro_rules! records {
    ($(
        $(#[$about:meta])*
        $module:ident = $record:ident {
            $(line { $($(#[$doc:meta])* $constant:ident: $kind:ident $($name:literal)+;)+ })*
            $(binary { $($(#[$own_doc:meta])* $own:ident: $own_kind:ident $($own_name:literal)+;)+ })?
            $(also { $($item:item)+ })?
        }
    )+) => {
        $(
            $(#[$about])*
            pub mod $module {
                use super::{Field, FieldKind, Lines, number};

                pub(super) const LINES: Lines =
                    &[$(&[$($(Field { name: $name, kind: FieldKind::$kind }),+),+]),*];
                pub(super) const ALL: &[Field] = &[
                    $($($(Field { name: $name, kind: FieldKind::$kind },)+)+)*
                    $($($(Field { name: $own_name, kind: FieldKind::$own_kind },)+)+)?
                ];
                $($($(#[$doc])* pub const $constant: numbers!(type $($name)+) = numbers!($($name)+);)+)*
                $($($(#[$own_doc])* pub const $own: numbers!(type $($own_name)+) = numbers!($($own_name)+);)+)?
                $($($item)+)?
            }
        )+

        /// All fields of a record, and its lines in ASCII.
        pub(super) fn of(record: Record) -> (&'static [Field], Lines) {
            match record {
                $(Record::$record => ($module::ALL, $module::LINES),)+
            }
        }
    };
}

/// The type and the value of a constant.
macro_rules! numbers {
    (type $name:literal) => { u8 };
    (type $($name:literal)+) => { [u8; [$($name),+].len()] };
    ($name:literal) => { number(ALL, $name) };
    ($($name:literal)+) => { [$(number(ALL, $name)),+] };
}

/// The number of the field with this name. There must be exactly one, or the program does not compile.
const fn number(fields: &[Field], name: &str) -> u8 {
    let mut number = 0;
    while !is_same(fields[number].name, name) {
        number += 1;
    }
    let mut other = number + 1;
    while other < fields.len() {
        assert!(!is_same(fields[other].name, name), "two fields of a record have the same name");
        other += 1;
    }
    number as u8
}

const fn is_same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut index = 0;
    while index < a.len() && index < b.len() && a[index] == b[index] {
        index += 1;
    }
    index == a.len() && index == b.len()
}

records! {
    /// Of the header of a binary file.
    file = File {
        binary {
            /// The signature of every binary file.
            ID: Text "id";
            /// The version of the format.
            VERSION: Integer "version";
        }
    }

    /// Of the line that opens a block.
    block = Block {
        line {
            /// The number after the colon, or the count of a binary block.
            COUNT: Count "count";
        }
        binary {
            /// The version of a binary block that has one.
            VERSION: Integer "version";
        }
    }

    /// Of a mesh.
    mesh = Mesh {
        line {
            /// Its name.
            NAME: Text "name";
            /// Flags of the editor.
            FLAGS: Integer "flags";
            /// The index of its material.
            MATERIAL: Integer "material";
        }
        line {
            /// How many vertices follow.
            VERTEX_COUNT: Count "vertex count";
        }
        line {
            /// How many normals follow.
            NORMAL_COUNT: Count "normal count";
        }
        line {
            /// How many faces follow.
            FACE_COUNT: Count "face count";
        }
    }

    /// Of a vertex.
    vertex = Vertex {
        line {
            /// Flags of the editor.
            FLAGS: Integer "flags";
            /// Its position.
            POSITION: Float "x" "y" "z";
            /// The first of its two texture coordinates.
            U: Float "u";
            /// The second of its two texture coordinates.
            V: Float "v";
            /// The index of its bone.
            BONE: Integer "bone";
        }
        binary {
            /// How many corners of faces use it; only in binary files.
            REFERENCE_COUNT: Integer "reference count";
        }
    }

    /// Of a normal.
    normal = Normal {
        line {
            /// Its direction.
            DIRECTION: Float "x" "y" "z";
        }
    }

    /// Of a face.
    face = Face {
        line {
            /// Flags of the editor.
            FLAGS: Integer "flags";
            /// The index of the vertex of each corner.
            VERTICES: Integer "first vertex" "second vertex" "third vertex";
            /// The index of the normal of each corner.
            NORMAL_INDICES: Integer "first normal" "second normal" "third normal";
            /// Its smoothing group.
            SMOOTHING_GROUP: Integer "smoothing group";
        }
        binary {
            /// The normal of its first corner; from here on only in binary files.
            FIRST_NORMAL: Float "first normal x" "first normal y" "first normal z";
            /// The normal of its second corner.
            SECOND_NORMAL: Float "second normal x" "second normal y" "second normal z";
            /// The normal of its third corner.
            THIRD_NORMAL: Float "third normal x" "third normal y" "third normal z";
            /// The first texture coordinate of each corner.
            U: Float "first u" "second u" "third u";
            /// The second texture coordinate of each corner.
            V: Float "first v" "second v" "third v";
            /// The index of its mesh.
            GROUP: Integer "group";
        }
        also {
            /// The normal of each corner.
            pub const NORMALS: [[u8; 3]; 3] = [FIRST_NORMAL, SECOND_NORMAL, THIRD_NORMAL];
        }
    }

    /// Of a material.
    material = Material {
        line {
            /// Its name.
            NAME: Text "name";
        }
        line {
            /// Its ambient colour.
            AMBIENT: Float "ambient red" "ambient green" "ambient blue" "ambient alpha";
        }
        line {
            /// Its diffuse colour.
            DIFFUSE: Float "diffuse red" "diffuse green" "diffuse blue" "diffuse alpha";
        }
        line {
            /// Its specular colour.
            SPECULAR: Float "specular red" "specular green" "specular blue" "specular alpha";
        }
        line {
            /// Its emissive colour.
            EMISSIVE: Float "emissive red" "emissive green" "emissive blue" "emissive alpha";
        }
        line {
            /// Its shininess.
            SHININESS: Float "shininess";
        }
        line {
            /// How opaque it is.
            TRANSPARENCY: Float "transparency";
        }
        line {
            /// The path of its texture.
            TEXTURE: Text "texture";
        }
        line {
            /// The path of its alpha map.
            ALPHA_MAP: Text "alpha map";
        }
        binary {
            /// How its texture is put on; only in binary files.
            MODE: Integer "mode";
        }
        also {
            /// Its four colours.
            pub const COLORS: [[u8; 4]; 4] = [AMBIENT, DIFFUSE, SPECULAR, EMISSIVE];
        }
    }

    /// Of a bone.
    bone = Bone {
        line {
            /// Its name.
            NAME: Text "name";
        }
        line {
            /// The name of its parent.
            PARENT: Text "parent";
        }
        line {
            /// Flags of the editor.
            FLAGS: Integer "flags";
            /// Its position relative to its parent.
            POSITION: Float "x" "y" "z";
            /// Its rotation: three angles in radians.
            ROTATION: Float "rotation x" "rotation y" "rotation z";
        }
        line {
            /// How many position keys follow.
            POSITION_KEY_COUNT: Count "position key count";
        }
        line {
            /// How many rotation keys follow.
            ROTATION_KEY_COUNT: Count "rotation key count";
        }
    }

    /// Of a position key of a bone.
    position_key = PositionKey {
        line {
            /// Its time: in frames from 1, or in seconds in a binary file.
            TIME: Float "time";
            /// Its translation.
            VALUE: Float "x" "y" "z";
        }
    }

    /// Of a rotation key of a bone.
    rotation_key = RotationKey {
        line {
            /// Its time: in frames from 1, or in seconds in a binary file.
            TIME: Float "time";
            /// Its rotation: three angles in radians.
            VALUE: Float "rotation x" "rotation y" "rotation z";
        }
    }

    /// Of a comment about a mesh, a material or a bone.
    comment = Comment {
        line {
            /// The index of the object that it is about.
            INDEX: Integer "index";
        }
        line {
            /// Its text.
            TEXT: FreeText "text";
        }
        binary {
            /// The length of its text in bytes; only in binary files.
            LENGTH: Count "length";
        }
    }

    /// Of the comment about the model.
    model_comment = ModelComment {
        line {
            /// Its text.
            TEXT: FreeText "text";
        }
        binary {
            /// The length of its text in bytes; only in binary files.
            LENGTH: Count "length";
        }
    }

    /// Of a face that a mesh lists.
    member = Member {
        binary {
            /// Its index among the faces of the file.
            FACE: Integer "face";
        }
    }

    /// Of the animation of a binary file.
    animation = Animation {
        binary {
            /// Frames per second.
            RATE: Float "frames per second";
            /// The frame that the editor showed.
            CURRENT_FRAME: Float "current frame";
            /// How many frames there are.
            FRAME_COUNT: Integer "frame count";
        }
    }

    /// Of a vertex extra of a binary file.
    vertex_extra = VertexExtra {
        binary {
            /// Three bones, which come after that of the vertex itself.
            BONES: Integer "second bone" "third bone" "fourth bone";
            /// Three weights, the first of which is that of the vertex' own bone.
            WEIGHTS: Integer "first weight" "second weight" "third weight";
            /// Two numbers for programs.
            EXTRA: Integer "extra" "more extra";
        }
    }

    /// Of a bone extra of a binary file.
    bone_extra = BoneExtra {
        binary {
            /// The colour that it is drawn in.
            COLOR: Float "red" "green" "blue";
        }
    }

    /// Of the model extra of a binary file.
    model_extra = ModelExtra {
        binary {
            /// How large bones are drawn.
            JOINT_SIZE: Float "joint size";
            /// How transparent materials are drawn.
            TRANSPARENCY_MODE: Integer "transparency mode";
            /// How opaque a texture must be for its pixels to be drawn.
            ALPHA_REFERENCE: Float "alpha reference";
        }
    }
}

/// Of any key: rotation keys have the same numbers.
pub use position_key as key;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_constant_is_the_number_of_its_field() {
        let names = |record, numbers: &[u8]| -> Vec<&str> {
            numbers.iter().map(|number| super::super::field(record, *number).unwrap().name).collect()
        };
        assert_eq!(names(Record::Mesh, &[mesh::FLAGS]), ["flags"]);
        assert_eq!(names(Record::Vertex, &vertex::POSITION), ["x", "y", "z"]);
        assert_eq!(
            names(Record::Face, face::NORMALS.as_flattened()).first_chunk(),
            Some(&["first normal x", "first normal y", "first normal z", "second normal x"])
        );
        assert_eq!(names(Record::Material, &[material::ALPHA_MAP, material::MODE]), ["alpha map", "mode"]);
        assert_eq!((rotation_key::TIME, rotation_key::VALUE), (key::TIME, key::VALUE));
    }

    #[test]
    fn fields_keep_their_numbers() {
        assert_eq!((face::SMOOTHING_GROUP, face::GROUP), (7, 23));
        assert_eq!((material::ALPHA_MAP, material::MODE), (20, 21));
        assert_eq!((bone::ROTATION, bone::ROTATION_KEY_COUNT), ([6, 7, 8], 10));
    }
}
