//! Floor 4: the rules, one file each. To add one: a word here, a file, a page.

use crate::diagnostics::rule::Rule;

/// Declares the modules of the rules, and the list of them.
macro_rules! rules {
    ($($module:ident)*) => {
        $(mod $module;)*

        /// All rules, in the order of the catalogue: by group, the most basic first.
        pub static ALL: &[&Rule] = &[$(&$module::RULE),*];
    };
}

rules! {
    header_missing
    byte_order_mark
    utf16_text
    mixed_line_endings
    doubled_carriage_return
    carriage_return_only
    bare_line_feed
    missing_final_newline
    line_too_long
    control_character
    non_ascii_text
    git_lfs_pointer
    not_a_model
    truncated_file
    file_too_large
    comment_in_block
    blank_line_in_block
    indented_line
    trailing_whitespace
    irregular_separator
    misspelled_block
    unknown_block
    missing_space_after_colon
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
    exponent_float
    excess_digits
    thousands_separator
    decimal_comma
    non_finite_number
    number_out_of_range
    float_in_integer_field
    leading_zero
    bare_decimal_point
    negative_zero
    empty_name
    name_too_long
    name_with_whitespace
    quote_in_name
    double_slash_in_name
    duplicate_bone_name
    duplicate_mesh_name
    duplicate_material_name
    names_differ_by_case
    vertex_index_out_of_range
    normal_index_out_of_range
    material_index_out_of_range
    bone_index_out_of_range
    index_exceeds_16_bits
    bone_index_exceeds_8_bits
    material_index_exceeds_8_bits
    limit_exceeded
    over_budget
    normal_count_differs
    missing_normals
    zero_normal
    unnormalized_normal
    inverted_winding
    degenerate_face
    duplicate_face
    unused_vertex
    empty_mesh
    smoothing_group_out_of_range
    vertex_flags_set
    unknown_flags
    uv_out_of_range
    absolute_texture_path
    texture_not_found
    texture_case_mismatch
    texture_path_backslash
    texture_path_leaves_tree
    texture_path_whitespace
    texture_path_too_long
    color_out_of_range
    shininess_out_of_range
    transparency_out_of_range
    invisible_material
    unused_material
    stepmania_texture_keyword
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
    negative_key_time
    key_count_differs
    key_past_last_frame
    key_times_in_seconds
    start_frame_out_of_range
    no_frames
    comment_index_out_of_range
    comment_too_long
    comment_looks_like_block
    unsupported_version
    old_version
    unsupported_subversion
    text_mode_damage
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

/// The rule of a name.
pub fn find(name: &str) -> Option<&'static Rule> {
    ALL.iter().copied().find(|rule| rule.name == name)
}
