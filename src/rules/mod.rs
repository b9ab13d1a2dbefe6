//! The rules. A rule has a file of its own, unless it is one idea with others: then they share a family,
//! whose file has a static for each. CONTRIBUTING.md lists all that a new rule needs.

/// The page of a rule, which only the feature `pages` puts into the program.
macro_rules! page {
    ($name:literal) => {
        if cfg!(feature = "pages") {
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/rules/", $name, ".md"))
        } else {
            ""
        }
    };
}

// The families.
mod bad_name;
mod by_engine;
mod duplicate_name;
mod index_exceeds_bits;
mod index_out_of_range;
mod key_time;
mod line_endings;
mod line_in_block;
mod line_too_long;
mod material_out_of_range;
mod number_spelling;
mod texture_path;
mod too_many;
mod version;
mod whitespace;

use crate::diagnostics::finding::{Group, Severity};
use crate::diagnostics::rule::{Reach, Rule};

/// Declares the modules of the rules that have a file of their own, and the list of all rules.
macro_rules! rules {
    (mod $module:ident) => { mod $module; };
    (mod $family:ident :: $rule:ident) => {};
    (static $module:ident) => { &$module::RULE };
    (static $family:ident :: $rule:ident) => { &$family::$rule };
    ($($module:ident $(:: $rule:ident)?)*) => {
        $(rules!(mod $module $(:: $rule)?);)*

        /// All rules: by group, the most basic first.
        pub static ALL: &[&Rule] = &[$(rules!(static $module $(:: $rule)?)),*];
    };
}

rules! {
    header_missing
    byte_order_mark
    utf16_text
    line_endings::MIXED_LINE_ENDINGS
    line_endings::DOUBLED_CARRIAGE_RETURN
    line_endings::CARRIAGE_RETURN_ONLY
    line_endings::BARE_LINE_FEED
    line_endings::MISSING_FINAL_NEWLINE
    line_too_long::LINE_TOO_LONG
    control_character
    non_ascii_text
    git_lfs_pointer
    not_a_model
    truncated_file
    file_too_large
    by_engine::REFUSED_BY_ENGINE
    by_engine::READ_OTHERWISE_BY_ENGINE
    merge_conflict
    line_in_block::COMMENT_IN_BLOCK
    line_in_block::BLANK_LINE_IN_BLOCK
    whitespace::INDENTED_LINE
    whitespace::TRAILING_WHITESPACE
    whitespace::IRREGULAR_SEPARATOR
    misspelled_block
    unknown_block
    whitespace::MISSING_SPACE_AFTER_COLON
    duplicate_block
    block_out_of_order
    missing_block
    malformed_count
    count_mismatch
    malformed_row
    extra_fields
    unterminated_string
    text_after_string
    unexpected_line
    number_spelling::EXPONENT_FLOAT
    number_spelling::EXCESS_DIGITS
    number_spelling::THOUSANDS_SEPARATOR
    number_spelling::DECIMAL_COMMA
    number_spelling::NON_FINITE_NUMBER
    number_spelling::NUMBER_OUT_OF_RANGE
    number_spelling::FLOAT_IN_INTEGER_FIELD
    number_spelling::LEADING_ZERO
    number_spelling::BARE_DECIMAL_POINT
    number_spelling::NEGATIVE_ZERO
    bad_name::EMPTY_NAME
    bad_name::NAME_TOO_LONG
    bad_name::NAME_WITH_WHITESPACE
    bad_name::QUOTE_IN_NAME
    bad_name::DOUBLE_SLASH_IN_NAME
    duplicate_name::DUPLICATE_BONE_NAME
    duplicate_name::DUPLICATE_MESH_NAME
    duplicate_name::DUPLICATE_MATERIAL_NAME
    names_differ_by_case
    index_out_of_range::VERTEX_INDEX_OUT_OF_RANGE
    index_out_of_range::NORMAL_INDEX_OUT_OF_RANGE
    index_out_of_range::MATERIAL_INDEX_OUT_OF_RANGE
    index_out_of_range::BONE_INDEX_OUT_OF_RANGE
    index_exceeds_bits::INDEX_EXCEEDS_16_BITS
    index_exceeds_bits::BONE_INDEX_EXCEEDS_8_BITS
    index_exceeds_bits::MATERIAL_INDEX_EXCEEDS_8_BITS
    too_many::LIMIT_EXCEEDED
    too_many::OVER_BUDGET
    normal_count_differs
    missing_normals
    zero_normal
    unnormalized_normal
    inverted_winding
    degenerate_face
    duplicate_face
    unused_vertex
    empty_mesh
    undrawn_mesh
    smoothing_group_out_of_range
    vertex_flags_set
    unknown_flags
    uv_out_of_range
    flipped_face
    absolute_texture_path
    texture_not_found
    texture_case_mismatch
    texture_path::TEXTURE_PATH_BACKSLASH
    texture_path::TEXTURE_PATH_LEAVES_TREE
    texture_path::TEXTURE_PATH_WHITESPACE
    texture_path::TEXTURE_PATH_TOO_LONG
    material_out_of_range::COLOR_OUT_OF_RANGE
    material_out_of_range::SHININESS_OUT_OF_RANGE
    material_out_of_range::TRANSPARENCY_OUT_OF_RANGE
    invisible_material
    unused_material
    texture_path::STEPMANIA_TEXTURE_KEYWORD
    parent_not_found
    self_parent
    parent_cycle
    parent_after_child
    multiple_roots
    unbound_skeleton
    rotation_in_degrees
    one_sided_keys
    key_times_unsorted
    duplicate_key_time
    repeated_key
    stray_key
    swinging_curve
    flying_part
    angle_jump
    open_loop
    key_time::NEGATIVE_KEY_TIME
    key_count_differs
    key_time::KEY_PAST_LAST_FRAME
    key_time::KEY_TIMES_IN_SECONDS
    start_frame_out_of_range
    no_frames
    comment_index_out_of_range
    line_too_long::COMMENT_TOO_LONG
    comment_looks_like_block
    version::UNSUPPORTED_VERSION
    version::OLD_VERSION
    version::UNSUPPORTED_SUBVERSION
    text_mode_damage
    shifted_bytes
    wrong_count
    trailing_bytes
    missing_tail
    weight_sum
    weight_scale
    weight_bone_out_of_range
    ambiguous_weights
    misread_weights
    group_membership
    triangles_out_of_group_order
    unterminated_text
    text_field_garbage
    reference_count_wrong
    invalid_frame_rate
    malformed_suppression
    unused_suppression
}

/// The turn of the rules that run last.
pub const LAST_TURN: u8 = 4;

/// When a rule runs: what depends on what others found comes last, in its order, and of the others the worst first, so
/// that what programs do is laid beside the worst that was found in its place.
pub fn turn(rule: &Rule) -> u8 {
    match rule.severity {
        _ if rule.group == Group::Suppressions || rule.reach == Reach::Unmet => LAST_TURN,
        Severity::Error => 0,
        Severity::Warning => 1,
        Severity::Info => 2,
        Severity::Hint => 3,
    }
}

/// The rule of a name.
pub fn find(name: &str) -> Option<&'static Rule> {
    ALL.iter().copied().find(|rule| rule.name == name)
}
