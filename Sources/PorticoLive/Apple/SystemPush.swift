#if canImport(UserNotifications)
public import Foundation
public import Portico
import UserNotifications

/// Notifications of an Apple device.
///
/// The app's delegate receives the token and passes it on, whether or not a flow has asked for it: a token may change at any
/// launch.
///
/// ```swift
/// let push = SystemPush { UIApplication.shared.registerForRemoteNotifications() }
///
/// func application(
///   _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
/// ) { push.received(deviceToken) }
///
/// func application(
///   _ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error
/// ) { push.failed() }
/// ```
@MainActor
public final class SystemPush {
  private let register: @MainActor () -> Void
  private let tokens = PushTokens()

  /// - Parameter register: registers with the platform; the app's delegate receives the result.
  public init(register: @escaping @MainActor () -> Void) { self.register = register }

  /// For `Device.push`, which keeps this object. The flow says how long it waits for a token.
  nonisolated public var capability: Device.Push {
    Device.Push(request: { await self.request() }, changes: { self.tokens.changes() })
  }

  /// The platform supplied a token: the one that a flow has asked for, or a new one.
  public func received(_ token: Data) { tokens.received(token) }

  /// The platform supplied none.
  public func failed() { tokens.failed() }

  private func request() async -> Device.Push.Answer {
    let center = UNUserNotificationCenter.current()
    guard let isAllowed = try? await center.requestAuthorization(options: [.alert, .badge, .sound])
    else { return .unavailable }
    guard isAllowed else { return .denied }
    return await tokens.next(register)
  }
}
#endif
