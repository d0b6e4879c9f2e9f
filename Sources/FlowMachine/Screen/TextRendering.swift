import Statechart
import WireText

/// Texts in one language, with their values filled in.
struct TextRendering {
  let flow: Flow
  let memory: FlowMemory
  let cells: [Int64]
  let language: Int
  /// Facts in whose place other texts are shown.
  var replaced: [(fact: FactID, text: Text)] = []

  init(_ flow: Flow, _ memory: FlowMemory, _ cells: [Int64], language: Int) {
    self.flow = flow
    self.memory = memory
    self.cells = cells
    self.language = language
  }

  func text(_ id: TextID) -> Text {
    guard id != noID, language < flow.tables.languages.count else { return [] }
    let row = flow.tables.texts[language * Int(flow.tables.textCount) + Int(id)]
    var form = row.forms[PluralCategory.other]
    if row.countKind != 0 {
      let count =
        row.countKind == 1
        ? cells[Int(row.count)] : memory.secondsLeft(of: row.count, cells: cells)
      let category = Plural.category(
        of: count == absent ? 0 : count, in: flow.blob(flow.tables.languages[language]))
      if row.forms[category] != noID { form = row.forms[category] }
    }
    return expand(form)
  }

  private func expand(_ template: TemplateID) -> Text {
    var result: Text = []
    let isolates = Plural.isRightToLeft(flow.blob(flow.tables.languages[language]))
    for segment in flow.tables.segments[flow.tables.templates[Int(template)].indices] {
      switch segment.kind {
      case .literal: result += flow.blob(segment.operand)
      case .fact, .percentFact, .jsonFact, .date, .dateTime:
        let value = shown(segment.operand, segment.kind)
        // A name or number of the opposite direction must not reorder the text around it (UAX 9,
        // isolates).
        if isolates, !value.isEmpty {
          result += [0xE2, 0x81, 0xA8] + value + [0xE2, 0x81, 0xA9]
        } else {
          result += value
        }
      case .secondsLeft:
        result += Decimal.text(memory.secondsLeft(of: segment.operand, cells: cells))
      case .jsonTemplate, .jsonMember, .formMember, .constant, .flag, .arithmetic: break
      }
    }
    return result
  }

  /// A fact as it is shown: a choice by its text, a phone number with its parts separated.
  private func shown(_ fact: FactID, _ kind: SegmentKind) -> Text {
    let row = flow.tables.facts[Int(fact)]
    var cell = cells[Int(fact)]
    for replacement in replaced where replacement.fact == fact {
      guard row.type == .choice, let place = flow.place(of: replacement.text, among: row.choices)
      else { return Moment.marked(replacement.text, kind, row.type) }
      cell = Int64(place)
    }
    guard row.type == .choice, row.choiceTexts.count > 0, cell != absent else {
      return Moment.marked(memory.shown(fact, cells: cells), kind, row.type)
    }
    return text(flow.tables.ids[Int(row.choiceTexts.start) + Int(cell)])
  }
}

/// The indices of CLDR's plural categories among a text's forms.
package enum PluralCategory {
  package static let zero = 0
  package static let one = 1
  package static let two = 2
  package static let few = 3
  package static let many = 4
  package static let other = 5
}

