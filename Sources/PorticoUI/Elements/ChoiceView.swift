#if canImport(SwiftUI)
public import Portico
public import SwiftUI

/// One of several options: an open list, a menu or a wheel, a list that is searched in a sheet, or a button for each.
public struct ChoiceView: View {
  private let entry: AppEntry
  private let element: Element
  private let choice: Element.Choice
  @State private var isOpen = false
  @Environment(FormModel.self) private var form: FormModel?
  @Environment(\.porticoWords) private var words

  /// - Parameters:
  ///   - entry: the entry that shows the element.
  ///   - element: as the entry shows it now.
  ///   - choice: the choice that it is.
  public init(entry: AppEntry, element: Element, choice: Element.Choice) {
    self.entry = entry
    self.element = element
    self.choice = choice
  }

  /// The options.
  public var body: some View {
    VStack(alignment: .leading, spacing: 8) {
      if !element.text.isEmpty {
        Text(element.text).font(.subheadline).foregroundStyle(.secondary)
          // A picker or a search button reads the label itself; rows and buttons do not.
          .accessibilityHidden(opens)
      }
      options
        .accessibilityIdentifier(element.name)
        .takesProblemFocus(element)
      ProblemView(problem: element.problem)
    }
    .disabled(!element.isEnabled)
  }

  private var opens: Bool {
    switch choice.style {
    case .wheel, .picker: true
    case .list, .buttons, .rows: false
    }
  }

  @ViewBuilder private var options: some View {
    switch choice.style {
    case .picker where choice.isSearchable: search
    case .picker: picker.pickerStyle(.menu)
    case .wheel:
      #if os(iOS) || os(visionOS)
      picker.pickerStyle(.wheel)
      #else
      picker
      #endif
    case .list: ForEach(choice.options.indices, id: \.self) { row(at: $0) }
    case .rows:
      ForEach(choice.options.indices, id: \.self) { place in
        row(at: place)
        let actions = choice.options[place].actions
        if !actions.isEmpty {
          HStack(spacing: 8) {
            ForEach(actions) { action in button(action, at: place) }
          }
        }
      }
    case .buttons: ForEach(choice.options.indices, id: \.self) { button(at: $0) }
    }
  }

  private func choose(_ place: Int) {
    form?.typed()
    entry.choose(place, in: element)
  }

  private var picker: some View {
    let selection = Binding<Int?>(
      get: { choice.selection },
      set: { place in MainActor.assumeIsolated { if let place { choose(place) } } })
    return Picker(element.text, selection: selection) {
      // Nothing was chosen before somebody chooses.
      if choice.selection == nil { Text(words.choose).tag(Int?.none) }
      ForEach(choice.options.indices, id: \.self) { place in
        let option = choice.options[place]
        Text(option.detail.isEmpty ? option.text : "\(option.text) (\(option.detail))")
          .tag(Int?.some(place))
      }
    }
    .labelsHidden()
    .accessibilityLabel(element.text)
  }

  private var search: some View {
    let chosen = choice.selection.flatMap { place in
      choice.options.indices.contains(place) ? choice.options[place].text : nil
    }
    return Button {
      isOpen = true
    } label: {
      HStack(spacing: 8) {
        Text(chosen ?? words.choose).multilineTextAlignment(.leading)
          .foregroundStyle(chosen == nil ? .secondary : .primary)
        Spacer()
        Image(systemName: "chevron.up.chevron.down").accessibilityHidden(true)
      }
      .inputBox(InputLook(isWrong: !element.problem.isEmpty))
    }
    .buttonStyle(.plain)
    .accessibilityLabel(element.text)
    .accessibilityValue(chosen ?? "")
    .sheet(isPresented: $isOpen) {
      OptionPicker(title: element.text, choice: choice) { place in
        choose(place)
        isOpen = false
      } cancel: {
        isOpen = false
      }
    }
  }

  private func button(at place: Int) -> some View {
    Button {
      choose(place)
    } label: {
      HStack(spacing: 8) {
        if !choice.options[place].image.isEmpty { BrandMarkView(name: choice.options[place].image) }
        Text(choice.options[place].text).multilineTextAlignment(.center)
      }
      .frame(maxWidth: .infinity)
    }
    .buttonStyle(.bordered)
    // In the colour of text: a brand has rules for what stands beside its mark.
    .foregroundStyle(.primary)
    .controlSize(.large)
  }

  private func button(_ action: Element.RowAction, at place: Int) -> some View {
    Button {
      entry.choose(place, by: action)
    } label: {
      Text(action.text)
    }
    .buttonStyle(.bordered)
    .disabled(!action.isEnabled)
    // Read without the row above it, as by swiping from button to button.
    .accessibilityLabel("\(action.text), \(choice.options[place].text)")
    .accessibilityIdentifier(action.name)
  }

  private func row(at place: Int) -> some View {
    let isSelected = choice.style == .list && choice.selection == place
    return Button {
      choose(place)
    } label: {
      HStack(spacing: 8) {
        VStack(alignment: .leading) {
          Text(choice.options[place].text)
          if !choice.options[place].detail.isEmpty {
            Text(choice.options[place].detail).font(.footnote).foregroundStyle(.secondary)
          }
        }
        Spacer()
        // A row leads somewhere, an option is chosen.
        if choice.style == .rows {
          Image(systemName: "chevron.forward").accessibilityHidden(true)
        } else if isSelected {
          Image(systemName: "checkmark").foregroundStyle(.tint).accessibilityHidden(true)
        }
      }
      // The whole row can be tapped, not just its text.
      .contentShape(Rectangle())
      .padding(.vertical, 8)
    }
    .buttonStyle(.plain)
    .accessibilityAddTraits(isSelected ? .isSelected : [])
  }
}

/// The options of a choice in a list that is searched.
private struct OptionPicker: View {
  let title: String
  let choice: Element.Choice
  let choose: @MainActor (Int) -> Void
  let cancel: @MainActor () -> Void
  @State private var search = ""

  var body: some View {
    SearchSheet(title: title, search: $search, isEmpty: found.isEmpty, cancel: cancel) {
      ForEach(found, id: \.self) { place in
        SearchRow(
          text: choice.options[place].text, detail: choice.options[place].detail,
          isSelected: choice.selection == place
        ) { choose(place) }
      }
    }
  }

  private var found: [Int] {
    choice.options.indices.filter { place in
      let option = choice.options[place]
      return search.isEmpty || option.text.localizedStandardContains(search)
        || option.detail.localizedStandardContains(search)
    }
  }
}
#endif
