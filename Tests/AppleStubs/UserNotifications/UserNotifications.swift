// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The symbols of Apple's UserNotifications that PorticoLive uses, as their documentation gives their
// signatures. Nothing here is ever run.

public import Foundation

// https://developer.apple.com/documentation/usernotifications/unauthorizationoptions
@available(iOS 10.0, macOS 10.14, visionOS 1.0, *)
public struct UNAuthorizationOptions: OptionSet, Sendable {
  // assumed: as OptionSet demands it
  public let rawValue: UInt
  // assumed: as OptionSet demands it
  public init(rawValue: UInt) { self.rawValue = rawValue }
  // assumed: only named, by the page of UNAuthorizationOptions
  public static let badge = UNAuthorizationOptions(rawValue: 1)
  // assumed: only named, by the page of UNAuthorizationOptions
  public static let sound = UNAuthorizationOptions(rawValue: 2)
  // assumed: only named, by the page of UNAuthorizationOptions
  public static let alert = UNAuthorizationOptions(rawValue: 4)
}

// Not Sendable: https://developer.apple.com/documentation/usernotifications/unusernotificationcenter
@available(iOS 10.0, macOS 10.14, visionOS 1.0, *)
open class UNUserNotificationCenter: NSObject {
  // https://developer.apple.com/documentation/usernotifications/unusernotificationcenter/current()
  open class func current() -> UNUserNotificationCenter { fatalError() }
  // https://developer.apple.com/documentation/usernotifications/unusernotificationcenter/requestauthorization(options:completionhandler:)
  open func requestAuthorization(options: UNAuthorizationOptions = []) async throws -> Bool {
    false
  }
  // https://developer.apple.com/documentation/usernotifications/unusernotificationcenter/delegate
  open weak var delegate: (any UNUserNotificationCenterDelegate)?
}

// https://developer.apple.com/documentation/usernotifications/unusernotificationcenterdelegate
// Its methods are optional requirements there, which only Objective-C has.
@available(iOS 10.0, macOS 10.14, visionOS 1.0, *)
public protocol UNUserNotificationCenterDelegate: NSObjectProtocol {
  // https://developer.apple.com/documentation/usernotifications/unusernotificationcenterdelegate/usernotificationcenter(_:didreceive:withcompletionhandler:)
  func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping @Sendable () -> Void)
}

// Not Sendable, nor are the next three: https://developer.apple.com/documentation/usernotifications/unnotificationresponse
@available(iOS 10.0, macOS 10.14, visionOS 1.0, *)
open class UNNotificationResponse: NSObject {
  // https://developer.apple.com/documentation/usernotifications/unnotificationresponse/notification
  open var notification: UNNotification { fatalError() }
}

// https://developer.apple.com/documentation/usernotifications/unnotification
@available(iOS 10.0, macOS 10.14, visionOS 1.0, *)
open class UNNotification: NSObject {
  // https://developer.apple.com/documentation/usernotifications/unnotification/request
  open var request: UNNotificationRequest { fatalError() }
}

// https://developer.apple.com/documentation/usernotifications/unnotificationrequest
@available(iOS 10.0, macOS 10.14, visionOS 1.0, *)
open class UNNotificationRequest: NSObject {
  // https://developer.apple.com/documentation/usernotifications/unnotificationrequest/content
  open var content: UNNotificationContent { fatalError() }
}

// https://developer.apple.com/documentation/usernotifications/unnotificationcontent
@available(iOS 10.0, macOS 10.14, visionOS 1.0, *)
open class UNNotificationContent: NSObject {
  // https://developer.apple.com/documentation/usernotifications/unnotificationcontent/userinfo
  open var userInfo: [AnyHashable: Any] { [:] }
}
