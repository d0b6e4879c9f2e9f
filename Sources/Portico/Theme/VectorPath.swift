/// An outline written as an SVG path. Moves, lines, cubic curves and `z` are supported.
package struct VectorPath: Equatable, Sendable {
  /// A place in the outline's own coordinates, y downwards.
  package struct Point: Equatable, Sendable {
    package var x: Double
    package var y: Double

    package init(_ x: Double, _ y: Double) {
      self.x = x
      self.y = y
    }
  }

  /// A part of the outline, from where the one before it ended.
  package enum Segment: Equatable, Sendable {
    case move(Point)
    case line(Point)
    case curve(Point, control1: Point, control2: Point)
    case close
  }

  /// In their order, all places absolute.
  package let segments: [Segment]

  package init(segments: [Segment]) { self.segments = segments }

  /// - Parameter text: such as `M6 6l12 12z`. Nil for anything else, including arcs.
  package init?(_ text: String) {
    var reader = VectorPathReader(text)
    guard let segments = reader.segments() else { return nil }
    self.segments = segments
  }
}

/// Reads the notation.
private struct VectorPathReader {
  private var rest: Substring
  private var place = VectorPath.Point(0, 0)
  private var start = VectorPath.Point(0, 0)
  /// Mirrored, the first control of a curve that names only its second.
  private var lastControl: VectorPath.Point?

  init(_ text: String) { rest = text[...] }

  mutating func segments() -> [VectorPath.Segment]? {
    var segments: [VectorPath.Segment] = []
    skip()
    while let command = rest.popFirst() {
      // One command may have several sets of numbers.
      repeat {
        guard let segment = segment(command) else { return nil }
        segments.append(segment)
      } while startsNumber && command != "z"
    }
    return segments
  }

  private mutating func segment(_ command: Character) -> VectorPath.Segment? {
    let isRelative = command.isLowercase
    let control = lastControl
    lastControl = nil
    switch command.lowercased() {
    case "m":
      guard let point = point(isRelative) else { return nil }
      start = point
      place = point
      return .move(point)
    case "l": return point(isRelative).map { line(to: $0) }
    case "h":
      return number().map { line(to: .init(isRelative ? place.x + $0 : $0, place.y)) }
    case "v":
      return number().map { line(to: .init(place.x, isRelative ? place.y + $0 : $0)) }
    case "c":
      guard let one = point(isRelative), let two = point(isRelative), let end = point(isRelative)
      else { return nil }
      return curve(to: end, one, two)
    case "s":
      guard let two = point(isRelative), let end = point(isRelative) else { return nil }
      let one = control.map { VectorPath.Point(2 * place.x - $0.x, 2 * place.y - $0.y) } ?? place
      return curve(to: end, one, two)
    case "z":
      place = start
      return .close
    default: return nil
    }
  }

  private mutating func line(to point: VectorPath.Point) -> VectorPath.Segment {
    place = point
    return .line(point)
  }

  private mutating func curve(
    to point: VectorPath.Point, _ one: VectorPath.Point, _ two: VectorPath.Point
  ) -> VectorPath.Segment {
    place = point
    lastControl = two
    return .curve(point, control1: one, control2: two)
  }

  private mutating func point(_ isRelative: Bool) -> VectorPath.Point? {
    guard let x = number(), let y = number() else { return nil }
    return isRelative ? .init(place.x + x, place.y + y) : .init(x, y)
  }

  /// A number ends where the next begins: `.01.08` and `1-2` are two each.
  private mutating func number() -> Double? {
    skip()
    var digits = ""
    while let next = rest.first {
      let isSign = next == "-" && digits.isEmpty
      let isPoint = next == "." && !digits.contains(".")
      guard isSign || isPoint || ("0"..."9").contains(next) else { break }
      digits.append(rest.removeFirst())
    }
    skip()
    return Double(digits)
  }

  private mutating func skip() { rest = rest.drop { $0 == " " || $0 == "," } }

  private var startsNumber: Bool {
    rest.first.map { ("0"..."9").contains($0) || $0 == "-" || $0 == "." } ?? false
  }
}
