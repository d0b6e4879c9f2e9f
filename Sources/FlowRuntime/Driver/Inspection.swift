package import FlowMachine

/// Observers: a studio, a trace, a recording, a simulation. Nothing passed to them contains a
/// secret.
package struct Inspection {
  /// One line of JSON for each step, without a line feed.
  package var trace: ((Text) -> Void)?
  /// What a replay needs: a launch line, then the inputs with their times and entropy.
  package var record: ((Text) -> Void)?
  package var notice: ((Notice) -> Void)?
  /// Called before each action of the driver; a simulation throws here to kill the app at this
  /// point.
  package var reach: ((HostPoint) throws(Killed) -> Void)?

  /// Called with the inputs of the process, and with each action just before it is performed: what
  /// another host must do in the same way.
  package var launch: ((LaunchFacts, LaunchMoment) -> Void)?
  package var event: ((HostEvent, _ now: Int64, _ entropy: UInt64) -> Void)?
  package var action: ((HostAction) -> Void)?

  package init() {}
}

/// The time of a launch and its random bits.
package struct LaunchMoment: Sendable {
  /// Milliseconds since 1970.
  package var now: Int64
  package var entropy: UInt64
  package var run: RunID
}

/// The process has been killed. A driver that threw this must not be used any longer.
package struct Killed: Error, Equatable {
  package init() {}
}

/// A problem that the app's maintainers want to know about; the flow continues.
package enum Notice: Equatable, Sendable {
  case launch(LaunchNotice)
  case storageFailed(StoragePart, StorageFailure)
  /// All pending writes have succeeded.
  case caughtUp
}

package enum StoragePart: String, Hashable, Sendable {
  case journal, secrets, preferences
  /// The folder that contains all of them.
  case folder
}

/// Why the flow is not running.
package enum LaunchFailure: Error, Equatable {
  case killed
  /// There may be stored data that cannot be read now; nothing has been changed. Try again.
  case unreadable(StoragePart, StorageFailure)
  /// The machine cannot start this flow.
  case refused(FlowError)
}
