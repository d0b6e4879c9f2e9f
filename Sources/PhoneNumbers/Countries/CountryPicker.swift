/// The country picker as a value: all countries with a calling code, in sections, searchable
/// (PHN-2).
///
/// The host supplies the names in the order of its language (`Locale` and `Collator`, `Intl`); the
/// picker does not sort. Countries that the host does not name come last, by their code.
package struct CountryPicker: Sendable {
  package let rows: [CountryRow]
  /// The preferred countries first, then all countries, including these.
  package let sections: [CountrySection]
  /// The device's region if it has a calling code, otherwise the first preferred one.
  package let preselected: RegionCode?
  let table: PhoneTable

  /// - Parameters:
  ///   - names: in the order of the list. Countries without a calling code are omitted, duplicates
  ///     count once.
  ///   - preferred: in the order in which they are shown.
  ///   - device: the device's region.
  package init(
    _ table: PhoneTable, names: [CountryName], preferred: [RegionCode] = [],
    device: RegionCode? = nil
  ) {
    var missing = table.regions
    var rows: [CountryRow] = []
    var titles: [[UInt8]] = []
    func add(_ region: RegionCode, _ name: [UInt8], _ title: [UInt8]) {
      guard let place = missing.firstIndex(of: region), let code = table.callingCode(of: region)
      else { return }
      missing.remove(at: place)
      rows.append(
        CountryRow(region: region, callingCode: code, name: name, key: FoldedName(name)))
      titles.append(title)
    }
    for name in names where !name.name.isEmpty {
      add(name.region, name.name, name.section ?? FoldedName.initial(of: name.name))
    }
    for region in missing {
      add(region, region.text, FoldedName.initial(of: region.text))
    }
    let first = preferred.compactMap { region in rows.first { $0.region == region } }
    let top = first.isEmpty ? [] : [CountrySection(title: nil, rows: first)]
    self.table = table
    self.rows = rows
    sections = top + Self.sections(of: rows, titles)
    preselected =
      device.flatMap { table.callingCode(of: $0) == nil ? nil : $0 } ?? first.first?.region
  }

  package func row(of region: RegionCode) -> CountryRow? { rows.first { $0.region == region } }

  /// Groups neighbours with the same title. In a language that sorts an accented letter separately
  /// (Swedish Å), that letter is its own title; what is not a single letter (Czech Ch) stays in the
  /// current section.
  private static func sections(of rows: [CountryRow], _ titles: [[UInt8]]) -> [CountrySection] {
    var sections: [(title: [UInt8], rows: [CountryRow])] = []
    for (row, letter) in zip(rows, titles) {
      var title = letter
      if sections.last?.title != title, sections.contains(where: { $0.title == title }),
        let first = scalars(of: row.name).first
      {
        title = utf8(first)
      }
      if let place = sections.lastIndex(where: { $0.title == title }) {
        sections[place].rows.append(row)
      } else {
        sections.append((title, [row]))
      }
    }
    return sections.map { CountrySection(title: $0.title, rows: $0.rows) }
  }
}
