import PhoneNumbers

/// The countries of a field of content `country`: every country that has a calling code, in sections, searchable (PHN-2).
///
/// The app supplies the names, in the user's language and order; on Apple's platforms `PorticoUI` gets them from `Locale`.
/// A plain value, which may be used from anywhere.
public struct CountryList: Sendable {
  /// One of the countries.
  public struct Country: Hashable, Identifiable, Sendable {
    /// ISO 3166-1, such as `DE`: the value of the field.
    public let region: String
    /// In the user's language.
    public let name: String
    /// As it is dialled, such as `+49`.
    public let callingCode: String
    /// As an emoji.
    public let flag: String

    /// The region.
    public var id: String { region }
  }

  /// Countries with the same initial letter.
  public struct Section: Identifiable, Sendable {
    /// The letter; empty for the preferred countries, which come first.
    public let title: String
    /// In their order.
    public let countries: [Country]

    /// The title.
    public var id: String { title }
  }

  /// The preferred countries, then all of them, those included.
  public let sections: [Section]
  private let picker: CountryPicker
  private let countries: [String: Country]

  /// The regions that have a calling code, and need a name.
  public static var regions: [String] { table?.regions.map { $0.text.string } ?? [] }

  /// Nil only in a build whose generated table is damaged, which a test would have found.
  private static let table = PhoneTable.standard()

  /// - Parameters:
  ///   - names: of the regions, in the order of the list. A region without a name is listed last, by its code.
  ///   - preferred: regions that are also listed at the top, in their order.
  /// - Returns: nil only if the table of telephone numbers of this build is damaged.
  public init?(names: [(region: String, name: String)], preferred: [String] = []) {
    guard let table = Self.table else { return nil }
    picker = CountryPicker(
      table,
      names: names.compactMap { region, name in
        RegionCode(Array(region.utf8)).map { CountryName($0, Array(name.utf8)) }
      },
      preferred: preferred.compactMap { RegionCode(Array($0.utf8)) })
    let countries = picker.rows.map(Country.init)
    self.countries = Dictionary(uniqueKeysWithValues: countries.map { ($0.region, $0) })
    sections = picker.sections.map { section in
      Section(title: section.title?.string ?? "", countries: section.rows.map(Country.init))
    }
  }

  /// The countries that a search finds, the best first: by a part of the name, by ISO code or by calling code, whatever
  /// the case and the accents.
  ///
  /// - Parameter search: as typed; empty for all.
  public func countries(matching search: String) -> [Country] {
    picker.rows(matching: Array(search.utf8)).map(Country.init)
  }

  /// The country of a region; nil for an unknown one.
  public subscript(region: String) -> Country? { countries[region] }
}

extension CountryList.Country {
  fileprivate init(_ row: CountryRow) {
    region = row.region.text.string
    name = row.name.string
    callingCode = row.dialled.string
    flag = row.flag.string
  }
}
