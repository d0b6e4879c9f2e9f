#if canImport(SwiftUI)
public import Portico
public import SwiftUI

/// The country of a telephone number: a button with the chosen one, which opens the list (PHN-2).
struct CountryField: View {
  let element: Element
  @Binding var region: String
  let look: InputLook
  @State private var list: CountryList?
  @State private var isOpen = false
  @Environment(\.locale) private var locale

  var body: some View {
    Button {
      isOpen = true
    } label: {
      HStack(spacing: 8) {
        if let country = list?[region] {
          Text(country.flag).accessibilityHidden(true)
          Text(country.name).multilineTextAlignment(.leading)
          Spacer()
          Text(country.callingCode).foregroundStyle(.secondary).runsLeftToRight(true)
        } else {
          Text(region)
          Spacer()
        }
        Image(systemName: "chevron.up.chevron.down").accessibilityHidden(true)
      }
      .inputBox(look)
    }
    .buttonStyle(.plain)
    .accessibilityLabel(element.text)
    .accessibilityIdentifier(element.name)
    .takesProblemFocus(element)
    .accessibilityValue(list?[region].map { "\($0.name), \($0.callingCode)" } ?? region)
    .task(id: locale) { list = CountryList(in: locale) }
    .sheet(isPresented: $isOpen) {
      if let list {
        CountryPicker(title: element.text, list: list, selection: region) { country in
          region = country.region
          isOpen = false
        } cancel: {
          isOpen = false
        }
      }
    }
  }
}

/// The list of countries with flag, name and calling code, by initial letter and searchable (PHN-2).
public struct CountryPicker: View {
  private let title: String
  private let list: CountryList
  private let selection: String
  private let choose: @MainActor (CountryList.Country) -> Void
  private let cancel: @MainActor () -> Void
  @State private var search = ""

  /// - Parameters:
  ///   - title: of the list, such as the field's label.
  ///   - list: `CountryList(in:)` names it for a locale.
  ///   - selection: the chosen region; empty for none.
  ///   - choose: called on the main actor with what was tapped.
  ///   - cancel: called on the main actor if the list is closed otherwise.
  public init(
    title: String, list: CountryList, selection: String,
    choose: @escaping @MainActor (CountryList.Country) -> Void,
    cancel: @escaping @MainActor () -> Void
  ) {
    self.title = title
    self.list = list
    self.selection = selection
    self.choose = choose
    self.cancel = cancel
  }

  /// The list.
  public var body: some View {
    SearchSheet(title: title, search: $search, isEmpty: found?.isEmpty == true, cancel: cancel) {
      if let found {
        ForEach(found) { row($0) }
      } else {
        ForEach(list.sections) { section in
          Section(section.title) { ForEach(section.countries) { row($0) } }
        }
      }
    }
  }

  /// Nil while nothing is searched for.
  private var found: [CountryList.Country]? {
    search.allSatisfy(\.isWhitespace) ? nil : list.countries(matching: search)
  }

  private func row(_ country: CountryList.Country) -> some View {
    SearchRow(
      mark: country.flag, text: country.name, detail: country.callingCode, isForeign: true,
      isSelected: country.region == selection
    ) { choose(country) }
  }
}

extension CountryList {
  /// The countries as a locale names and sorts them.
  ///
  /// - Parameters:
  ///   - locale: of the user's language.
  ///   - preferred: regions that are also listed at the top, in their order.
  /// - Returns: nil only if the table of telephone numbers of this build is damaged.
  public init?(in locale: Locale, preferred: [String] = []) {
    let names = Self.regions.compactMap { region in
      locale.localizedString(forRegionCode: region).map { (region: region, name: $0) }
    }
    self.init(
      names: names.sorted {
        $0.name.compare($1.name, locale: locale) == .orderedAscending
      }, preferred: preferred)
  }
}
#endif
