#if canImport(SwiftUI)
public import Portico
public import SwiftUI

/// The form around the elements of a screen that an app lays out in its own way.
///
/// In it the return key leads from field to field and then sends, a code is sent as soon as it is complete, and a refused
/// press moves the focus to the first problem while VoiceOver hears all of them. `ElementList` has one already.
///
/// ```swift
/// PorticoView(entry).screen("signIn", drawing: { screen in
///   ElementForm(entry: entry, screen: screen) {
///     MyLogo()
///     ForEach(screen.elements) { ElementView(entry: entry, element: $0) }
///   }
/// })
/// ```
public struct ElementForm<Content: View>: View {
  private let entry: AppEntry
  private let screen: Portico.Screen
  private let content: Content
  @State private var form: FormModel

  /// - Parameters:
  ///   - entry: the entry that shows the screen.
  ///   - screen: as the entry shows it now.
  ///   - content: the views of its elements, in any layout.
  public init(entry: AppEntry, screen: Portico.Screen, @ViewBuilder content: () -> Content) {
    self.entry = entry
    self.screen = screen
    self.content = content()
    _form = State(wrappedValue: FormModel(screen, of: entry, announce: announce))
  }

  /// The content, in the form.
  public var body: some View {
    content
      .environment(form)
      .onChange(of: FormUpdate(screen: screen, inputsTaken: entry.inputsTaken)) { _, update in
        form.show(update)
      }
  }
}
#endif
