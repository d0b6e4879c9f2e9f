import Statechart
import WireText

/// What typing, or setting a value, changes.
struct FieldInput {
  let flow: Flow
  let memory: FlowMemory
  let cells: [Int64]

  /// - Returns: nil if the input does not fit the element.
  func changes(by input: Input, _ row: ElementRow) -> [FactChange]? {
    switch input {
    case .type(_, let text): return row.takesText ? typed(text, row) : nil
    case .typeSecret:
      return row.takesText && flow.tables.facts[Int(row.fact)].type == .secret ? [] : nil
    case .set(_, let value):
      if let change = flow.tables.change(by: value, row) { return [change] }
      guard case .option(let place) = value, row.kind == .picker else { return nil }
      return picked(place, row)
    default: return nil
    }
  }

  private func typed(_ text: Text, _ row: ElementRow) -> [FactChange]? {
    guard text.count <= FlowLimits.textBytes, UTF8Check.isValid(text) else { return nil }
    switch flow.tables.facts[Int(row.fact)].type {
    case .text:
      var kept = text
      if row.hasCountry, let phones = flow.phones {
        let chosen = memory.text(of: row.country, cells: cells)
        kept = phones.kept(text, chosen)
        // A number typed with another country's calling code says which country it is of.
        let own = phones.country(kept)
        if text.first == UInt8(ascii: "+"), !own.isEmpty, own != chosen,
          flow.tables.facts[Int(row.country)].type == .text
        {
          return [FactChange(row.country, .text(own)), FactChange(row.fact, .text(kept))]
        }
      }
      return [FactChange(row.fact, kept.isEmpty ? .absent : .text(kept))]
    case .number:
      guard !text.isEmpty else { return [FactChange(row.fact, .absent)] }
      return Decimal.parse(text[...]).map { [FactChange(row.fact, .number($0))] }
    case .flag, .choice, .time, .secret, .list, .json: return nil
    }
  }

  private func picked(_ place: Int, _ row: ElementRow) -> [FactChange]? {
    let columns = flow.tables.facts[Int(row.list)].columns
    guard case .text(let bytes) = memory.value(of: row.list, cells: cells) else { return nil }
    let rows = ListValue.decode(bytes, columns: Int(columns.count))
    guard rows.indices.contains(place), row.isOffered(in: rows[place]) else { return nil }
    var changes = [FactChange(row.fact, .text(rows[place][Int(row.valueColumn)]))]
    for pick in flow.tables.picks[row.sets.indices] {
      let text = rows[place][Int(pick.column)]
      changes.append(FactChange(pick.fact, value(text, flow.tables.facts[Int(pick.fact)])))
    }
    return changes
  }

  private func value(_ text: Text, _ row: FactRow) -> FactValue {
    switch row.type {
    case .text: .text(text)
    case .flag: .number("true" ~= text ? 1 : 0)
    case .number, .time: Decimal.parse(text[...]).map { .number($0) } ?? .absent
    case .choice: flow.place(of: text, among: row.choices).map { .number(Int64($0)) } ?? .absent
    case .secret, .list, .json: .absent
    }
  }
}

extension FlowMemory {
  mutating func holds(_ condition: UInt16, _ state: borrowing ChartState) -> Bool {
    condition == noID || flow.chart.holds(condition, event: .none, in: state, host: &self)
  }

  mutating func type(
    secret fact: FactID, isValid: Bool?, isRepeated: Bool, _ state: inout ChartState
  ) {
    if state.cells[Int(fact)] == SecretStatus.stored { append(.eraseSecret(fact)) }
    state.cells[Int(fact)] = isValid == nil ? absent : SecretStatus.typed
    let sent = sentGenerations[Int(fact)]
    if isRepeated, sent != 0 {
      secretGenerations[Int(fact)] = sent
    } else {
      secretGenerations[Int(fact)] &+= 1
    }
    invalidSecrets.removeAll { $0 == fact }
    submittedSecrets.removeAll { $0 == fact }
    if isValid == false { invalidSecrets.append(fact) }
    hasChanged = true
  }

  /// Whether a button can be pressed, or a field changed.
  mutating func isEnabled(_ row: ElementRow, _ state: borrowing ChartState) -> Bool {
    holds(row.enabled, state) && !isBusy(row, state)
  }

  /// Whether the fields that a button submits are valid. It can be pressed all the same: then the
  /// screen says what is missing.
  mutating func isComplete(
    _ row: ElementRow, within elements: RowRange, _ state: borrowing ChartState
  ) -> Bool {
    guard row.submits else { return true }
    for field in flow.tables.elements[elements.indices]
    where field.takesValue && holds(field.shown, state) {
      if firstProblem(of: field, cells: state.cells) != nil { return false }
    }
    return true
  }

  /// Whether a request started by the element is running.
  func isBusy(_ row: ElementRow, _ state: borrowing ChartState) -> Bool {
    for index in row.requests.indices {
      let request = flow.tables.requests[Int(flow.tables.ids[index])]
      if state.cells[Int(request.cell)] == RequestStatus.running { return true }
    }
    return false
  }

  /// Whether the field of a fact is valid, wherever it is shown.
  func isValid(_ fact: FactID, cells: [Int64]) -> Bool {
    for row in flow.tables.elements where row.takesValue && row.fact == fact {
      if firstProblem(of: row, cells: cells) != nil { return false }
    }
    return true
  }

