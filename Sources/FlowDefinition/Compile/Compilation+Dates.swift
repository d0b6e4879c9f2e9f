import FlowMachine
import Statechart

// Dates: what they begin with, and those with a bound that moves with the day (`least: today`), of which what is valid
// today need not be tomorrow.

extension Compilation {
  /// The fact in which the host says how far the device's local time is ahead of UTC, since the day begins by it.
  func utcOffset(for validator: ElementDeclaration.Validator, _ scope: Scope) -> FactID {
    let declaration = "`utcOffset: {type: number, place: device}`"
    guard let fact = scope.facts["utcOffset"] else {
      report(
        .unknownName, at: validator.position,
        "When \(quoted(validator.written)) begins depends on the device's time zone, which the flow does not know",
        "Add \(declaration) to `facts`; the host reports it")
      return noID
    }
    let row = builder.tables.facts[Int(fact)]
    guard row.type == .number, row.place == .device else {
      report(
        .wrongType, at: validator.position,
        "\(quoted(validator.written)) needs the device's time zone, but `utcOffset` is another fact here",
        "Rename that one, and add \(declaration) to `facts`")
      return noID
    }
    return fact
  }

  /// Only a form asks whether such a date is valid, when it is submitted: there a person can type another one, so a proof knows
  /// both outcomes. A guard would change its mind at midnight, when nothing happens in the flow.
  func checkMovingDates() {
    for (fact, name) in validityReads where movingDates[fact] != nil {
      report(
        .badGuard, at: name.position,
        "Whether \(quoted(name.value)) is valid changes at midnight, so no guard can ask for it",
        "Write `submits: true` at the button, which then acts only while the date is valid")
    }
    for test in builder.tables.textTests where test.isLiteral {
      let literal = builder.tables.blobs[Int(test.operand)]
      guard let field = movingDates[test.fact], CalendarDate.number(literal) != nil else {
        continue
      }
      report(
        .badGuard, at: field.position,
        "A guard compares the date of \(quoted(field.value)) with \(quoted(String(decoding: literal, as: UTF8.self))), which is valid on some days and not on others",
        "Write bounds that are days, or compare another fact")
    }
  }

  /// Refuses a date field whose fact has an `initial` that is not a date.
  func checkInitialDates() {
    guard !ignoresTexts, !dateFacts.isEmpty else { return }
    for scope in scopes {
      for declaration in scope.document.facts {
        guard let initial = declaration.initial, case .text(let text) = initial.value,
          let fact = scope.facts[declaration.name.value], dateFacts.contains(fact),
          CalendarDate.number(Array(text.utf8)) == nil
        else { continue }
        report(
          .wrongType, at: initial.position,
          "\(quoted(text)) is not a date, and an element of kind `date` edits \(quoted(declaration.name.value))",
          "Write a date such as `2026-01-31`, or leave `initial` out")
      }
    }
  }
}
