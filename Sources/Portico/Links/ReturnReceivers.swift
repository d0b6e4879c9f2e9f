/// Which of the running flows is told of a return from a provider: the one that has sent the user there.
///
/// Two flows may be where a return means something to them, such as a sign-in below the account centre. In a fresh
/// process nobody knows who sent the user away; then all flows are told, and the one that waits for it takes it.
package struct ReturnReceivers: Sendable {
  /// The flow that has shown a page or a sheet, until the user has come back.
  private var sender: Int?

  package init() {}

  /// A flow shows a provider's page or sheet. The client keeps one such sign-in, so the last one counts.
  package mutating func sentAway(by flow: Int) { sender = flow }

  /// A flow has ended.
  package mutating func left(_ flow: Int) { if sender == flow { sender = nil } }

  /// - Parameters:
  ///   - news: something that the client reports.
  ///   - running: the flows that can be told.
  /// - Returns: those that are to be told.
  package mutating func receivers(of news: DeviceEvent, among running: [Int]) -> [Int] {
    guard case .signal("federationReturned", let said) = news, let flow = sender,
      running.contains(flow)
    else { return running }
    // What belongs to another sign-in leaves this one open (FED-5).
    if said != .text("federation_state_mismatch") { sender = nil }
    return [flow]
  }
}
