#if canImport(SwiftUI)
import Portico
import SwiftUI

/// One of several options: an open list, or a picker.
struct ChoiceView: View {
  let entry: AppEntry
  let element: Element
  let choice: Element.Choice
  @State private var search = ""

  var body: some View {
    VStack(alignment: .leading, spacing: 8) {
      if !element.text.isEmpty { Text(element.text).font(.subheadline) }
      switch choice.style {
      case .wheel: wheel
      case .list, .picker, .rows:
        if choice.isSearchable {
          TextField(Words.search, text: $search).textFieldStyle(.roundedBorder)
        }
        ForEach(found) { row(at: $0.place) }
      case .buttons:
        ForEach(found) { button(at: $0.place) }
      }
      ProblemView(element: element)
    }
    .disabled(!element.isEnabled)
  }

  private struct Found: Identifiable {
    let place: Int
    var id: Int { place }
  }

  private var found: [Found] {
    choice.options.indices.filter { place in
      let option = choice.options[place]
      return search.isEmpty || option.text.localizedStandardContains(search)
        || option.detail.localizedStandardContains(search)
    }.map(Found.init)
  }

  @ViewBuilder private var wheel: some View {
    let selection = Binding<Int?>(
      get: { choice.selection },
      set: { place in
        MainActor.assumeIsolated { if let place { entry.choose(place, in: element) } }
      })
    let picker = Picker(element.text, selection: selection) {
      // Nothing was chosen before somebody chooses.
      if choice.selection == nil { Text("").tag(Int?.none) }
      ForEach(choice.options.indices, id: \.self) {
        Text(choice.options[$0].text).tag(Int?.some($0))
      }
    }
    #if os(iOS) || os(visionOS)
    picker.pickerStyle(.wheel)
    #else
    picker
    #endif
  }

  /// The image is the app's own, by its name: a brand has rules for it.
  private func button(at place: Int) -> some View {
    Button {
      entry.choose(place, in: element)
    } label: {
      HStack {
        if !choice.options[place].image.isEmpty {
          Image(choice.options[place].image).accessibilityHidden(true)
        }
        Text(choice.options[place].text)
      }
      .frame(maxWidth: .infinity)
    }
    .buttonStyle(.bordered)
    .controlSize(.large)
  }

  private func row(at place: Int) -> some View {
    Button {
      entry.choose(place, in: element)
    } label: {
      HStack {
        VStack(alignment: .leading) {
          Text(choice.options[place].text)
          if !choice.options[place].detail.isEmpty {
            Text(choice.options[place].detail).font(.footnote).foregroundStyle(.secondary)
          }
        }
        Spacer()
        if choice.selection == place { Image(systemName: "checkmark") }
      }
    }
    .buttonStyle(.plain)
    .accessibilityAddTraits(choice.selection == place ? .isSelected : [])
  }
}
#endif
