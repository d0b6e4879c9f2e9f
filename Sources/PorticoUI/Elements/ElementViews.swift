#if canImport(SwiftUI)
public import Portico
public import SwiftUI

extension View {
  /// Replaces one element, on whichever screen of the flows in this view it is, with the app's own view. The rest of the
  /// screen stays as it is drawn.
  ///
  /// ```swift
  /// PorticoStackView(stack).porticoElement("terms") { entry, element in
  ///   TermsToggle(element) { entry.toggle($0, element) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - name: the id that the flow gives the element.
  ///   - content: draws it; `ElementView` in it is the element as it is drawn otherwise. Called on the main actor at each
  ///     change of the screen.
  public func porticoElement<Content: View>(
    _ name: ElementName,
    @ViewBuilder _ content: @escaping @MainActor (AppEntry, Element) -> Content
  ) -> some View {
    transformEnvironment(\.porticoElements) { $0[name.rawValue] = { AnyView(content($0, $1)) } }
  }

  /// Draws every element that the flow leaves to a view of the app: `view: stars`. Without it such an element is drawn as
  /// usual.
  ///
  /// - Parameters:
  ///   - view: the name that the flow gives the view.
  ///   - content: as for a single element, which comes before this.
  public func porticoElement<Content: View>(
    view: ViewName,
    @ViewBuilder _ content: @escaping @MainActor (AppEntry, Element) -> Content
  ) -> some View {
    transformEnvironment(\.porticoElements) {
      $0[Element.key(ofView: view.rawValue)] = { AnyView(content($0, $1)) }
    }
  }
}

extension Element {
  /// No element has such a name.
  fileprivate static func key(ofView view: String) -> String { "view \(view)" }

  /// The keys of the app's view of the element; the first that exists counts.
  var viewKeys: [String] {
    [name, view.isEmpty ? "" : Self.key(ofView: view)].filter { !$0.isEmpty }
  }
}

extension EnvironmentValues {
  /// The app's own views, by key (`Element.viewKeys`).
  var porticoElements: [String: @MainActor (AppEntry, Element) -> AnyView] {
    get { self[ElementsKey.self] }
    set { self[ElementsKey.self] = newValue }
  }
}

private struct ElementsKey: EnvironmentKey {
  static let defaultValue: [String: @MainActor (AppEntry, Element) -> AnyView] = [:]
}
#endif
