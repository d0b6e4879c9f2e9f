package import FlowMachine

/// The time of a runtime.
package struct RuntimeClock: Sendable {
  /// Milliseconds since 1970; never goes back.
  package var now: @Sendable () -> Int64
  /// Returns at a time, or as soon as the task is cancelled.
  package var sleep: @Sendable (_ until: Int64) async -> Void

  package init(
    now: @escaping @Sendable () -> Int64, sleep: @escaping @Sendable (_ until: Int64) async -> Void
  ) {
    self.now = now
    self.sleep = sleep
  }
}

/// Everything that a runtime needs from its app.
package struct RuntimeParts: Sendable {
  package var journal: any JournalStorage & Sendable
  package var secrets: any SecretStorage & Sendable
  package var preferences: any PreferenceStorage & Sendable
  /// Performs a call and waits for its result; cancelled when the response is no longer wanted.
  package var perform: @Sendable (OutgoingCall) async -> Answer
  package var app: AppOutlet
  package var clock: RuntimeClock
  /// 64 fresh random bits.
  package var entropy: @Sendable () -> UInt64
  package var trace: (@Sendable (Text) -> Void)?
  package var record: (@Sendable (Text) -> Void)?
  package var notice: (@Sendable (Notice) -> Void)?
  /// How moments in texts are written.
  package var moments = MomentFormat.universal

  package init(
    journal: any JournalStorage & Sendable, secrets: any SecretStorage & Sendable,
    preferences: any PreferenceStorage & Sendable,
    perform: @escaping @Sendable (OutgoingCall) async -> Answer, app: AppOutlet,
    clock: RuntimeClock, entropy: @escaping @Sendable () -> UInt64
  ) {
    self.journal = journal
    self.secrets = secrets
    self.preferences = preferences
    self.perform = perform
    self.app = app
    self.clock = clock
    self.entropy = entropy
  }
}

/// What the app does on behalf of a flow. Called in the flow's order, one after the other.
package struct AppOutlet: Sendable {
  package var startService: @Sendable (Text) -> Void
  package var stopService: @Sendable (Text) -> Void
  package var toast: @Sendable (Text) -> Void
  package var open: @Sendable (_ url: Text) -> Void
  package var tell: @Sendable (_ name: Text, _ body: Text) -> Void

  package init(
    startService: @escaping @Sendable (Text) -> Void,
    stopService: @escaping @Sendable (Text) -> Void, toast: @escaping @Sendable (Text) -> Void,
    open: @escaping @Sendable (_ url: Text) -> Void,
    tell: @escaping @Sendable (_ name: Text, _ body: Text) -> Void
  ) {
    self.startService = startService
    self.stopService = stopService
    self.toast = toast
    self.open = open
    self.tell = tell
  }
}

/// Queues a step's outside effects until the step is over; the runtime then performs them in the
/// same order. So no reaction of the app can interrupt a step.
final class DeferredActions: FlowOutlet {
  private var actions: [OutsideAction] = []

  func take() -> [OutsideAction] {
    defer { actions = [] }
    return actions
  }

  func perform(_ action: OutsideAction) { actions.append(action) }
}
