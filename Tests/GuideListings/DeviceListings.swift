// What docs/guides/add-to-an-app.md shows of the device. `scripts/apple-check` type-checks it.
#if canImport(SwiftUI)
import AuthenticationServices
import Foundation
import Portico
import PorticoLive
import PorticoUI
import SwiftUI
import UserNotifications

#if canImport(UIKit)
import UIKit
#endif

@MainActor func shopSession(
  _ window: @escaping @MainActor () -> ASPresentationAnchor,
  _ share: @escaping @Sendable (SavedFile) async -> FileSaving
) -> PorticoSession {
  var device = Device.system
  let location = SystemLocation()
  device.location = location.capability
  device.add { location.news() }
  device.passkeys = SystemPasskeys(anchor: window).capability
  device.providers =
    SystemProviderPages(returnAddress: "com.example.app:/signed-in", anchor: window).capability
  device.providers.sheets["apple"] = SystemAppleSheet(anchor: window).capability
  device.saveFile = { file in await share(file) }
  return PorticoSession(server: "https://id.example.com", device: device)
}

@MainActor func sharedSession() -> PorticoSession {
  let group = FileManager.default.containerURL(
    forSecurityApplicationGroupIdentifier: "group.com.example.app")
  return PorticoSession(server: "https://id.example.com", sharedFolder: group?.path)
}

#if os(iOS) || os(visionOS)
@MainActor final class Shop {
  let push = SystemPush { UIApplication.shared.registerForRemoteNotifications() }
  let entry: AppEntry

  init() {
    var device = Device.system
    device.push = push.capability
    entry = .live(.entry, server: "https://id.example.com", device: device)
  }
}

final class ShopDelegate: NSObject, UIApplicationDelegate, UNUserNotificationCenterDelegate {
  let shop = Shop()

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    UNUserNotificationCenter.current().delegate = self
    return true
  }

  func application(
    _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken token: Data
  ) { shop.push.received(token) }

  func application(
    _ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error
  ) { shop.push.failed() }

  nonisolated func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping @Sendable () -> Void
  ) {
    shop.entry.opened(byNotification: response.notification.request.content.userInfo)
    completionHandler()
  }
}

struct NotifiedApp: App {
  @UIApplicationDelegateAdaptor private var delegate: ShopDelegate

  var body: some Scene {
    WindowGroup { PorticoView(delegate.shop.entry) }
  }
}
#endif
#endif
