// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The symbols of Apple's Core Location that PorticoLive uses, as their documentation gives their
// signatures. Nothing here is ever run.

@_exported import Foundation

public enum CLAuthorizationStatus: Int32, Sendable {
  case notDetermined, restricted, denied, authorizedAlways, authorizedWhenInUse
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

public protocol CLLocationManagerDelegate: AnyObject {
  func locationManagerDidChangeAuthorization(_ manager: CLLocationManager)
  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation])
  func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error)
}

open class CLLocationManager {
  public init() {}
  public weak var delegate: (any CLLocationManagerDelegate)?
  public var desiredAccuracy: CLLocationAccuracy = 0
  public var authorizationStatus: CLAuthorizationStatus { .notDetermined }
  public func requestAlwaysAuthorization() {}
  public func requestWhenInUseAuthorization() {}
  public func requestLocation() {}
}
