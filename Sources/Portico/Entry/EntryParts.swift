package import FlowMachine
package import FlowRuntime

/// Everything that an entry needs from the device and the app.
package struct EntryParts: Sendable {
  /// Takes hold of the flow's journal; thrown when another process has it.
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
  /// Facts of place `device` at a launch.
  package var deviceFacts: @Sendable () async -> [String: JSONValue] = { [:] }
  /// And what the app is told afterwards. Called at each launch.
  package var news: @Sendable () -> AsyncStream<DeviceNews> = { .init { $0.finish() } }
  /// The app came to the front, or the network came back: what is owed to a server can be sent now.
  package var cameBack: @Sendable () async -> Void = {}
  /// A provider led back to the app with this address (CMP-7); false where it is none of its.
  package var returned: @Sendable (String) async -> Bool = { _ in false }
  /// This version of the app runs for the first time where an older one ran.
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

/// What an app does when the flow says so. Called in the flow's order.
public struct AppHooks: Sendable {
  /// Starting one that runs is harmless.
  public var startService: @Sendable (String) throws -> Void
  /// Stopping one that does not run is harmless.
  public var stopService: @Sendable (String) -> Void
  /// Opens an address outside of the app.
  public var open: @Sendable (_ url: String) -> Void
  /// What the flow tells by `perform`, with its values.
  public var tell: @Sendable (_ name: String, JSONValue) -> Void
  /// What people who look after the app want to know. The flow goes on.
  public var report: @Sendable (AppReport) -> Void

  /// Whatever is left out does nothing.
  public init(
    startService: @escaping @Sendable (String) throws -> Void = { _ in },
    stopService: @escaping @Sendable (String) -> Void = { _ in },
    open: @escaping @Sendable (_ url: String) -> Void = { _ in },
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

/// Something that went wrong and stopped nothing. Holds no secret.
public enum AppReport: Sendable {
  case serviceFailed(_ name: String, any Error)
  /// Storage that did not do what it was asked, a damaged journal, a preference of a wrong form.
  case notice(String)
}
