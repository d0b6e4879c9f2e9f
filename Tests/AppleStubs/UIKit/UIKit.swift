// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The symbols of Apple's UIKit that PorticoLive uses, as their documentation gives their signatures. Nothing here is
// ever run.

public import Foundation

// https://developer.apple.com/documentation/uikit/uiapplication
@MainActor open class UIApplication: NSObject {
  // https://developer.apple.com/documentation/uikit/uiapplication/shared
  public class var shared: UIApplication { fatalError() }
  // https://developer.apple.com/documentation/uikit/uiapplication/opensettingsurlstring
  public nonisolated class var openSettingsURLString: String { "" }
  // https://developer.apple.com/documentation/uikit/uiapplication/registerforremotenotifications()
  public func registerForRemoteNotifications() {}
  // assumed: only named, by the page of open(_:options:completionHandler:)
  public struct OpenExternalURLOptionsKey: Hashable, Sendable {}
  // https://developer.apple.com/documentation/uikit/uiapplication/open(_:options:completionhandler:)
  // assumed: with async, as Swift imports it; its page has the one with a handler only
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
  // https://developer.apple.com/documentation/uikit/uidevice/current
  public class var current: UIDevice { fatalError() }
  // https://developer.apple.com/documentation/uikit/uidevice/1620059-identifierforvendor
  public var identifierForVendor: UUID? { nil }
}

// https://developer.apple.com/documentation/uikit/uiviewcontroller
@MainActor open class UIViewController: NSObject {}
