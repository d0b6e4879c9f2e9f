#if canImport(SwiftUI) && (os(iOS) || os(visionOS))
import SwiftUI
public import UIKit

extension PorticoView {
  /// This view for an app of UIKit.
  ///
  /// Such an app has no scene phase of SwiftUI and no `onOpenURL`. Its scene delegate reports instead: `enterForeground()` and
  /// `enterBackground()` of the entry, and `opened(by:)` for each URL that opens the app.
  ///
  /// ```swift
  /// window.rootViewController = PorticoView(entry).screen("home") { HomeView() }.controller()
  /// ```
  public func controller() -> UIViewController { UIHostingController(rootView: self) }
}
#endif
