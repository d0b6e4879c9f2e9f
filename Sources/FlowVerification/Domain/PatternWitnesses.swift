import FlowMachine

/// Texts of every kind that patterns tell apart, together with the other validators of the same text: each accepted by
/// some of the patterns and not by the others, in each of the forms and each interval of lengths in which there is one.
///
/// The automata of the patterns, of the forms and of UTF-8 run side by side, and the number of characters is counted
/// with them up to the greatest bound. All of that has finitely many states, and each is reached by its shortest texts.
/// But they multiply, so there is a bound to what is looked at.
struct PatternWitnesses {
  private(set) var all: [Text] = []
  /// How many steps of the automata were looked at.
  private(set) var stepCount = 0

  /// There are more steps than `mostSteps`.
  struct TooManySteps: Error {}

  /// Enough for a pattern of 250 repetitions beside the greatest length (`PatternVerificationTests`).
  static let mostSteps = 500_000

  /// - Parameters:
  ///   - rules: the validators of the fields that take the text.
  ///   - most: how many texts are wanted of each kind.
  /// - Throws: `TooManySteps` where the states of the patterns multiply beyond reason.
  init(
    _ patterns: [PatternTable], beside rules: [ValidatorRow], each most: Int
  ) throws(TooManySteps) {
    guard !patterns.isEmpty else { return }
    let bounds = rules.filter { $0.rule == .least || $0.rule == .most }
      // A greater one is a day, of a date that is stored in the same fact.
      .map { Int(clamping: $0.value) }.filter { $0 <= FlowLimits.textBytes }.sorted()
    let longest = (bounds.last ?? 0) + 2
    let forms = TextForm.allCases.filter { form in rules.contains { $0.rule == form.rule } }
    let bytes = Self.representatives(patterns, forms, most)

    var reached: [[Int]: Int] = [:]
    var found: [[Int]: Int] = [:]
    let start = [0, UTF8State.start] + patterns.map { _ in 0 } + forms.map { _ in 0 }
    var texts = [Step(state: start, byte: 0, before: 0)]
    var next = 0
    while next < texts.count {
      let state = texts[next].state
      if state[1] == UTF8State.start, next > 0 {
        let accepted =
          patterns.indices.map { patterns[$0].accepts(state[2 + $0]) ? 1 : 0 }
          + forms.indices.map { forms[$0].accepts(state[2 + patterns.count + $0]) ? 1 : 0 }
        let kind = [bounds.count { $0 < state[0] }, bounds.count { $0 <= state[0] }] + accepted
        found[kind, default: 0] += 1
        if found[kind, default: 0] <= most { all.append(Self.text(of: next, texts)) }
      }
      for byte in bytes {
        guard let encoding = UTF8State.next(state[1], byte) else { continue }
        stepCount += 1
        guard stepCount <= Self.mostSteps else { throw TooManySteps() }
        var following = [min(state[0] + (byte & 0xC0 == 0x80 ? 0 : 1), longest), encoding]
        for (index, pattern) in patterns.enumerated() {
          following.append(pattern.next(state[2 + index], byte))
        }
        for (index, form) in forms.enumerated() {
          following.append(form.next(state[2 + patterns.count + index], byte))
        }
        guard reached[following, default: 0] < most else { continue }
        reached[following, default: 0] += 1
        texts.append(Step(state: following, byte: byte, before: next))
      }
      next += 1
    }
  }

  /// The last byte of a text, and the place of the text before it.
  private struct Step {
    var state: [Int]
    var byte: UInt8
    var before: Int
  }

  private static func text(of place: Int, _ steps: [Step]) -> Text {
    var text: Text = []
    var place = place
    while place > 0 {
      text.append(steps[place].byte)
      place = steps[place].before
    }
    return text.reversed()
  }

