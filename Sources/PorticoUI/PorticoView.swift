#if canImport(SwiftUI)
public import Portico
public import SwiftUI

/// The entry of an app: draws the current screen of its flow, and runs the flow while it is
/// visible.
///
/// ```swift
/// WindowGroup {
///   PorticoView(entry).screen("home") { HomeView() }
/// }
/// ```
///
/// `porticoTheme` around it draws it by your brand.
public struct PorticoView: View {
  private let entry: AppEntry
  private var views = ScreenViews()
  @Environment(\.scenePhase) private var scenePhase
  @State private var path = ScreenPath()

  /// - Parameter entry: kept by the app, in a `@State` of its own.
  public init(_ entry: AppEntry) { self.entry = entry }

  init(_ entry: AppEntry, views: ScreenViews) {
    self.entry = entry
    self.views = views
  }

  /// Replaces a screen with the app's own view.
  ///
  /// - Parameter view: the id that the flow gives it: the screen's name, or its `view`.
  public func screen<Content: View>(
    _ view: ViewName, @ViewBuilder _ content: @escaping @MainActor () -> Content
  ) -> PorticoView {
    var copy = self
    copy.views.own[view.rawValue] = { _ in AnyView(content()) }
    return copy
  }

  /// The same, for a view that draws the elements of the flow's screen in its own way.
  public func screen<Content: View>(
    _ view: ViewName, @ViewBuilder drawing content: @escaping @MainActor (Portico.Screen) -> Content
  ) -> PorticoView {
    var copy = self
    copy.views.own[view.rawValue] = { AnyView(content($0)) }
    return copy
  }

  private var wantsAccount: Binding<Bool> {
    let isWanted = entry.account?.isWanted == true
    return Binding(
      get: { isWanted },
      set: { isShown in MainActor.assumeIsolated { entry.account?.isWanted = isShown } })
  }

  /// The whole entry.
  public var body: some View {
    LevelView(entry: entry, views: views, path: $path, place: 0, surface: nil)
      .environment(
        \.layoutDirection, entry.scene.isRightToLeft ? .rightToLeft : .leftToRight
      )
      .environment(\.porticoEntry, entry)
      .environment(\.locale, .shown(in: entry.language))
      .environment(\.porticoWords, .shown(by: entry))
      .onChange(of: entry.scene, initial: true) { _, scene in
        guard let screen = scene.screen else { return }
        if scene.root == nil, views.base(of: scene) != nil {
          path.clear()
        } else {
          path.show(screen)
        }
      }
      .sheet(isPresented: wantsAccount) { AccountView(entry) }
      .task { await entry.run() }
      .onChange(of: scenePhase) { _, phase in
        switch phase {
        case .active: entry.enterForeground()
        case .background: entry.enterBackground()
        default: break
        }
      }
      // Every visible view is given it, in the same turn.
      .onOpenURL { url in entry.receive(url.absoluteString) }
  }
}
#endif
