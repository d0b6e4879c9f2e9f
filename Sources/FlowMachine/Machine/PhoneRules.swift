import Statechart

/// How a table of phone numbers decides in fields beside a country (PHN-3). A host that has such a
/// table passes it when it loads the flow. The machine has none, so a browser downloads it only if
/// a flow needs it.
///
/// Without a table, a number is checked only against the format of E.164, and shown as it is
/// stored. The functions are pure and end in bounded time for any arguments.
package struct PhoneRules: Sendable {
  /// Identifies the table; a recording must be replayed with the same one.
  package let version: Text
  /// The fact's value for a text typed for a country: E.164 once the number is valid.
  package let kept: @Sendable (_ typed: Text, _ country: Text) -> Text
  /// How the fact's value is shown for a country; `kept` turns it back into the same value.
  package let shown: @Sendable (_ kept: Text, _ country: Text) -> Text
  /// Whether the fact's value is a valid number.
  package let accepts: @Sendable (_ kept: Text) -> Bool
  /// The country of a valid number, or empty.
  package let country: @Sendable (_ kept: Text) -> Text

  package init(
    version: Text, kept: @escaping @Sendable (_ typed: Text, _ country: Text) -> Text,
    shown: @escaping @Sendable (_ kept: Text, _ country: Text) -> Text,
    accepts: @escaping @Sendable (_ kept: Text) -> Bool,
    country: @escaping @Sendable (_ kept: Text) -> Text
  ) {
    self.version = version
    self.kept = kept
    self.shown = shown
    self.accepts = accepts
    self.country = country
  }
}

extension Flow {
  /// Whether a field needs the table: a number beside a country, or the country itself.
  package var asksForNumbers: Bool {
    tables.elements.contains {
      $0.hasCountry || $0.kind == .field && $0.style == ElementKind.countryStyle
    }
  }

  /// The version of the table that this flow uses; nil without a table, or if no field needs it.
  package var phoneVersion: Text? {
    tables.elements.contains { $0.hasCountry } ? phones?.version : nil
  }
}

extension ElementRow {
  /// Whether it is a number that is formatted for the country beside it.
  var hasCountry: Bool { kind == .field && country != noID }
}

extension FlowMemory {
  /// The text that a field shows for its fact.
  func shown(_ row: ElementRow, cells: [Int64]) -> Text {
    let text = self.text(of: row.fact, cells: cells)
    guard row.hasCountry, let phones = flow.phones else { return text }
    return phones.shown(text, self.text(of: row.country, cells: cells))
  }

  /// The text that a template shows for a fact. A typed number is shown with its calling code,
  /// since no country is beside it.
  func shown(_ fact: FactID, cells: [Int64]) -> Text {
    let text = self.text(of: fact, cells: cells)
    guard let phones = flow.phones,
      flow.tables.elements.contains(where: { $0.hasCountry && $0.fact == fact })
    else { return text }
    return phones.shown(text, [])
  }

  /// The numbers beside a country that changes. They are parsed again, as shown, under the new
  /// country.
  func numbers(beside changes: [FactChange], cells: [Int64]) -> [(row: ElementRow, text: Text)] {
    guard flow.phones != nil else { return [] }
    return flow.tables.elements.filter { row in
      row.hasCountry && cells[Int(row.fact)] != absent
        && changes.contains { $0.fact == row.country }
        && !changes.contains { $0.fact == row.fact }
    }.map { ($0, shown($0, cells: cells)) }
  }
}
