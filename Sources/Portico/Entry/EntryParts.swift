package import FlowMachine
package import FlowRuntime

/// Everything that an entry needs from the device and the app.
package struct EntryParts: Sendable {
  /// Opens the flow's journal; throws if another process holds it.
  package var journal: @Sendable () throws(StorageFailure) -> any JournalStorage & Sendable
  package var secrets: any SecretStorage & Sendable
  package var preferences: any PreferenceStorage & Sendable
  package var handlers: RequestHandlers
  package var http: @Sendable (OutgoingCall) async -> Answer
  package var app: AppHooks
  package var clock: RuntimeClock
  package var entropy: @Sendable () -> UInt64
  /// A BCP 47 tag.
  package var language = ""
  /// How moments in the flow's texts are written.
  package var moments = MomentFormat.universal
  /// Facts of place `device` at a launch.
  package var deviceFacts: @Sendable () async -> [String: JSONValue] = { [:] }
  /// How far local time is ahead of UTC, asked again whenever the app comes to the foreground: it may be another one since.
  package var utcOffset: @Sendable () -> Int? = { nil }
  /// What is reported afterwards. Called at each launch.
  package var news: @Sendable () -> AsyncStream<DeviceEvent> = { .init { $0.finish() } }
  /// The app came to the foreground, or the network is back: pending calls to the server can be
  /// sent now.
  package var cameBack: @Sendable () async -> Void = {}
  /// A provider led back to the app with this URL (CMP-7); false if it is not a return from one.
  package var returned: @Sendable (String) async -> Bool = { _ in false }
  /// This version of the app runs for the first time, after an earlier one.
  package var isUpdated = false
  package var trace: (@Sendable ([UInt8]) -> Void)?

  package init(
    journal: @escaping @Sendable () throws(StorageFailure) -> any JournalStorage & Sendable,
    secrets: any SecretStorage & Sendable, preferences: any PreferenceStorage & Sendable,
    handlers: RequestHandlers, http: @escaping @Sendable (OutgoingCall) async -> Answer,
    app: AppHooks, clock: RuntimeClock, entropy: @escaping @Sendable () -> UInt64
  ) {
    self.journal = journal
    self.secrets = secrets
    self.preferences = preferences
    self.handlers = handlers
    self.http = http
    self.app = app
    self.clock = clock
    self.entropy = entropy
  }
}

/// What an app does on behalf of the flow. Called in the flow's order.
public struct AppHooks: Sendable {
  /// Starting a running service must have no effect.
  public var startService: @Sendable (String) throws -> Void
  /// Stopping a stopped service must have no effect.
  public var stopService: @Sendable (String) -> Void
  /// Opens an address outside the app; nil: as the system does.
  public var open: (@Sendable (_ url: String) -> Void)?
  /// A message that the flow sends by `perform`, with its values.
  public var tell: @Sendable (_ name: String, JSONValue) -> Void
  /// Receives reports for the app's maintainers. The flow continues.
  public var report: @Sendable (AppReport) -> Void

  /// Everything that is omitted does nothing, but for `open`: `AppEntry.live` opens addresses by the system.
  public init(
    startService: @escaping @Sendable (String) throws -> Void = { _ in },
    stopService: @escaping @Sendable (String) -> Void = { _ in },
    open: (@Sendable (_ url: String) -> Void)? = nil,
    tell: @escaping @Sendable (_ name: String, JSONValue) -> Void = { _, _ in },
    report: @escaping @Sendable (AppReport) -> Void = { _ in }
  ) {
    self.report = report
    self.startService = startService
    self.stopService = stopService
    self.open = open
    self.tell = tell
  }
}

/// A problem that stopped nothing. Contains no secret.
public enum AppReport: Sendable {
  case serviceFailed(_ name: String, any Error)
  /// A failure of storage, a damaged journal, an invalid preference.
  case notice(String)
}
