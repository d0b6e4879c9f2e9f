// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The symbols of Apple's Core Location that PorticoLive uses, as their documentation gives their
// signatures. Nothing here is ever run. Where no availability is given, it is older than iOS 13, macOS 10.15 and
// visionOS 1.

@_exported import Foundation

// https://developer.apple.com/documentation/corelocation/clauthorizationstatus
public enum CLAuthorizationStatus: Int32, Sendable {
  case notDetermined, restricted, denied, authorizedAlways
  // `API_UNAVAILABLE(macos)`: no switch on a Mac has to name it.
  #if !STUB_MACOS
  case authorizedWhenInUse
  #endif
}

// https://developer.apple.com/documentation/corelocation/cllocationaccuracy
public typealias CLLocationAccuracy = Double
// https://developer.apple.com/documentation/corelocation/cllocationdegrees
public typealias CLLocationDegrees = Double
// https://developer.apple.com/documentation/corelocation/kcllocationaccuracykilometer
public let kCLLocationAccuracyKilometer: CLLocationAccuracy = 1000

// https://developer.apple.com/documentation/corelocation/cllocationcoordinate2d
public struct CLLocationCoordinate2D: Sendable {
  // https://developer.apple.com/documentation/corelocation/cllocationcoordinate2d/latitude
  public var latitude: CLLocationDegrees
  // https://developer.apple.com/documentation/corelocation/cllocationcoordinate2d/longitude
  public var longitude: CLLocationDegrees
}

// https://developer.apple.com/documentation/corelocation/cllocation
open class CLLocation: NSObject, @unchecked Sendable {
  // https://developer.apple.com/documentation/corelocation/cllocation/coordinate
  public var coordinate: CLLocationCoordinate2D { fatalError() }
}

// https://developer.apple.com/documentation/corelocation/cllocationmanagerdelegate
// Its methods are optional requirements there, which only Objective-C has.
public protocol CLLocationManagerDelegate: NSObjectProtocol {
  // https://developer.apple.com/documentation/corelocation/cllocationmanagerdelegate/locationmanagerdidchangeauthorization(_:)
  @available(macOS 11.0, iOS 14.0, visionOS 1.0, *)
  func locationManagerDidChangeAuthorization(_ manager: CLLocationManager)
  // https://developer.apple.com/documentation/corelocation/cllocationmanagerdelegate/locationmanager(_:didupdatelocations:)
  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation])
  // https://developer.apple.com/documentation/corelocation/cllocationmanagerdelegate/locationmanager(_:didfailwitherror:)
  func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error)
}

// https://developer.apple.com/documentation/corelocation/cllocationmanager
open class CLLocationManager: NSObject {
  // assumed: as NSObject has it
  public override init() {}
  // https://developer.apple.com/documentation/corelocation/cllocationmanager/delegate
  public weak var delegate: (any CLLocationManagerDelegate)?
  // https://developer.apple.com/documentation/corelocation/cllocationmanager/desiredaccuracy
  public var desiredAccuracy: CLLocationAccuracy = 0
  // https://developer.apple.com/documentation/corelocation/cllocationmanager/authorizationstatus-swift.property
  @available(macOS 11.0, iOS 14.0, visionOS 1.0, *)
  public var authorizationStatus: CLAuthorizationStatus { .notDetermined }
  // https://developer.apple.com/documentation/corelocation/cllocationmanager/requestalwaysauthorization()
  @available(macOS 10.15, iOS 8.0, *) @available(visionOS, unavailable)
  public func requestAlwaysAuthorization() {}
  // https://developer.apple.com/documentation/corelocation/cllocationmanager/requestwheninuseauthorization()
  @available(macOS 10.15, iOS 8.0, visionOS 1.0, *)
  public func requestWhenInUseAuthorization() {}
  // https://developer.apple.com/documentation/corelocation/cllocationmanager/requestlocation()
  @available(macOS 10.14, iOS 9.0, visionOS 1.0, *)
  public func requestLocation() {}
}
