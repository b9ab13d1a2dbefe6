//! The outline of a model: its blocks, what is in them, and the tables of that.

use gen_lsp_types::{DocumentSymbol, SymbolKind};

use crate::editor::open_file::OpenFile;
use crate::editor::regions::{Region, regions};
use crate::layout::Record;

/// The outline of a file.
pub(crate) fn symbols(file: &OpenFile) -> Vec<DocumentSymbol> {
    let mut regions = regions(file.document()).into_iter().peekable();
    let mut symbols = Vec::new();
    while let Some(region) = regions.next() {
        symbols.push(symbol(file, region, &mut regions));
    }
    symbols
}

/// A part with those that are in it, which come next.
#[allow(deprecated, reason = "the type has a deprecated field")]
fn symbol(
    file: &OpenFile,
    region: Region,
    rest: &mut std::iter::Peekable<impl Iterator<Item = Region>>,
) -> DocumentSymbol {
    let Region { depth, place, name, detail, span } = region;
    let mut children = Vec::new();
    let is_inside = |next: &Region| next.depth > depth && next.span.start < span.end;
    while let Some(next) = rest.next_if(is_inside) {
        children.push(symbol(file, next, rest));
    }
    let range = file.rows(span);
    // A name is selected where there is one, as that is what the outline shows.
    let document = file.document();
    let selected = document.locate(place).map_or(range, |span| file.range(span));
    DocumentSymbol {
        name,
        detail: Some(detail).filter(|detail| !detail.is_empty()),
        kind: kind(place.record),
        tags: None,
        deprecated: None,
        range,
        selection_range: if range.start <= selected.start && selected.end <= range.end {
            selected
        } else {
            range
        },
        children: Some(children).filter(|children| !children.is_empty()),
    }
}

fn kind(record: Record) -> SymbolKind {
    match record {
        Record::Block => SymbolKind::Namespace,
        Record::Mesh => SymbolKind::Class,
        Record::Material => SymbolKind::Constant,
        Record::Bone => SymbolKind::Struct,
        _ => SymbolKind::Array,
    }
}
