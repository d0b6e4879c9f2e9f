// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The symbols of Apple's UserNotifications that PorticoLive uses, as their documentation gives their
// signatures. Nothing here is ever run.

public struct UNAuthorizationOptions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let badge = UNAuthorizationOptions(rawValue: 1)
  public static let sound = UNAuthorizationOptions(rawValue: 2)
  public static let alert = UNAuthorizationOptions(rawValue: 4)
}

public final class UNUserNotificationCenter: @unchecked Sendable {
  public static func current() -> UNUserNotificationCenter { fatalError() }
  public func requestAuthorization(options: UNAuthorizationOptions = []) async throws -> Bool {
    false
  }
}
