#if canImport(SwiftUI)
public import Portico
public import SwiftUI

/// The elements of a screen from top to bottom, in a scrolling column: what `PorticoUI` draws where an app has no view of
/// its own.
public struct ElementList: View {
  private let entry: AppEntry
  private let screen: Portico.Screen
  @Environment(\.porticoTheme) private var theme
  @Environment(\.colorScheme) private var scheme

  /// - Parameters:
  ///   - entry: the entry that shows the screen.
  ///   - screen: a screen or an overlay, as the entry shows it now.
  public init(entry: AppEntry, screen: Portico.Screen) {
    self.entry = entry
    self.screen = screen
  }

  /// The column.
  public var body: some View {
    let list = ElementForm(entry: entry, screen: screen) {
      ScrollViewReader { scroll in
        ScrollView {
          VStack(alignment: .leading, spacing: theme?.distance ?? 16) {
            ForEach(screen.elements) { ElementView(entry: entry, element: $0) }
          }
          .frame(maxWidth: 480)
          .padding(24)
          // Centred in a window that is wider than a phone.
          .frame(maxWidth: .infinity)
        }
        // On visionOS the keyboard floats in front of the app, and scrolling dismisses nothing.
        #if !os(visionOS)
        .scrollDismissesKeyboard(.interactively)
        #endif
        .modifier(ScrollsToProblem(scroll: scroll))
      }
    }
    if let paper = theme?.colors(scheme)?.paper {
      list.background(Color(rgb: paper))
    } else {
      list
    }
  }
}

/// The keyboard brings its field into view; a switch or a choice with the first problem has to be scrolled to.
private struct ScrollsToProblem: ViewModifier {
  let scroll: ScrollViewProxy
  @Environment(FormModel.self) private var form: FormModel?

  func body(content: Content) -> some View {
    content.onChange(of: form?.reveals) { _, _ in
      if let first = form?.screen.problems.first { scroll.scrollTo(first.id) }
    }
  }
}
#endif
