/// Reads a pattern from left to right, without looking back.
struct PatternParser {
  private let scalars: [Unicode.Scalar]
  private var offset = 0
  private var depth = 0

  private static let mostDepth = 32

  init(_ text: String) { scalars = Array(text.unicodeScalars) }

  mutating func pattern() throws(SyntaxError) -> Pattern.Node {
    let node = try choice()
    if next == ")" { throw problem("There is no `(` for this `)`", "Remove it, or write `\\)`") }
    return node
  }

  private var next: Unicode.Scalar? { offset < scalars.count ? scalars[offset] : nil }

  private func problem(_ problem: String, _ remedy: String, at place: Int? = nil) -> SyntaxError {
    SyntaxError(at: place ?? offset, problem, remedy)
  }

  private mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    offset += 1
    return true
  }

  // MARK: Choices, sequences, repetition

  private mutating func choice() throws(SyntaxError) -> Pattern.Node {
    var nodes = [try sequence()]
    while skip("|") { nodes.append(try sequence()) }
    return nodes.count == 1 ? nodes[0] : .choice(nodes)
  }

  private mutating func sequence() throws(SyntaxError) -> Pattern.Node {
    var nodes: [Pattern.Node] = []
    while let scalar = next, scalar != "|", scalar != ")" {
      let node = try single()
      nodes.append(try repeated(node))
    }
    return nodes.count == 1 ? nodes[0] : .sequence(nodes)
  }

  private mutating func repeated(_ node: Pattern.Node) throws(SyntaxError) -> Pattern.Node {
    let result: Pattern.Node
    switch next {
    case "*": result = .repeated(node, least: 0, most: nil)
    case "+": result = .repeated(node, least: 1, most: nil)
    case "?": result = .repeated(node, least: 0, most: 1)
    case "{": return try braces(node)
    default: return node
    }
    offset += 1
    try requireNoFurtherQuantifier()
    return result
  }

  private mutating func braces(_ node: Pattern.Node) throws(SyntaxError) -> Pattern.Node {
    let start = offset
    offset += 1
    let least = number()
    var most = least
    if skip(",") { most = next == "}" ? nil : number() ?? -1 }
    guard let least, skip("}"), most != -1 else {
      throw problem(
        "This quantifier is incomplete", "Write `{3}`, `{3,}` or `{3,5}`, or `\\{` for a brace",
        at: start)
    }
    guard max(least, most ?? 0) <= Pattern.mostRepeats else {
      throw problem(
        "A number of repetitions can be at most \(Pattern.mostRepeats)",
        "Leave it out, and limit the text with `{most: …}` or `length`", at: start)
    }
    if let most, most < least {
      throw problem(
        "The minimum, \(least), is greater than the maximum, \(most)", "Swap the two", at: start)
    }
    try requireNoFurtherQuantifier()
    return .repeated(node, least: least, most: most)
  }

  private mutating func number() -> Int? {
    var result: Int?
    while let digit = next, ("0"..."9").contains(digit) {
      result = min((result ?? 0) * 10 + Int(digit.value - 48), 100_000)
      offset += 1
    }
    return result
  }

  private func requireNoFurtherQuantifier() throws(SyntaxError) {
    guard let scalar = next, "*+?{".unicodeScalars.contains(scalar) else { return }
    throw problem(
      "`\(scalar)` follows another quantifier",
      "Remove it: lazy and possessive quantifiers are not supported; or write `\\\(scalar)`")
  }

  // MARK: What stands for one character

  private mutating func single() throws(SyntaxError) -> Pattern.Node {
    let scalar = scalars[offset]
    switch scalar {
    case "(": return try group()
    case "[": return .character(try set())
    case "\\": return .character(try escape())
    case ".":
      offset += 1
      return .character(.all)
    case "^", "$":
      throw problem(
        "A pattern always matches the whole text, so it has no `\(scalar)`",
        "Remove it, or write `\\\(scalar)` for the character")
    case "*", "+", "?", "{":
      throw problem(
        "`\(scalar)` has nothing to repeat",
        "Write `\\\(scalar)` for the character")
    default:
      offset += 1
      return .character(CharacterSet(scalar))
    }
  }

  private mutating func group() throws(SyntaxError) -> Pattern.Node {
    let start = offset
    offset += 1
    if skip("?"), !skip(":") {
      throw problem(
        "Lookaround, named groups and options are not supported", "Write `(…)`",
        at: start)
    }
    guard depth < Self.mostDepth else {
      throw problem(
        "Groups are nested more than \(Self.mostDepth) deep", "Write it without some of them",
        at: start)
    }
    depth += 1
    let node = try choice()
    depth -= 1
    guard skip(")") else {
      throw problem("This group is not closed", "Add `)`, or write `\\(`", at: start)
    }
    return node
  }

  private mutating func set() throws(SyntaxError) -> CharacterSet {
    let start = offset
    offset += 1
    let isInverted = skip("^")
    var ranges: [ClosedRange<UInt32>] = []
    while let scalar = next, scalar != "]" {
      let place = offset
      let first = try member()
      guard next == "-", offset + 1 < scalars.count, scalars[offset + 1] != "]" else {
        ranges += first.ranges
        continue
      }
      offset += 1
      let last = try member()
      guard let least = first.single, let most = last.single else {
        throw problem(
          "Both ends of a range must be single characters", "Write, for example, `a-z`, or `\\-`",
          at: place)
      }
      guard least <= most else {
        throw problem("This range ends before it begins", "Swap the two, or write `\\-`", at: place)
      }
      // Without the surrogates between them, which are no characters.
      ranges += CharacterSet([least...most]).inverted.inverted.ranges
    }
    guard skip("]") else {
      throw problem("These brackets are not closed", "Add `]`, or write `\\[`", at: start)
    }
    let result = isInverted ? CharacterSet(ranges).inverted : CharacterSet(ranges)
    guard !result.ranges.isEmpty else {
      throw problem(
        "These brackets match no character", "Write characters or ranges between them",
        at: start)
    }
    return result
  }

  private mutating func member() throws(SyntaxError) -> CharacterSet {
    if next == "\\" { return try escape() }
    if next == "[" {
      throw problem(
        "Brackets cannot be nested", "Write `\\[` for the character")
    }
    defer { offset += 1 }
    return CharacterSet(scalars[offset])
  }

  private mutating func escape() throws(SyntaxError) -> CharacterSet {
    let start = offset
    offset += 1
    guard let scalar = next else {
      throw problem("There is nothing after `\\`", "Write `\\\\` for the character", at: start)
    }
    offset += 1
    switch scalar {
    case "d": return .digits
    case "D": return CharacterSet.digits.inverted
    case "w": return .word
    case "W": return CharacterSet.word.inverted
    case "s": return .space
    case "S": return CharacterSet.space.inverted
    default:
      guard scalar.isASCII, !scalar.properties.isAlphabetic, scalar.value > 0x20,
        !("0"..."9").contains(scalar)
      else {
        throw problem(
          "`\\\(scalar)` is not supported",
          "Write characters or ranges in brackets, or one of `\\d`, `\\w`, `\\s`, `\\D`, `\\W`, `\\S`",
          at: start)
      }
      return CharacterSet(scalar)
    }
  }
}

extension CharacterSet {
  /// The only character in it; nil if there are others.
  fileprivate var single: UInt32? {
    ranges.count == 1 && ranges[0].count == 1 ? ranges[0].lowerBound : nil
  }
}
