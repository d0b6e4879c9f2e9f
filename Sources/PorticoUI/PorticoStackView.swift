#if canImport(SwiftUI)
public import Portico
public import SwiftUI

/// The open flows of an app: the first one, and the others in sheets over it.
///
/// ```swift
/// WindowGroup {
///   PorticoStackView(stack).screen("home") { HomeView() }
/// }
/// ```
public struct PorticoStackView: View {
  private let stack: FlowStack
  private var views = ScreenViews()

  /// - Parameter stack: kept by the app, in a `@State` of its own.
  public init(_ stack: FlowStack) { self.stack = stack }

  /// Replaces a screen, of whichever flow, with the app's own view.
  ///
  /// - Parameter view: the id that the flow gives it: the screen's name, or its `view`.
  public func screen<Content: View>(
    _ view: ViewName, @ViewBuilder _ content: @escaping @MainActor () -> Content
  ) -> PorticoStackView {
    var copy = self
    copy.views.own[view.rawValue] = { _ in AnyView(content()) }
    return copy
  }

  /// The same, for a view that draws the elements of the flow's screen in its own way.
  public func screen<Content: View>(
    _ view: ViewName, @ViewBuilder drawing content: @escaping @MainActor (Portico.Screen) -> Content
  ) -> PorticoStackView {
    var copy = self
    copy.views.own[view.rawValue] = { AnyView(content($0)) }
    return copy
  }

  /// All of them.
  public var body: some View { OpenFlowView(stack: stack, place: 0, views: views) }
}

/// One flow of the stack, and what is over it.
private struct OpenFlowView: View {
  let stack: FlowStack
  let place: Int
  let views: ScreenViews

  var body: some View {
    if place < stack.flows.count {
      PorticoView(stack.flows[place].entry, views: views)
        .id(stack.flows[place].id)
        .sheet(isPresented: isCovered) {
          AnyView(OpenFlowView(stack: stack, place: place + 1, views: views))
        }
    }
  }

  private var isCovered: Binding<Bool> {
    let isCovered = place + 1 < stack.flows.count
    return Binding(
      get: { isCovered },
      set: { isShown in
        MainActor.assumeIsolated { if !isShown { stack.close(above: place) } }
      })
  }
}
#endif
