import FlowMachine
import Statechart

// Texts: one for each literal that is asked for, and one for each way in which validators answer.

extension DomainMaker {
  /// Facts that are compared have the same texts: the validators of one of them limit what the others can equal.
  func texts(of fact: FactID) throws(DomainError) -> [Text] {
    let alike = relevance.isComparedWithOther[Int(fact)] ? compared(with: fact) : [fact]
    let literals = Set(alike.flatMap { relevance.literals[Int($0)] })
      .sorted { $0.lexicographicallyPrecedes($1) }
    // A change of what the device tells is told from its old value too.
    let isTold = alike.contains { flow.tables.facts[Int($0)].place == .device }
    let most = alike.count == 1 ? 1 : alike.count + (isTold ? 1 : 0)
    let fields = alike.sorted().flatMap { fact in
      checkedFields(of: fact).filter { relevance.decidesByValidity[Int(fact)] || $0.length > 0 }
    }
    var texts = literals
    var counts: [[Bool]: Int] = [:]
    let checks = fields.flatMap { rules(of: $0) }
    let patterns = Set(
      checks.filter { $0.rule == .pattern }.map { PatternTable(flow.pattern(of: $0)) })
    let matching: PatternWitnesses
    do {
      matching = try PatternWitnesses(
        patterns.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }, beside: checks, each: most
      )
    } catch { throw .patterns(fact, count: patterns.count) }
    for text in TextWitnesses(checks, each: most).all + matching.all where !literals.contains(text)
    {
      // The witnesses of a form and an interval begin with the shortest one: if it is too long for a field, all are.
      let answers = fields.flatMap { [holds(text, $0), $0.lets(text)] }
      guard counts[answers, default: 0] < most else { continue }
      counts[answers, default: 0] += 1
      texts.append(text)
    }
    return texts
  }

  /// A fact and all that it is compared with, directly or through copies. As many texts of each kind are enough for every way
  /// in which they can be equal or differ.
  private func compared(with fact: FactID) -> Set<FactID> {
    var known: Set<FactID> = [fact]
    let copies = flow.tables.assignments.filter { $0.source == .fact }.map { ($0.fact, $0.operand) }
    var isSettled = false
    while !isSettled {
      isSettled = true
      for (first, second) in relevance.compared + copies
      where known.contains(first) != known.contains(second) {
        known.formUnion([first, second])
        isSettled = false
      }
    }
    return known
  }

  /// The fields that take a fact, each kind of check once.
  func checkedFields(of fact: FactID) -> [ElementRow] {
    var fields: [ElementRow] = []
    for row in flow.tables.elements where row.takesText && row.fact == fact {
      let isKnown = fields.contains {
        $0.kind == row.kind && $0.isLimited(like: row)
          && rules(of: $0).map(TextRule.init) == rules(of: row).map(TextRule.init)
      }
      if !isKnown { fields.append(row) }
    }
    return fields
  }

  /// As they are on the day of every explored state, in UTC.
  private func rules(of row: ElementRow) -> [ValidatorRow] {
    let today = CalendarDate.today(at: FlowMachine.explorationTime, offset: 0)
    return flow.tables.validators[row.validators.indices].map { $0.on(today) }
  }

  private func holds(_ text: Text, _ row: ElementRow) -> Bool {
    rules(of: row).allSatisfy {
      $0.rule == .same
        || Validation.holds($0, of: row.kind, other: flow.pattern(of: $0), text)
    }
  }

  /// Whether any text that can be typed into a field holds. Of a secret the machine knows no more than that.
  func canBeValid(_ row: ElementRow) -> Bool {
    let checks = rules(of: row)
    let patterns = Set(
      checks.filter { $0.rule == .pattern }.map { PatternTable(flow.pattern(of: $0)) })
    guard let matching = try? PatternWitnesses(Array(patterns), beside: checks, each: 1) else {
      return true
    }
    return ([[]] + TextWitnesses(checks).all + matching.all).contains {
      holds($0, row) && row.lets($0)
    }
  }

  /// Whether a text holds by the validators of all fields that take it.
  func isValid(_ text: Text, _ fact: FactID) -> Bool {
    flow.tables.elements.filter { $0.takesText && $0.fact == fact }.allSatisfy { holds(text, $0) }
  }
}

/// What a validator asks.
private struct TextRule: Equatable {
  var rule: ValidatorRule
  var value: Int64
  var fact: FactID