/// CLDR's cardinal plural rules (version 44) for whole numbers.
package enum Plural {
  /// All categories that are ever shown; nil for an unknown language.
  package static func allCategories(of language: Text) -> [Int]? {
    let needed = categories(of: language)
    return switch rule(of: language) {
    case .oneIsOneWithMillions, .oneIsZeroOrOneWithMillions:
      needed.map { $0 + [PluralCategory.many] }
    default: needed
    }
  }

  /// The categories that a text needs, `other` last; nil for an unknown language.
  ///
  /// The category `many`, which applies only to whole millions, is not included: `other` replaces
  /// it in texts that do not have it.
  package static func categories(of language: Text) -> [Int]? {
    switch rule(of: language) {
    case .none: nil
    case .otherOnly: [PluralCategory.other]
    case .oneIsOne, .oneIsZeroOrOne, .oneIsOneWithMillions, .oneIsZeroOrOneWithMillions:
      [PluralCategory.one, PluralCategory.other]
    case .slavic, .polish:
      [PluralCategory.one, PluralCategory.few, PluralCategory.many, PluralCategory.other]
    case .czech: [PluralCategory.one, PluralCategory.few, PluralCategory.other]
    case .hebrew: [PluralCategory.one, PluralCategory.two, PluralCategory.other]
    case .arabic:
      [
        PluralCategory.zero, PluralCategory.one, PluralCategory.two, PluralCategory.few,
        PluralCategory.many, PluralCategory.other,
      ]
    }
  }

  package static func category(of count: Int64, in language: Text) -> Int {
    // CLDR's operands use the absolute value.
    let count = count.magnitude
    let tens = Int(count % 100)
    let ones = Int(count % 10)
    switch rule(of: language) {
    case .none, .otherOnly: return PluralCategory.other
    case .oneIsOne: return count == 1 ? PluralCategory.one : PluralCategory.other
    case .oneIsZeroOrOne:
      return count <= 1 ? PluralCategory.one : PluralCategory.other
    case .oneIsOneWithMillions:
      return count == 1 ? PluralCategory.one : millions(count)
    case .oneIsZeroOrOneWithMillions:
      return count <= 1 ? PluralCategory.one : millions(count)
    case .slavic:
      if ones == 1, tens != 11 { return PluralCategory.one }
      if (2...4).contains(ones), !(12...14).contains(tens) { return PluralCategory.few }
      return PluralCategory.many
    case .polish:
      if count == 1 { return PluralCategory.one }
      if (2...4).contains(ones), !(12...14).contains(tens) { return PluralCategory.few }
      return PluralCategory.many
    case .czech:
      if count == 1 { return PluralCategory.one }
      return (2...4).contains(count) ? PluralCategory.few : PluralCategory.other
    case .hebrew:
      if count == 1 { return PluralCategory.one }
      return count == 2 ? PluralCategory.two : PluralCategory.other
    case .arabic:
      if count == 0 { return PluralCategory.zero }
      if count == 1 { return PluralCategory.one }
      if count == 2 { return PluralCategory.two }
      if (3...10).contains(tens) { return PluralCategory.few }
      return tens >= 11 ? PluralCategory.many : PluralCategory.other
    }
  }

  /// The Romance languages say "a million of", and likewise for all whole millions.
  private static func millions(_ count: UInt64) -> Int {
    count != 0 && count % 1_000_000 == 0 ? PluralCategory.many : PluralCategory.other
  }

  package static func isRightToLeft(_ language: Text) -> Bool {
    switch code(of: language) {
    case Self.code("ar"), Self.code("he"), Self.code("fa"), Self.code("ur"): true
    default: false
    }
  }

  private enum Rule {
    case none, otherOnly, oneIsOne, oneIsZeroOrOne, oneIsOneWithMillions
    case oneIsZeroOrOneWithMillions, slavic, polish, czech, hebrew, arabic
  }

  private static func rule(of language: Text) -> Rule {
    switch code(of: language) {
    case code("ja"), code("zh"), code("ko"), code("vi"), code("th"), code("id"), code("ms"):
      .otherOnly
    case code("en"), code("de"), code("nl"), code("sv"), code("da"), code("nb"), code("no"),
      code("fi"), code("et"), code("el"), code("hu"), code("tr"), code("bg"), code("ur"):
      .oneIsOne
    case code("it"), code("es"), code("ca"): .oneIsOneWithMillions
    case code("fr"): .oneIsZeroOrOneWithMillions
    case code("pt"):
      isEuropeanPortuguese(language) ? .oneIsOneWithMillions : .oneIsZeroOrOneWithMillions
    case code("hi"), code("fa"), code("bn"): .oneIsZeroOrOne
    case code("ru"), code("uk"), code("be"): .slavic
    case code("pl"): .polish
    case code("cs"), code("sk"): .czech
    case code("he"): .hebrew
    case code("ar"): .arabic
    default: .none
    }
  }

  /// `pt-PT`, in which 0 is not `one`.
  private static func isEuropeanPortuguese(_ language: Text) -> Bool {
    language.count == 5 && language[3] | 0x20 == UInt8(ascii: "p")
      && language[4] | 0x20 == UInt8(ascii: "t")
  }

  /// The two letters of a primary language subtag as a number.
  private static func code(of language: Text) -> UInt16 {
    guard language.count >= 2, language.count == 2 || language[2] == UInt8(ascii: "-") else {
      return 0
    }
    return UInt16(language[0] | 0x20) << 8 | UInt16(language[1] | 0x20)
  }

  private static func code(_ letters: StaticString) -> UInt16 {
    UInt16(letters.utf8Start[0]) << 8 | UInt16(letters.utf8Start[1])
  }
}
