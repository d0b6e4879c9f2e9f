// The values of elements: what a person sets, and what the screen shows of it. What tells one input
// from another is here; the machine, journals, plays and the verifier pass values on.

import Statechart
import WireText

/// What a person sets an element to, apart from typing.
package enum InputValue: Equatable, Sendable {
  /// The index of an option, or of a picker's row.
  case option(Int)
  /// On or off.
  case flag(Bool)
  /// The index of one of several options, and whether it is chosen.
  case mark(Int, Bool)
}

extension InputValue {
  /// The index of the option that it is about.
  package var option: Int? {
    switch self {
    case .option(let place), .mark(let place, _): place
    case .flag: nil
    }
  }

  /// Whether it turns something on or off.
  package var isOn: Bool? {
    switch self {
    case .flag(let isOn), .mark(_, let isOn): isOn
    case .option: nil
    }
  }

  /// The step of a play that sets it.
  package var step: StaticString {
    switch self {
    case .option, .mark: "choose"
    case .flag: "toggle"
    }
  }

  /// How plays and reports write it; of an option its name.
  package func word(among options: [Text]) -> Text {
    switch self {
    case .option(let place), .mark(let place, _):
      options.indices.contains(place) ? options[place] : []
    case .flag(let isOn): Text(ascii: isOn ? "true" : "false")
    }
  }
}

// MARK: JSON

extension InputValue {
  /// The names of all values in journals, traces and the inputs of pages.
  package static let names: [StaticString] = ["choose", "toggle", "mark"]

  package var name: StaticString {
    switch self {
    case .option: "choose"
    case .flag: "toggle"
    case .mark: "mark"
    }
  }

  /// - Returns: nil if the name is not that of a value.
  static func read(_ name: Text, _ json: JSON.Value) throws(InputError) -> InputValue? {
    switch name {
    case "choose": return .option(try place(json))
    case "toggle": return .flag(try isOn(json))
    case "mark": return .mark(try place(json), try isOn(json))
    default: return nil
    }
  }

  private static func place(_ json: JSON.Value) throws(InputError) -> Int {
    guard let option = json.integer("option"), option >= 0, option < 1 << 20 else {
      throw .wrongValue
    }
    return Int(option)
  }

  private static func isOn(_ json: JSON.Value) throws(InputError) -> Bool {
    guard let isOn = json.flag("on") else { throw .wrongValue }
    return isOn
  }

  func writeMembers(to writer: inout JSONWriter) {
    if let option { writer.member("option", Int64(option)) }
    if let isOn { writer.member("on", isOn) }
  }
}

// MARK: Elements

extension FlowTables {
  /// The values that an element can be set to, in the order of its options.
  ///
  /// - Parameter rows: how many rows the list of a picker has.
  package func values(of row: ElementRow, rows: Int) -> [InputValue] {
    switch row.kind.input {
    case .none, .tap, .text: []
    case .option: (0..<(row.kind == .picker ? rows : Int(row.options.count))).map { .option($0) }
    case .flag: [.flag(true), .flag(false)]
    case .options: (0..<Int(row.sets.count)).flatMap { [.mark($0, true), .mark($0, false)] }
    }
  }

  /// The value of an element that plays write with a word.
  ///
  /// - Parameter options: the names of its options.
  package func value(_ word: Text, of row: ElementRow, among options: [Text]) -> InputValue? {
    values(of: row, rows: options.count).first { $0.word(among: options) == word }
  }

  /// The fact that a value changes, whatever the others are.
  ///
  /// - Returns: nil if it does not fit the element, and for a row of a list, which has further facts.
  package func change(by value: InputValue, _ row: ElementRow) -> FactChange? {
    switch (value, row.kind.input) {
    case (.flag(let isOn), .flag): return FactChange(row.fact, .number(isOn ? 1 : 0))
    case (.mark(let place, let isOn), .options):
      guard place >= 0, place < Int(row.sets.count) else { return nil }
      return FactChange(picks[Int(row.sets.start) + place].fact, .number(isOn ? 1 : 0))
    case (.option(let place), .option) where row.kind == .choice:
      guard place >= 0, place < Int(row.options.count) else { return nil }
      return FactChange(row.fact, .number(Int64(options[Int(row.options.start) + place].value)))
    default: return nil
    }
  }