  /// Of the bytes that nothing tells apart as many as texts are wanted.
  private static func representatives(
    _ patterns: [PatternTable], _ forms: [TextForm], _ most: Int
  ) -> [UInt8] {
    var known: [[Int]: Int] = [:]
    return (0x20...UInt8.max).filter { byte in
      let kind =
        patterns.map { $0.byteClass(byte) } + forms.map { $0.byteClass(byte) }
        + [UTF8State.byteClass(byte)]
      known[kind, default: 0] += 1
      return known[kind, default: 0] <= most
    }
  }
}

/// What other validators ask of the bytes of a text.
private enum TextForm: CaseIterable {
  case required, digits, email, phone

  var rule: ValidatorRule {
    switch self {
    case .required: .required
    case .digits: .digits
    case .email: .email
    case .phone: .phone
    }
  }

  private static let refused = -1

  func accepts(_ state: Int) -> Bool {
    switch self {
    case .required: state == 1
    case .digits: state == 0
    // After the dot of a domain.
    case .email: state / Self.phase == 6
    case .phone: (8...16).contains(state)
    }
  }

  func byteClass(_ byte: UInt8) -> Int {
    switch self {
    case .required: byte == 0x20 ? 0 : 1
    case .digits: Self.isDigit(byte) ? 0 : 1
    case .email:
      switch byte {
      case UInt8(ascii: "@"): 0
      case UInt8(ascii: "."): 1
      case 0...0x20, 0x7F: 2
      default: 3
      }
    case .phone: byte == UInt8(ascii: "+") ? 0 : Self.isDigit(byte) ? 1 : 2
    }
  }

  func next(_ state: Int, _ byte: UInt8) -> Int {
    guard state != Self.refused else { return state }
    let kind = byteClass(byte)
    switch self {
    case .required: return max(state, kind)
    case .digits: return kind == 0 ? 0 : Self.refused
    case .phone: return kind == (state == 0 ? 0 : 1) && state < 16 ? state + 1 : Self.refused
    case .email:
      let count = state % Self.phase + 1
      guard count <= 254, let phase = Self.phase(after: state / Self.phase, kind, count) else {
        return Self.refused
      }
      return phase * Self.phase + count
    }
  }

  /// The state of an address is its phase times this, and the number of its bytes.
  private static let phase = 256

  /// Before the at sign: nothing, a character, a dot; after it the same, then the same with a dot in the domain.
  private static func phase(after phase: Int, _ kind: Int, _ count: Int) -> Int? {
    switch (phase, kind) {
    case (_, 2), (0, 0), (2, 1), (3, 1), (5, 1), (3..., 0): nil
    // At most 64 bytes stand before it.
    case (0...2, 0): count <= 65 ? 3 : nil
    case (0...1, 1): 2
    case (0...2, _): 1
    case (4, 1), (6, 1): 5
    case (3...4, _): 4
    default: 6
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}

/// Which bytes can follow in UTF-8 (RFC 3629, section 4).
private enum UTF8State {
  static let start = 0

  /// The bytes that the tables of RFC 3629 tell apart.
  static func byteClass(_ byte: UInt8) -> Int {
    switch byte {
    case 0...0x7F: 0
    case 0x80...0x8F: 1
    case 0x90...0x9F: 2
    case 0xA0...0xBF: 3
    case 0xC2...0xDF: 4
    case 0xE0: 5
    case 0xE1...0xEC, 0xEE...0xEF: 6
    case 0xED: 7
    case 0xF0: 8
    case 0xF1...0xF3: 9
    case 0xF4: 10
    default: 11
    }
  }

  /// - Returns: nil where no valid text has the byte.
  static func next(_ state: Int, _ byte: UInt8) -> Int? {
    let kind = byteClass(byte)
    switch (state, kind) {
    case (start, 0): return start
    // One, two or three continuations follow; after some first bytes not all of them.
    case (start, 4...10): return kind
    case (4, 1...3): return start
    case (5, 3), (6, 1...3), (7, 1...2): return 4
    case (8, 2...3), (9, 1...3), (10, 1): return 6
    default: return nil
    }
  }
}
