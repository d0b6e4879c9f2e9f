package import FlowMachine
package import FlowRuntime
package import FlowSimulation
package import Portico

/// The client of an app that really runs.
package protocol LiveOutside: Sendable {
  /// A process of the app begins: what it finds.
  func launch() async -> [OutsideEvent]
  /// The process ends: nothing that it began goes on, and whoever still waits hears that the answer was lost.
  func end() async
  /// Waits for the answer to an operation.
  func perform(_ call: OutgoingCall) async -> Answer
  /// How strong the server finds a password; nil if it does not say.
  func strength(of password: String) async -> PasswordStrength?
  /// A provider led back to the app (CMP-7).
  /// - Parameter query: of the address that it led to.
  func returned(_ query: String) async
  /// What the app is told without asking, from the launch on.
  func news() async -> AsyncStream<OutsideEvent>
  /// Where the flow's secrets lie, beside the client's own.
  var secrets: any SecretStorage & Sendable { get }
  /// Where its preferences lie.
  var preferences: any PreferenceStorage & Sendable { get }
  /// Forgets what is stored, as removing the app from a device does.
  func reinstall() throws
}
