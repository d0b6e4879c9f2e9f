package import Foundation
public import Portico

#if canImport(Network)
import Network
#endif
#if canImport(UIKit)
import UIKit
#elseif canImport(AppKit)
import AppKit
#endif

extension Device {
  /// What every device of the platform tells without asking the user: language, region, time zone, version of the app, whether there is
  /// a network, its settings. Location, notifications and providers' pages are the app's decision:
  ///
  /// ```swift
  /// var device = Device.system
  /// device.push = push.capability
  /// ```
  public static var system: Device {
    var device = Device(
      settings: .system(resetSwitch: "portico.reset"), identifier: { await vendorIdentifier() },
      region: { region(of: Locale.current) }, appVersion: version(of: Bundle.main.infoDictionary))
    device.language = { Locale.preferredLanguages.first }
    device.utcOffset = { TimeZone.autoupdatingCurrent.secondsFromGMT() / 60 }
    device.news = { networkNews() }
    return device
  }

  /// - Parameter info: the app's `Info.plist`.
  package static func version(of info: [String: Any]?) -> String {
    let version = info?["CFBundleShortVersionString"] as? String ?? ""
    return version.isEmpty ? "1.0" : version
  }

  /// A country; a region such as `001`, the world, says nothing about a phone number.
  package static func region(of locale: Locale) -> String? {
    locale.region.map(\.identifier).flatMap { name in
      name.utf8.count == 2 && name.utf8.allSatisfy { (65...90).contains($0) } ? name : nil
    }
  }

  /// The fact `network` now, then at each change.
  private static func networkNews() -> AsyncStream<DeviceEvent> {
    let (stream, continuation) = AsyncStream.makeStream(of: DeviceEvent.self)
    #if canImport(Network)
    let monitor = NWPathMonitor()
    monitor.pathUpdateHandler = { path in
      continuation.yield(.fact("network", .flag(path.status == .satisfied)))
    }
    continuation.onTermination = { _ in monitor.cancel() }
    monitor.start(queue: DispatchQueue(label: "portico.network"))
    #else
    continuation.finish()
    #endif
    return stream
  }

  @MainActor private static func vendorIdentifier() -> String? {
    #if canImport(UIKit)
    UIDevice.current.identifierForVendor?.uuidString
    #else
    nil
    #endif
  }
}

extension Device.Settings {
  /// The app's page in the system's settings, and a switch of the app's settings bundle that resets it (BOOT-2).
  ///
  /// - Parameter resetSwitch: the switch's key in the app's `UserDefaults`.
  public static func system(resetSwitch: String) -> Device.Settings {
    Device.Settings(
      open: { await SystemLinks.openSettings() },
      isResetOn: { UserDefaults.standard.bool(forKey: resetSwitch) },
      consumeReset: { UserDefaults.standard.set(false, forKey: resetSwitch) })
  }
}

/// Addresses outside the app.
package enum SystemLinks {
  /// What a flow may send a user to; never a file, or another app by its scheme.
  package static func isAllowed(_ address: String) -> Bool {
    guard let scheme = URL(string: address)?.scheme?.lowercased() else { return false }
    return ["https", "mailto", "tel"].contains(scheme)
  }

  /// Opens an address as a tap on a link does. On Linux there is no one way to do that.
  @Sendable static func open(_ address: String) {
    guard isAllowed(address), let url = URL(string: address) else { return }
    #if canImport(UIKit)
    Task { @MainActor in await UIApplication.shared.open(url) }
    #elseif canImport(AppKit)
    Task { @MainActor in NSWorkspace.shared.open(url) }
    #else
    _ = url
    #endif
  }

  @MainActor static func openSettings() async -> Bool {
    #if canImport(UIKit)
    guard let url = URL(string: UIApplication.openSettingsURLString) else { return false }
    return await UIApplication.shared.open(url)
    #else
    return false
    #endif
  }
}
