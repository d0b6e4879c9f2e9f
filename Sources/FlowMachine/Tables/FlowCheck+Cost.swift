import Statechart

// Bounds everything that can be nested or shared, so that a few bytes cannot make this check or a
// step take long.

extension FlowCheck {
  /// Templates refer only to earlier ones, with limited depth, and have a bounded number of
  /// segments.
  var hasSoundTemplates: Bool {
    var extents: [Extent] = []
    for range in tables.templates {
      var extent = Extent(size: Int(range.count), depth: 0)
      for segment in tables.segments[range.indices] {
        guard isKnown(segment.operand, "BFFFZPHHFF]F.", Int(segment.kind.rawValue)) else {
          return false
        }
        guard let inner = nested(segment) else { continue }
        guard Int(inner) < extents.count else { return false }
        extent.add(extents[Int(inner)])
      }
      guard extent.isBounded else { return false }
      extents.append(extent)
    }
    return true
  }

  private struct Extent {
    var size: Int
    var depth: Int

    var isBounded: Bool { size <= FlowLimits.segments && depth <= FlowLimits.nesting }

    mutating func add(_ inner: Extent) {
      size += inner.size
      depth = max(depth, inner.depth + 1)
    }
  }

  private func nested(_ segment: SegmentRow) -> TemplateID? {
    switch segment.kind {
    case .jsonTemplate: segment.operand
    case .jsonMember, .formMember: tables.headers[Int(segment.operand)].value
    case .literal, .fact, .percentFact, .jsonFact, .secondsLeft, .date, .dateTime, .constant,
      .flag, .arithmetic:
      nil
    }
  }

  /// A text shows a choice by another text, which may show another choice; this recursion must end
  /// too.
  var hasSoundTexts: Bool {
    var extents = [Extent?](repeating: nil, count: tables.texts.count)
    for index in tables.texts.indices {
      guard extent(ofText: index, depth: 0, &extents) != nil else { return false }
    }
    return true
  }

  /// - Returns: nil if it is too deep, as for a text that shows itself.
  private func extent(ofText index: Int, depth: Int, _ extents: inout [Extent?]) -> Extent? {
    if let known = extents[index] { return known }
    guard depth <= FlowLimits.nesting else { return nil }
    let firstOfLanguage = index - index % Int(tables.textCount)
    var whole = Extent(size: 0, depth: 0)
    for form in tables.texts[index].forms where form != noID {
      for segment in tables.segments[tables.templates[Int(form)].indices] {
        whole.size += 1
        guard segment.kind.insertsFact,
          tables.facts[Int(segment.operand)].type == .choice
        else { continue }
        for text in tables.ids[tables.facts[Int(segment.operand)].choiceTexts.indices] {
          guard
            let inner = extent(ofText: firstOfLanguage + Int(text), depth: depth + 1, &extents)
          else { return nil }
          whole.add(inner)
          guard whole.isBounded else { return nil }
        }
      }
    }
    guard whole.isBounded else { return nil }
    extents[index] = whole
    return whole
  }
}
