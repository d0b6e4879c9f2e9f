#if canImport(UserNotifications)
public import Foundation
public import Portico
import UserNotifications

/// Notifications of an Apple device; the app keeps it as long as its entry.
///
/// The app's delegate receives the token and passes it on:
///
/// ```swift
/// let push = SystemPush { UIApplication.shared.registerForRemoteNotifications() }
///
/// func application(_: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken token: Data) {
///   push.received(token)
/// }
/// func application(_: UIApplication, didFailToRegisterForRemoteNotificationsWithError _: any Error) {
///   push.failed()
/// }
/// ```
@MainActor
public final class SystemPush {
  private let register: @MainActor () -> Void
  private var waiting: [CheckedContinuation<Device.Push.Answer, Never>] = []

  /// - Parameter register: registers with the platform; the app's delegate receives the result.
  public init(register: @escaping @MainActor () -> Void) { self.register = register }

  /// For `Device.push`. The flow says how long it waits for a token.
  nonisolated public var capability: Device.Push {
    Device.Push(request: { [weak self] in await self?.request() ?? .unavailable })
  }

  /// The platform supplied a token.
  public func received(_ token: Data) { answer(.token(Self.hexadecimal(token))) }

  /// The platform supplied none.
  public func failed() { answer(.unavailable) }

  private func request() async -> Device.Push.Answer {
    let center = UNUserNotificationCenter.current()
    guard let isAllowed = try? await center.requestAuthorization(options: [.alert, .badge, .sound])
    else { return .unavailable }
    guard isAllowed else { return .denied }
    return await withCheckedContinuation { continuation in
      waiting.append(continuation)
      register()
    }
  }

  private func answer(_ answer: Device.Push.Answer) {
    for continuation in waiting { continuation.resume(returning: answer) }
    waiting = []
  }

  /// In the form that APNs takes.
  private static func hexadecimal(_ token: Data) -> String {
    token.map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0\(digits)" : digits
    }.joined()
  }
}
#endif
