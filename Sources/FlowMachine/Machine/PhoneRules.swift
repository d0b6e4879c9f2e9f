import Statechart

/// What a table of telephone numbers decides in fields beside a country (PHN-3). A host that has such
/// a table passes it when it loads the flow; the machine has none, so that a browser fetches it only
/// where a flow needs it.
///
/// Without one a number is checked for the form of E.164 alone, and shows as it is kept. The functions
/// depend on their arguments and on nothing else, and end in bounded time whatever these are.
package struct PhoneRules: Sendable {
  /// Tells the table from any other: a recording is replayed with the same one.
  package let version: Text
  /// What the fact holds of a text that was typed for a country: E.164 once the number is valid.
  package let kept: @Sendable (_ typed: Text, _ country: Text) -> Text
  /// How what the fact holds is shown for a country; `kept` makes the same of it again.
  package let shown: @Sendable (_ kept: Text, _ country: Text) -> Text
  /// Whether what the fact holds is a valid number.
  package let accepts: @Sendable (_ kept: Text) -> Bool

  package init(
    version: Text, kept: @escaping @Sendable (_ typed: Text, _ country: Text) -> Text,
    shown: @escaping @Sendable (_ kept: Text, _ country: Text) -> Text,
    accepts: @escaping @Sendable (_ kept: Text) -> Bool
  ) {
    self.version = version
    self.kept = kept
    self.shown = shown
    self.accepts = accepts
  }
}

extension Flow {
  /// Whether a field wants the table: a number beside a country, or the country itself.
  package var asksForNumbers: Bool {
    tables.elements.contains {
      $0.hasCountry || $0.kind == .field && $0.style == ElementKind.countryStyle
    }
  }

  /// The version of the table that decides in this flow; nil without one, and where no field needs it.
  package var phoneVersion: Text? {
    tables.elements.contains { $0.hasCountry } ? phones?.version : nil
  }
}

extension ElementRow {
  /// Whether it is a number that is written as the country beside it does.
  var hasCountry: Bool { kind == .field && country != noID }
}

extension FlowMemory {
  /// What a field shows of its fact.
  func shown(_ row: ElementRow, cells: [Int64]) -> Text {
    let text = self.text(of: row.fact, cells: cells)
    guard row.hasCountry, let phones = flow.phones else { return text }
    return phones.shown(text, self.text(of: row.country, cells: cells))
  }

  /// What a text shows of a fact. A number that was typed into a field has its calling code here, since
  /// no country stands beside it.
  func shown(_ fact: FactID, cells: [Int64]) -> Text {
    let text = self.text(of: fact, cells: cells)
    guard let phones = flow.phones,
      flow.tables.elements.contains(where: { $0.hasCountry && $0.fact == fact })
    else { return text }
    return phones.shown(text, [])
  }

  /// The numbers beside a country that changes: they are typed again, as they show, under the new
  /// country.
  func numbers(beside changes: [FactChange], cells: [Int64]) -> [(row: ElementRow, text: Text)] {
    guard flow.phones != nil else { return [] }
    return flow.tables.elements.filter { row in
      row.hasCountry && cells[Int(row.fact)] != absent
        && changes.contains { $0.fact == row.country }
    }.map { ($0, shown($0, cells: cells)) }
  }
}
