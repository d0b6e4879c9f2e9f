package import FlowMachine
package import FlowRuntime
package import FlowSimulation

/// Where the operations of flows really go, if the program has a client for them.
package protocol OutsideMaker {
  /// For `play`.
  ///
  /// - Parameter server: the base URL of a server; nil: one that is started in the process.
  /// - Returns: nil where the flow's simulated answers have to do.
  static func stage(server: String?) throws -> (any SimulatedOutside)?

  /// For `run`.
  ///
  /// - Parameters:
  ///   - server: the base URL.
  ///   - folder: where the client keeps what an app would keep.
  static func client(server: String, folder: String) throws -> (any LiveOutside)?
}

/// The client of an app that really runs.
package protocol LiveOutside: Sendable {
  /// A process of the app begins: what it finds.
  func launch() async -> [OutsideNews]
  /// The process ends: nothing that it began goes on, and whoever still waits hears that the answer was lost.
  func end() async
  /// Waits for the answer to an operation.
  func perform(_ call: OutgoingCall) async -> Answer
  /// What the app is told without asking, from the launch on.
  func news() async -> AsyncStream<OutsideNews>
  /// Where the flow's secrets lie, beside the client's own.
  var secrets: any SecretStorage & Sendable { get }
  /// Where its preferences lie.
  var preferences: any PreferenceStorage & Sendable { get }
  /// Forgets what is stored, as removing the app from a device does.
  func reinstall() throws
}

/// Operations get the answers that flows declare as simulated.
package enum NoOutside: OutsideMaker {
  package static func stage(server: String?) -> (any SimulatedOutside)? { nil }
  package static func client(server: String, folder: String) -> (any LiveOutside)? { nil }
}
