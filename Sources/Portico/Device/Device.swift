/// What a flow may ask of the device that an app runs on, as small structs of closures
/// (docs/capabilities.md). Each is replaced by itself, in a test or where an app knows better;
/// `PorticoLive` has the real ones.
public struct Device: Sendable {
  /// Where it is, as far as the person allows.
  public var location: Location
  /// Notifications.
  public var push: Push
  /// The system's and the app's settings.
  public var settings: Settings
  /// Pages of sign-in providers.
  public var providers = ProviderPages.none
  /// An identifier of this installation for the app's own use; nil where there is none. It proves
  /// nothing to anybody.
  public var identifier: @Sendable () async -> String?
  /// Lets the person pick a picture, and uploads it. Answers with its address; nil for none.
  public var pickPicture: @Sendable () async -> String?
  /// The device's region (ISO 3166-1); nil where it is not known.
  public var region: @Sendable () -> String?
  /// The app's version, as people know it.
  public var appVersion: String
  /// Further capabilities, and those that are to be performed otherwise, by name.
  public var others: [String: RequestHandlers.Handler] = [:]
  /// What it tells by itself: the network, a permission, a switch in the settings.
  public var news: @Sendable () -> AsyncStream<DeviceNews> = { .init { $0.finish() } }

  /// Whatever is left out is not to be had: every flow of ours goes on without.
  public init(
    location: Location = .none, push: Push = .none, settings: Settings = .none,
    identifier: @escaping @Sendable () async -> String? = { nil },
    pickPicture: @escaping @Sendable () async -> String? = { nil },
    region: @escaping @Sendable () -> String? = { nil }, appVersion: String = "1.0"
  ) {
    self.location = location
    self.push = push
    self.settings = settings
    self.identifier = identifier
    self.pickPicture = pickPicture
    self.region = region
    self.appVersion = appVersion
  }
}

/// What a person allows (CMP-14: a provisional grant is not `highest`).
public enum LocationGrant: String, Sendable, CaseIterable {
  case notAsked, denied, lower, highest
}

extension Device {
  /// Location: its permission, which is asked and then watched, since not every platform calls back;
  /// and the coarse coordinates.
  public struct Location: Sendable {
    /// Asks for the highest level that the platform has, or for `whenInUse`. Returns once the person
    /// was asked; what was granted is told by the fact `location`.
    public var request: @Sendable (_ highest: Bool) async -> Void
    /// The permission as it is now.
    public var grant: @Sendable () -> LocationGrant
    /// Degrees, or nil where there are none now.
    public var coordinates: @Sendable () async -> (latitude: Double, longitude: Double)?

    /// Each as its property says.
    public init(
      request: @escaping @Sendable (_ highest: Bool) async -> Void,
      grant: @escaping @Sendable () -> LocationGrant,
      coordinates: @escaping @Sendable () async -> (latitude: Double, longitude: Double)?
    ) {
      self.request = request
      self.grant = grant
      self.coordinates = coordinates
    }

    /// A device that does not know where it is.
    public static let none = Location(
      request: { _ in }, grant: { .denied }, coordinates: { nil })
  }

  /// Push notifications.
  public struct Push: Sendable {
    /// What came of asking.
    public enum Answer: Sendable, Equatable {
      case token(String)
      case denied
      case unavailable
    }
    /// Asks for authorization and a token.
    public var request: @Sendable () async -> Answer

    /// - Parameter request: asks for authorization and a token.
    public init(request: @escaping @Sendable () async -> Answer) { self.request = request }

    /// A device without notifications.
    public static let none = Push(request: { .unavailable })
  }

  /// Settings of the system and of the app.
  public struct Settings: Sendable {
    /// Opens the app's page in the settings of the system; false where there is none.
    public var open: @Sendable () async -> Bool
    /// The switch with which a person resets the app (BOOT-2).
    public var isResetOn: @Sendable () -> Bool
    /// Turns that switch off.
    public var consumeReset: @Sendable () -> Void

    /// Each as its property says.
    public init(
      open: @escaping @Sendable () async -> Bool, isResetOn: @escaping @Sendable () -> Bool,
      consumeReset: @escaping @Sendable () -> Void
    ) {
      self.open = open
      self.isResetOn = isResetOn
      self.consumeReset = consumeReset
    }

    /// No settings.
    public static let none = Settings(open: { false }, isResetOn: { false }, consumeReset: {})
  }
}
