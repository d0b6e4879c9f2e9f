public import Foundation
import FlowRuntime
import IdentityClient
public import Observation
public import Portico
import SessionMachine

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Who is signed in to an app, for the app's own code: its views, and its calls to services that check our tokens.
///
/// ```swift
/// let session = PorticoSession(server: "https://id.example.com")
/// let entry = AppEntry.live(.entry, session: session)
/// let (orders, response) = try await session.data(for: URLRequest(url: ordersURL))
/// ```
///
/// An app has one, for all its flows and windows. It reads nothing until it is used.
@MainActor @Observable
public final class PorticoSession {
  /// Whether somebody is signed in.
  public enum State: Equatable, Sendable {
    /// Nothing has been read yet.
    case unknown
    case signedIn
    /// With the stable name of the cause if a session has ended, such as `logout` or `password_changed`.
    case signedOut(cause: String?)
    /// What is stored cannot be read now, for instance before the first unlock: nobody was signed out.
    case unavailable
  }

  /// The signed-in user, as the server described them when the session was last renewed.
  public struct User: Equatable, Sendable {
    /// The account, which never changes: `sub` of the tokens.
    public var id: String
    /// The confirmed address, if there is one.
    public var email: String?
    /// The confirmed number (E.164), if there is one.
    public var phoneNumber: String?

    /// Creates it from its properties, for previews and tests of an app.
    public init(id: String, email: String? = nil, phoneNumber: String? = nil) {
      self.id = id
      self.email = email
      self.phoneNumber = phoneNumber
    }
  }

  /// Whether somebody is signed in, as far as is known.
  public private(set) var state = State.unknown
  /// Nil while nobody is signed in.
  public private(set) var user: User?

  @ObservationIgnored nonisolated let host: ClientHost
  @ObservationIgnored nonisolated let language: String
  @ObservationIgnored nonisolated let transport: Transport
  /// What its flows may ask of the device, unless they are given another one.
  @ObservationIgnored nonisolated let device: Device
  /// What it shows in place of what is stored (`showing`).
  @ObservationIgnored var still: StillSession?
  /// For all its flows.
  @ObservationIgnored let links = LinkRouter()
  /// The latest nonce of each service, by origin (RFC 9449 section 9).
  @ObservationIgnored var nonces: [String: String] = [:]
  @ObservationIgnored private var listeners: [Int: AsyncStream<State>.Continuation] = [:]
  @ObservationIgnored private var lastListener = 0
  @ObservationIgnored private var lastLook: UInt64 = 0
  @ObservationIgnored private var follower: Task<Void, Never>?

  /// Sends a request whose headers are complete.
  public typealias Transport = @Sendable (URLRequest) async throws -> (Data, HTTPURLResponse)

  /// - Parameters:
  ///   - server: the base address of the identity server, such as `https://id.example.com`.
  ///   - appName: the app's name in the `User-Agent`.
  ///   - folder: where the app keeps its own data; nil: the platform's folder for app data.
  ///   - sharedFolder: where the app and its extensions share the session, an existing folder such as the container of an app group;
  ///     nil: the session is this process's alone.
  ///   - language: a BCP 47 tag; nil for the device's.
  ///   - device: tells version and language of the app, and which providers have a native sheet; the flows of this session
  ///     use it, too.
  ///   - transport: sends the app's own calls; nil: a URL session without cookies and redirects.
  public convenience init(
    server: String, appName: String = "app", folder: String? = nil, sharedFolder: String? = nil,
    language: String? = nil, device: Device = .system, transport: Transport? = nil
  ) {
    let language = language ?? device.language() ?? "en"
    let settings = ClientSettings(
      server: server, appName: appName, appVersion: device.appVersion, platform: Self.platform,
      language: language, sheets: device.providers.sheets.keys.sorted())
    self.init(
      ClientHost(settings, folder: folder, shared: sharedFolder), language, device: device,
      transport ?? Self.liveTransport())
  }

  package init(
    _ host: ClientHost, _ language: String, device: Device = .system,
    _ transport: @escaping Transport
  ) {
    (self.host, self.language, self.transport) = (host, language, transport)
    self.device = device
    follower = Task { [weak self, host] in
      for await _ in host.statuses { await self?.look() }
    }
  }

  deinit { follower?.cancel() }

  // MARK: State

  /// The current state, then each change.
  public var changes: AsyncStream<State> {
    let (stream, continuation) = AsyncStream.makeStream(of: State.self)
    lastListener += 1
    let listener = lastListener
    listeners[listener] = continuation
    continuation.yield(state)
    continuation.onTermination = { [weak self] _ in
      Task { @MainActor in self?.listeners[listener] = nil }
    }
    return stream
  }

  /// Reads what is stored. An entry does this at its launch; an app without a running entry, such as an extension, calls it
  /// once.
  public func restore() async throws(SessionError) {
    if still != nil { return }
    let client = try opened().client.client
    await client.wake()
    await look()
  }

  /// Signs the user out on this device at once; the server learns of it now or when it can be reached. A running
  /// entry leaves home.
  ///
  /// - Parameter everywhere: also on the user's other devices.
  public func signOut(everywhere: Bool = false) async throws(SessionError) {
    if still != nil { return become(.signedOut(cause: "logout"), nil) }
    let live = try opened().client
    let parameters = everywhere ? #"{"logout_all":true}"# : ""
    let answer = await live.client.perform("signOut", parameters: Array(parameters.utf8))
    if let failure = answer.failure { throw SessionError(failure) }
    await look()
    live.told.add([.signal("sessionExpired")])
  }

  func opened() throws(SessionError) -> ClientHost.Opened {
    do throws(StorageFailure) { return try host.opened() } catch {
      if state == .unknown { become(.unavailable, nil) }
      throw SessionError(error)
    }
  }

  /// Takes what is so now, and never what was so before: changes may be told late.
  private func look() async {
    guard let client = try? opened().client.client else { return }
    let (number, status, token) = await client.look()
    guard number > lastLook, let status else { return }
    lastLook = number
    let next: State
    switch status {
    case .absent, .revoked: next = .signedOut(cause: status.cause)
    case .unreadable: next = .unavailable
    case .stale, .valid: next = .signedIn
    }
    become(next, next == .signedIn ? token.flatMap { User(idToken: $0) } : nil)
  }

  func become(_ next: State, _ found: User?) {
    if user != found { user = found }
    guard state != next else { return }
    state = next
    for listener in listeners.values { listener.yield(next) }
  }

  /// As the server names it.
  nonisolated static var platform: String {
    #if os(iOS) || os(visionOS)
    "ios"
    #elseif os(macOS)
    "macos"
    #else
    "linux"
    #endif
  }
}
