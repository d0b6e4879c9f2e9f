// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The symbols of Apple's UIKit that PorticoLive uses, as their documentation gives their signatures. Nothing here is
// ever run.

public import Foundation

// https://developer.apple.com/documentation/uikit/uiapplication
@MainActor open class UIApplication: NSObject {
  public class var shared: UIApplication { fatalError() }
  public class var openSettingsURLString: String { "" }
  // https://developer.apple.com/documentation/uikit/uiapplication/registerforremotenotifications()
  public func registerForRemoteNotifications() {}
  public struct OpenExternalURLOptionsKey: Hashable, Sendable {}
  @discardableResult public func open(
    _ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:]
  ) async -> Bool { false }
}

// https://developer.apple.com/documentation/uikit/uidevice
@MainActor open class UIDevice: NSObject {
  public class var current: UIDevice { fatalError() }
  public var identifierForVendor: UUID? { nil }
}

// https://developer.apple.com/documentation/uikit/uiviewcontroller
@MainActor open class UIViewController: NSObject {}
