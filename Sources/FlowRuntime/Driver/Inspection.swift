package import FlowMachine

/// Where others look on: a studio, a trace, a recording, a simulation. Nothing that goes in here
/// holds a secret.
package struct Inspection {
  /// One line of JSON for each step, without a line feed.
  package var trace: ((Text) -> Void)?
  /// What a replay needs: a launch line, then the inputs with their times and entropy.
  package var record: ((Text) -> Void)?
  package var notice: ((Notice) -> Void)?
  /// Called before each thing that the driver does; a simulation throws here to kill the app at
  /// this point.
  package var reach: ((HostPoint) throws(Killed) -> Void)?

  /// Called with what the process is given, and with each action just before it is performed: what another host has
  /// to do alike.
  package var launch: ((LaunchFacts, LaunchMoment) -> Void)?
  package var event: ((HostEvent, _ now: Int64, _ entropy: UInt64) -> Void)?
  package var action: ((HostAction) -> Void)?

  package init() {}
}

/// The time of a launch, and its random bits.
package struct LaunchMoment: Sendable {
  /// Milliseconds since 1970.
  package var now: Int64
  package var entropy: UInt64
  package var run: RunID
}

/// The process is gone. A driver that threw this is not to be used any more.
package struct Killed: Error, Equatable {
  package init() {}
}

/// Something that people who look after the app want to know; the flow goes on.
package enum Notice: Equatable, Sendable {
  case launch(LaunchNotice)
  case storageFailed(StoragePart, StorageFailure)
  /// What could not be written before is written.
  case caughtUp
}

package enum StoragePart: String, Hashable, Sendable {
  case journal, secrets, preferences
  /// What all of them lie in.
  case folder
}

/// Why there is no running flow.
package enum LaunchFailure: Error, Equatable {
  case killed
  /// What is stored may be there and cannot be read now; nothing was touched. To be tried again.
  case unreadable(StoragePart, StorageFailure)
  /// The machine does not start this flow at all.
  case refused(FlowError)
}
