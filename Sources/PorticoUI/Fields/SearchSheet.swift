#if canImport(SwiftUI)
import Portico
import SwiftUI

/// A list in a sheet of its own, with a search field in the platform's place for it.
struct SearchSheet<Rows: View>: View {
  private let title: String
  @Binding private var search: String
  private let isEmpty: Bool
  private let cancel: @MainActor () -> Void
  private let rows: Rows
  @Environment(\.porticoWords) private var words

  init(
    title: String, search: Binding<String>, isEmpty: Bool, cancel: @escaping @MainActor () -> Void,
    @ViewBuilder rows: () -> Rows
  ) {
    self.title = title
    _search = search
    self.isEmpty = isEmpty
    self.cancel = cancel
    self.rows = rows()
  }

  var body: some View {
    NavigationStack {
      List { rows }
        .overlay { if isEmpty { ContentUnavailableView.search(text: search) } }
        .searchable(text: $search)
        .navigationTitle(title)
        .inlineTitle()
        .toolbar {
          ToolbarItem(placement: .cancellationAction) { Button(words.close, action: cancel) }
        }
    }
    #if os(macOS)
    // On a Mac a sheet is as large as its content, and a list has no size of its own.
    .frame(minWidth: 360, minHeight: 480)
    #endif
  }
}

/// A row of such a list.
struct SearchRow: View {
  var mark = ""
  let text: String
  let detail: String
  /// Whether the detail is a number, which runs from left to right in every language.
  var isForeign = false
  let isSelected: Bool
  let choose: @MainActor () -> Void
  @Environment(\.dynamicTypeSize) private var size

  var body: some View {
    let layout =
      size.isAccessibilitySize
      ? AnyLayout(VStackLayout(alignment: .leading, spacing: 4))
      : AnyLayout(HStackLayout(spacing: 12))
    Button(action: choose) {
      HStack(spacing: 12) {
        layout {
          if !mark.isEmpty { Text(mark).accessibilityHidden(true) }
          Text(text)
          if !detail.isEmpty {
            Text(detail).foregroundStyle(.secondary).runsLeftToRight(isForeign)
          }
        }
        Spacer()
        if isSelected {
          Image(systemName: "checkmark").foregroundStyle(.tint).accessibilityHidden(true)
        }
      }
    }
    .foregroundStyle(.primary)
    .accessibilityAddTraits(isSelected ? .isSelected : [])
  }
}

extension View {
  /// A title in the bar: the large one of a screen is its heading.
  @ViewBuilder func inlineTitle() -> some View {
    #if os(iOS) || os(visionOS)
    navigationBarTitleDisplayMode(.inline)
    #else
    self
    #endif
  }
}
#endif
