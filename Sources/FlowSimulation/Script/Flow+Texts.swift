import FlowMachine
import Statechart

extension Flow {
  /// Whether a text can read so in some language, whatever is inserted into it.
  func canShow(_ text: String) -> Bool {
    let text = Text(text.utf8)
    return tables.texts.contains { row in
      row.forms.contains { form in
        form != noID
          && reads(tables.segments[tables.templates[Int(form)].indices], text[...], isOpen: false)
      }
    }
  }

  /// Whether a text begins with these segments and ends with them.
  ///
  /// - Parameter isOpen: whether anything may stand before them.
  private func reads(
    _ segments: ArraySlice<SegmentRow>, _ text: ArraySlice<UInt8>, isOpen: Bool
  ) -> Bool {
    guard let segment = segments.first else { return isOpen || text.isEmpty }
    let rest = segments.dropFirst()
    guard segment.kind == .literal else { return reads(rest, text, isOpen: true) }
    let part = blob(segment.operand)
    let starts = isOpen ? Array(text.indices) : [text.startIndex]
    return starts.contains {
      text[$0...].starts(with: part)
        && reads(rest, text[$0...].dropFirst(part.count), isOpen: false)
    }
  }
}
