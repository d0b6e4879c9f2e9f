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

extension UIApplication {
  // https://developer.apple.com/documentation/uikit/uiapplication/launchoptionskey
  public struct LaunchOptionsKey: Hashable, Sendable {}
}

// https://developer.apple.com/documentation/uikit/uiapplicationdelegate
// Its methods are optional requirements there, which only Objective-C has.
@MainActor public protocol UIApplicationDelegate: NSObjectProtocol {
  // https://developer.apple.com/documentation/uikit/uiapplicationdelegate/application(_:didfinishlaunchingwithoptions:)
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool
  // https://developer.apple.com/documentation/uikit/uiapplicationdelegate/application(_:didregisterforremotenotificationswithdevicetoken:)
  func application(
    _ application: UIApplication,
    didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data)
  // https://developer.apple.com/documentation/uikit/uiapplicationdelegate/application(_:didfailtoregisterforremotenotificationswitherror:)
  func application(
    _ application: UIApplication,
    didFailToRegisterForRemoteNotificationsWithError error: any Error)
}

// https://developer.apple.com/documentation/uikit/uidevice
@MainActor open class UIDevice: NSObject {
  public class var current: UIDevice { fatalError() }
  public var identifierForVendor: UUID? { nil }
}

// https://developer.apple.com/documentation/uikit/uiviewcontroller
@MainActor open class UIViewController: NSObject {}
