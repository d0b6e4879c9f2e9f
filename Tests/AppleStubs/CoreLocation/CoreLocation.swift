// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The symbols of Apple's Core Location that PorticoLive uses, as their documentation gives their
// signatures. Nothing here is ever run.

@_exported import Foundation

// https://developer.apple.com/documentation/corelocation/clauthorizationstatus
public enum CLAuthorizationStatus: Int32, Sendable {
  case notDetermined, restricted, denied, authorizedAlways
  // `API_UNAVAILABLE(macos)`: no switch on a Mac has to name it.
  #if !STUB_MACOS
  case authorizedWhenInUse
  #endif
}

public typealias CLLocationAccuracy = Double
public let kCLLocationAccuracyKilometer: CLLocationAccuracy = 1000

public struct CLLocationCoordinate2D: Sendable {
  public var latitude: Double
  public var longitude: Double
}

public final class CLLocation: @unchecked Sendable {
  public var coordinate: CLLocationCoordinate2D { fatalError() }
}

// https://developer.apple.com/documentation/corelocation/cllocationmanagerdelegate
public protocol CLLocationManagerDelegate: NSObjectProtocol {
  func locationManagerDidChangeAuthorization(_ manager: CLLocationManager)
  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation])
  func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error)
}

// https://developer.apple.com/documentation/corelocation/cllocationmanager
open class CLLocationManager: NSObject {
  public override init() {}
  public weak var delegate: (any CLLocationManagerDelegate)?
  public var desiredAccuracy: CLLocationAccuracy = 0
  public var authorizationStatus: CLAuthorizationStatus { .notDetermined }
  @available(macOS 10.15, iOS 8.0, *) @available(visionOS, unavailable)
  public func requestAlwaysAuthorization() {}
  @available(macOS 10.15, iOS 8.0, visionOS 1.0, *)
  public func requestWhenInUseAuthorization() {}
  @available(macOS 10.14, iOS 9.0, visionOS 1.0, *)
  public func requestLocation() {}
}
