#if canImport(SwiftUI)
import Portico
import SwiftUI

/// The app's own views by the id of the screen.
@MainActor
struct ScreenViews {
  var own: [String: @MainActor (Portico.Screen) -> AnyView] = [:]

  /// What stands below everything without the navigation of a flow: the root under a modal screen, or a screen of the
  /// app's own that offers no way back. Both are the same view, so that it keeps its state as a sign-in over it ends.
  func base(of scene: EntryScene) -> (screen: Portico.Screen, isShown: Bool)? {
    if let root = scene.root {
      return (Portico.Screen(view: root.view, isActive: false), root.showsContent)
    }
    guard let screen = scene.screen, own[screen.view] != nil, !screen.hasBack else { return nil }
    return (screen, true)
  }
}
#endif