  init(_ row: ValidatorRow) {
    (rule, value, fact) = (row.rule, row.value, row.fact)
  }
}

/// Texts of every kind that validators tell apart, as far as there is one.
///
/// A validator looks at the number of characters, at a pattern (`PatternWitnesses`), or at one of these forms, which
/// exclude each other: blank, digits, an e-mail address, a number in E.164, a date, anything else. The bounds of
/// all validators divide the lengths into intervals; of each form there is a text in each interval
/// in which it has any, and a date in each interval between the bounds of dates.
struct TextWitnesses {
  let all: [Text]

  /// - Parameter count: how many texts are wanted of each kind, as far as there are so many.
  init(_ rules: [ValidatorRow], each count: Int = 1) {
    var lengths: Set<Int> = [1]
    var days: [Text] = []
    for row in rules where row.rule == .least || row.rule == .most {
      // Of a bound that moves, those first that every time zone has on the same side of it.
      if row.isRelativeDay { days += Self.days(around: row.value, each: 4).reversed() }
      lengths.formUnion((-1...1).map { Int(clamping: row.value) + $0 })
      // A bound of a date is a day as a number, which no text is long.
      days += Self.days(around: row.value, each: count)
    }
    if count > 1 { days += Self.days(around: 2000_0229, each: count) }
    let wanted = lengths.filter { (1...FlowLimits.textBytes).contains($0) }.sorted()
    var texts = ["anything", "something else", "ada@example.org", "+4930123456", "2000-02-29", "x"]
      .map { Text($0.utf8) }
    texts += Self.form(wanted, 5...254) { Self.address($0) }
    texts += Self.form(wanted, 8...16) { Text("+49".utf8) + Self.digits($0 - 3) }
    texts += days
    texts += Self.form(wanted, 1...FlowLimits.textBytes) { Self.digits($0) }
    texts += Self.form(wanted, 1...FlowLimits.textBytes) { Text(repeating: 0x78, count: $0) }
    // Further ones of each length, for facts that are compared.
    for place in 0..<16 {
      texts += Self.form(wanted, 1...FlowLimits.textBytes) { length in
        Text(repeating: 0x61 + UInt8(place), count: length)
      }
      texts.append(Text("other \(place)".utf8))
    }
    for place in 1..<max(count, 1) {
      texts += Self.form(wanted, 5...254) { Self.address($0, 0x61 + UInt8(place % 26)) }
      let digit = 0x30 + UInt8((4 + place) % 10)
      texts += Self.form(wanted, 8...16) { Text("+49".utf8) + Self.digits($0 - 3, digit) }
      texts += Self.form(wanted, 1...FlowLimits.textBytes) { Self.digits($0, digit) }
    }
    texts += Self.form(wanted, 1...FlowLimits.textBytes) { Text(repeating: 0x20, count: $0) }
    all = texts
  }

  /// Of each wanted length the nearest that the form has, each once.
  private static func form(
    _ wanted: [Int], _ possible: ClosedRange<Int>, _ make: (Int) -> Text
  ) -> [Text] {
    Set(wanted.map { max($0, possible.lowerBound) } + [possible.lowerBound])
      .filter { possible.contains($0) }.sorted().map(make)
  }

  private static func digits(_ count: Int, _ digit: UInt8 = 0x34) -> Text {
    Text(repeating: digit, count: count)
  }

  /// - Parameter letter: stands before the at sign.
  private static func address(_ count: Int, _ letter: UInt8 = 0x61) -> Text {
    count == 15
      ? [letter] + Text("da@example.org".utf8)
      : [letter] + Text("@".utf8) + Text(repeating: 0x6D, count: count - 4) + Text(".c".utf8)
  }

  /// A day, and as many as are wanted before and after it.
  private static func days(around number: Int64, each count: Int) -> [Text] {
    guard (1_0101...9999_1231).contains(number) else { return [] }
    let known = CalendarDate.text(number)
    guard CalendarDate.number(known) != nil else { return [] }
    // The numbers of the last day of a year and the next one are 8,870 apart.
    let around = [-1, 1].flatMap { (direction: Int64) in
      (1...8_870 * Int64(count)).lazy.map { CalendarDate.text(number + direction * $0) }
        .filter { CalendarDate.number($0) != nil }.prefix(count)
    }
    return [known] + around
  }
}