  /// The facts that the value of an element consists of: its own, or one for each option.
  package func valueFacts(of row: ElementRow) -> [FactID] {
    row.fact != noID ? [row.fact] : picks[row.sets.indices].map { $0.fact }
  }
}

extension FlowCheck {
  /// An element's fact has the type that its input sets, and a picker's columns exist in its list.
  func hasSoundFact(_ row: ElementRow) -> Bool {
    switch row.kind.input {
    case .none where row.kind == .secret:
      return isFact(row.fact) && tables.facts[Int(row.fact)].type == .secret
    case .none where row.kind == .progress:
      return row.fact == noID || isFact(row.fact) && tables.facts[Int(row.fact)].type == .number
    case .none, .tap: return row.fact == noID || row.kind == .text && isFact(row.fact)
    case .text, .flag: return row.fact != noID
    case .options:
      return row.fact == noID && row.sets.count == row.options.count
        && tables.picks[row.sets.indices].allSatisfy {
          $0.column == 0 && isFact($0.fact) && tables.facts[Int($0.fact)].type == .flag
        }
    case .option where row.kind == .choice:
      guard row.fact != noID, tables.facts[Int(row.fact)].type == .choice else { return false }
      let fact = tables.facts[Int(row.fact)]
      return tables.options[row.options.indices].allSatisfy { $0.value < fact.choices.count }
    case .option:
      guard hasText(row.fact), isFact(row.list), tables.facts[Int(row.list)].type == .list
      else { return false }
      let columns = tables.facts[Int(row.list)].columns.count
      return row.valueColumn < columns && row.labelColumn < columns
        && (row.detailColumn == noID || row.detailColumn < columns)
        && tables.picks[row.sets.indices].allSatisfy { $0.column < columns && isFact($0.fact) }
    }
  }
}

// MARK: Screen

extension ScreenValue {
  /// What an element shows as its value.
  package enum Value: Equatable, Sendable {
    case none
    /// Of a progress, how far it is, in percent.
    case text(Text)
    case flag(Bool)
    /// The index among the options.
    case choice(Int)
    /// The indices of the options that are chosen, in ascending order.
    case choices([Int])
    /// A secret is present. The host shows it as dots; the owner's own, of kind `secret`, as it is.
    case secret
  }
}

extension ScreenValue.Value {
  /// The indices of the options that are chosen.
  package var chosen: [Int] {
    switch self {
    case .choice(let place): [place]
    case .choices(let places): places
    default: []
    }
  }

  func write(to writer: inout JSONWriter) {
    switch self {
    case .none: break
    case .text(let text): writer.member("value", text)
    case .flag(let isOn): writer.member("on", isOn)
    case .choice(let place): writer.member("chosen", Int64(place))
    case .choices(let places):
      writer.name("chosen")
      writer.open("[")
      for place in places { writer.value(Int64(place)) }
      writer.close("]")
    case .secret: writer.member("secret", true)
    }
  }
}

extension ScreenDrawing {
  func value(_ row: ElementRow) -> ScreenValue.Value {
    if row.kind.input == .options {
      return .choices(
        row.sets.indices.filter { state.cells[Int(flow.tables.picks[$0].fact)] == 1 }
          .map { $0 - Int(row.sets.start) })
    }
    guard row.fact != noID else { return .none }
    let cell = state.cells[Int(row.fact)]
    guard cell != absent else { return .none }
    switch row.kind.input {
    case .flag: return .flag(cell != 0)
    case .option where row.kind == .choice:
      for (place, index) in row.options.indices.enumerated()
      where Int64(flow.tables.options[index].value) == cell {
        return .choice(place)
      }
      return .none
    case .option:
      let value = memory.text(of: row.fact, cells: state.cells)
      let place = rows(of: row).firstIndex { $0[Int(row.valueColumn)] == value }
      return place.map { .choice($0) } ?? .none
    case .text:
      guard !isSecret(row) else { return .secret }
      return .text(memory.shown(row, cells: state.cells))
    case .none where row.kind == .secret: return .secret
    case .none where row.kind == .progress: return .text(Decimal.text(min(max(cell, 0), 100)))
    case .none, .tap, .options: return .none
    }
  }
}
