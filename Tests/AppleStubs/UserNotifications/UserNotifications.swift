// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The symbols of Apple's UserNotifications that PorticoLive uses, as their documentation gives their
// signatures. Nothing here is ever run.

public import Foundation

// https://developer.apple.com/documentation/usernotifications/unauthorizationoptions
@available(iOS 10.0, macOS 10.14, visionOS 1.0, *)
public struct UNAuthorizationOptions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let badge = UNAuthorizationOptions(rawValue: 1)
  public static let sound = UNAuthorizationOptions(rawValue: 2)
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
}
