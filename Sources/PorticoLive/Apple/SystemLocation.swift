#if canImport(CoreLocation)
import CoreLocation
import Foundation
public import Portico

/// The location of an Apple device, by Core Location.
///
/// ```swift
/// let location = SystemLocation()
/// var device = Device.system
/// device.location = location.capability
/// device.add { location.news() }
/// ```
///
/// The app's `Info.plist` must say why it asks, otherwise the system never does. The system reports
/// a provisional grant of "always" as a full one, and does not call back for later decisions. So
/// the current state is reported as the fact `location` again and again (CMP-14: ask, then watch).
@MainActor
public final class SystemLocation {
  private let manager = CLLocationManager()
  private let delegate = LocationDelegate()
  private let known = ObservedValue<LocationGrant>(.notAsked)
  private var askers: [CheckedContinuation<Void, Never>] = []
  private var seekers: [CheckedContinuation<(latitude: Double, longitude: Double)?, Never>] = []

  /// Requests nothing yet.
  public init() {
    delegate.grantChanged = { [weak self] in self?.noteGrant() }
    delegate.found = { [weak self] in self?.found($0) }
    manager.delegate = delegate
    // Wi-Fi or the cellular network is accurate enough.
    manager.desiredAccuracy = kCLLocationAccuracyKilometer
    known.set(LocationGrant(manager.authorizationStatus))
  }

  /// For `Device.location`, which keeps this object.
  public var capability: Device.Location {
    Device.Location(
      request: { highest in await self.request(highest: highest) },
      grant: { [known] in known.value ?? .notAsked },
      coordinates: { await self.coordinates() })
  }

  /// The current fact `location`, then each change; for `Device.add(news:)`.
  nonisolated public func news() -> AsyncStream<DeviceEvent> {
    known.values { .fact("location", .text($0.rawValue)) }
  }

  /// Returns once the user has answered. If they did so before, the system may or may not ask for
  /// more, and never says which: then it returns at once.
  private func request(highest: Bool) async {
    let isFirst = manager.authorizationStatus == .notDetermined
    #if os(visionOS)
    manager.requestWhenInUseAuthorization()
    #else
    if highest {
      manager.requestAlwaysAuthorization()
    } else {
      manager.requestWhenInUseAuthorization()
    }
    #endif
    guard isFirst else { return }
    await withCheckedContinuation { askers.append($0) }
  }

  private func coordinates() async -> (latitude: Double, longitude: Double)? {
    await withCheckedContinuation { continuation in
      seekers.append(continuation)
      if seekers.count == 1 { manager.requestLocation() }
    }
  }

  private func noteGrant() {
    let status = manager.authorizationStatus
    known.set(LocationGrant(status))
    guard status != .notDetermined else { return }
    for asker in askers { asker.resume() }
    askers = []
  }

  private func found(_ place: (latitude: Double, longitude: Double)?) {
    for seeker in seekers { seeker.resume(returning: place) }
    seekers = []
  }
}

/// Core Location calls on the thread on which its manager was created, which is the main one.
private final class LocationDelegate: NSObject, CLLocationManagerDelegate, @unchecked Sendable {
  // Unchecked: both are set once, before the manager knows this object, and used only on the main
  // thread.
  var grantChanged: @MainActor () -> Void = {}
  var found: @MainActor ((latitude: Double, longitude: Double)?) -> Void = { _ in }

  func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
    MainActor.assumeIsolated { grantChanged() }
  }

  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
    let place = locations.last?.coordinate
    MainActor.assumeIsolated { found(place.map { ($0.latitude, $0.longitude) }) }
  }

  func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
    MainActor.assumeIsolated { found(nil) }
  }
}

extension LocationGrant {
  fileprivate init(_ status: CLAuthorizationStatus) {
    switch status {
    case .notDetermined: self = .notAsked
    case .authorizedAlways: self = .highest
    // A Mac has one level, which is "always".
    #if !os(macOS)
    case .authorizedWhenInUse: self = .lower
    #endif
    // Parental controls and the like; also whatever a later system adds.
    case .restricted, .denied: self = .denied
    @unknown default: self = .denied
    }
  }
}
#endif