  /// The first validator that fails, as an index into the table of validators.
  func firstProblem(of row: ElementRow, cells: [Int64]) -> Int? {
    guard row.takesText else { return firstProblem(ofSet: row, cells: cells) }
    let cell = cells[Int(row.fact)]
    let type = flow.tables.facts[Int(row.fact)].type
    for index in row.validators.indices {
      let validator = flow.tables.validators[index]
      if type == .secret {
        let isMissing = cell != SecretStatus.stored && cell != SecretStatus.typed
        if validator.rule == .required ? isMissing : invalidSecrets.contains(row.fact) {
          return index
        }
      } else if type == .number, validator.rule == .least || validator.rule == .most {
        guard cell != absent else { continue }
        let holds = validator.rule == .least ? cell >= validator.value : cell <= validator.value
        if !holds { return index }
      } else {
        let other =
          validator.rule == .same
          ? text(of: validator.fact, cells: cells) : flow.pattern(of: validator)
        let text = self.text(of: row.fact, cells: cells)
        if validator.rule == .phone, row.hasCountry, let phones = flow.phones {
          // `required` handles an empty field.
          if !text.isEmpty, !phones.accepts(text) { return index }
        } else if !Validation.holds(
          row.kind == .date ? today(validator, cells: cells) : validator, of: row.kind,
          other: other, text)
        {
          return index
        }
      }
    }
    return nil
  }
}

extension FlowMemory {
  /// Of what is not typed, only the number of facts that are set is checked: a flag has to be on,
  /// anything else to be there.
  private func firstProblem(ofSet row: ElementRow, cells: [Int64]) -> Int? {
    guard row.validators.count > 0 else { return nil }
    var count: Int64 = 0
    for fact in flow.tables.valueFacts(of: row) {
      let cell = cells[Int(fact)]
      if flow.tables.facts[Int(fact)].type == .flag ? cell == 1 : cell != absent { count += 1 }
    }
    for index in row.validators.indices {
      let validator = flow.tables.validators[index]
      switch validator.rule {
      case .most: if count > validator.value { return index }
      case .least: if count < validator.value { return index }
      default: if count == 0 { return index }
      }
    }
    return nil
  }
}

/// The rules for texts; each examines a byte at most once.
package enum Validation {
  /// Whether a rule holds for an element of a kind; the bounds of a date are days.
  ///
  /// - Parameter other: the other field's text, for `same`; for `pattern` what `Flow.pattern` has.
  package static func holds(
    _ validator: ValidatorRow, of kind: ElementKind, other: Text, _ text: Text
  ) -> Bool {
    guard kind == .date, validator.rule == .least || validator.rule == .most else {
      return holds(validator.rule, value: validator.value, other: other, text)
    }
    // `date` handles a text that is not a date.
    guard let day = CalendarDate.number(text) else { return true }
    return validator.rule == .least ? day >= validator.value : day <= validator.value
  }

  /// - Parameter other: the other field's text, for `same`; for `pattern` what `Flow.pattern` has.
  package static func holds(
    _ rule: ValidatorRule, value: Int64, other: Text, _ text: Text
  ) -> Bool {
    switch rule {
    case .required: return text.contains { $0 != 0x20 && $0 != 0x09 }
    case .same: return text == other
    case .most: return characters(of: text) <= value
    default: break
    }
    // `required` handles an empty field.
    guard !text.isEmpty else { return true }
    switch rule {
    case .least: return characters(of: text) >= value
    case .digits: return text.allSatisfy { $0 >= 48 && $0 <= 57 }
    case .email: return isEmail(text)
    case .phone: return isPhone(text)
    case .date: return CalendarDate.number(text) != nil
    case .pattern: return PatternTable(other).matches(text)
    case .required, .same, .most: return true
    }
  }

  /// The number of Unicode scalars, counted by their lead bytes.
  private static func characters(of text: Text) -> Int64 {
    var count: Int64 = 0
    for byte in text where byte & 0xC0 != 0x80 { count += 1 }
    return count
  }

  /// One `@` with something before it and a domain with a dot after it, no spaces or control
  /// characters. The mail sent to it is the real check.
  private static func isEmail(_ text: Text) -> Bool {
    guard text.count <= 254, let at = text.firstIndex(of: UInt8(ascii: "@")), at > 0, at <= 64
    else { return false }
    let domain = text[(at + 1)...]
    guard let last = domain.last, let first = domain.first, first != UInt8(ascii: "."),
      last != UInt8(ascii: "."), domain.contains(UInt8(ascii: "."))
    else { return false }
    var previous: UInt8 = 0
    for byte in text {
      guard byte > 0x20, byte != 0x7F else { return false }
      if byte == UInt8(ascii: "."), previous == UInt8(ascii: ".") { return false }
      previous = byte
    }
    return !domain.contains(UInt8(ascii: "@"))
  }

  /// E.164: a plus and 7 to 15 digits.
  private static func isPhone(_ text: Text) -> Bool {
    guard text.first == UInt8(ascii: "+"), (8...16).contains(text.count) else { return false }
    return text.dropFirst().allSatisfy { $0 >= 48 && $0 <= 57 }
  }
}
