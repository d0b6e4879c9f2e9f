/// What a flow may ask of the device, as small structs of closures (docs/capabilities.md). Each can
/// be replaced separately, in a test or by an app; `PorticoLive` has the real ones.
public struct Device: Sendable {
  /// Its location, as far as the user allows.
  public var location: Location
  /// Notifications.
  public var push: Push
  /// The system's and the app's settings.
  public var settings: Settings
  /// Pages of sign-in providers.
  public var providers = ProviderPages.none
  /// Passkeys of this device, and of the user's password manager.
  public var passkeys = Passkeys.none
  /// An identifier of this installation for the app's own use; nil if there is none. It proves
  /// nothing.
  public var identifier: @Sendable () async -> String?
  /// Lets the user pick a picture, and uploads it. Returns its address, or nil.
  public var pickPicture: @Sendable () async -> String?
  /// Lets the user keep a file, as by a share sheet; nil where there are no files.
  public var saveFile: (@Sendable (SavedFile) async -> FileSaving)?
  /// The device's region (ISO 3166-1); nil if it is unknown.
  public var region: @Sendable () -> String?
  /// The user's preferred language (BCP 47); nil if it is unknown.
  public var language: @Sendable () -> String? = { nil }
  /// How many minutes the device's local time is ahead of UTC now; nil if it is unknown. By it a flow knows which day it is.
  public var utcOffset: @Sendable () -> Int? = { nil }
  /// The app's version, as shown to users.
  public var appVersion: String
  /// Additional and overridden capabilities, by name.
  public var others: [String: RequestHandlers.Handler] = [:]
  /// What the device reports unasked: the network, a permission, a switch in the settings. Called at each launch of a flow;
  /// `add(news:)` leaves what is there.
  public var news: @Sendable () -> AsyncStream<DeviceEvent> = { .init { $0.finish() } }

  /// Everything that is omitted is unavailable: the shipped flows all work without it.
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

/// A file for the user to keep, such as what is stored about them (CTR-9).
public struct SavedFile: Sendable, Equatable {
  /// What to call it, with its extension.
  public var name: String
  /// Its bytes.
  public var content: [UInt8]

  /// Creates it from its properties.
  public init(name: String, content: [UInt8]) {
    self.name = name
    self.content = content
  }
}

/// What came of a file that a user was to keep.
public enum FileSaving: Sendable, Equatable {
  /// It is kept, under this name or at this place where that is known.
  case saved(as: String?)
  /// The user does not want it.
  case cancelled
  /// It could not be written.
  case failed
}

/// What the user has allowed (CMP-14: a provisional grant is not `highest`).
public enum LocationGrant: String, Sendable, CaseIterable {
  case notAsked, denied, lower, highest
}

extension Device {
  /// Location: its permission, which is requested and then observed, since not every platform calls
  /// back; and the coarse coordinates.
  public struct Location: Sendable {
    /// Requests the highest level that the platform has, or `whenInUse`. Returns once the user has
    /// been asked; the fact `location` reports what was granted.
    public var request: @Sendable (_ highest: Bool) async -> Void
    /// The current permission.
    public var grant: @Sendable () -> LocationGrant
    /// Degrees, or nil if they are unavailable now.
    public var coordinates: @Sendable () async -> (latitude: Double, longitude: Double)?

    /// Creates it from its properties.
    public init(
      request: @escaping @Sendable (_ highest: Bool) async -> Void,
      grant: @escaping @Sendable () -> LocationGrant,
      coordinates: @escaping @Sendable () async -> (latitude: Double, longitude: Double)?
    ) {
      self.request = request
      self.grant = grant
      self.coordinates = coordinates
    }

    /// A device without location.
    public static let none = Location(
      request: { _ in }, grant: { .denied }, coordinates: { nil })
  }

  /// Push notifications.
  public struct Push: Sendable {
    /// The result of the request.
    public enum Answer: Sendable, Equatable {
      case token(String)
      case denied
      case unavailable
    }
    /// Requests authorization and a token.
    public var request: @Sendable () async -> Answer
    /// The tokens that the platform supplies unasked, as when one has changed. Called at each launch of a flow. One that
    /// is not new is ignored.
    public var changes: @Sendable () -> AsyncStream<String>

    /// - Parameters:
    ///   - request: requests authorization and a token.
    ///   - changes: as the property; without it, a token that changes is known only once it is requested again.
    public init(
      request: @escaping @Sendable () async -> Answer,
      changes: @escaping @Sendable () -> AsyncStream<String> = { .init { $0.finish() } }
    ) {
      self.request = request
      self.changes = changes
    }

    /// A device without notifications.
    public static let none = Push(request: { .unavailable })
  }

  /// Settings of the system and of the app.
  public struct Settings: Sendable {
    /// Opens the app's page in the system's settings; false if there is none.
    public var open: @Sendable () async -> Bool
    /// The switch that resets the app (BOOT-2).
    public var isResetOn: @Sendable () -> Bool
    /// Turns that switch off.
    public var consumeReset: @Sendable () -> Void

    /// Creates it from its properties.
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
