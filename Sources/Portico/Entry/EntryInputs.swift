package import FlowMachine

/// Receives the inputs of an entry whose flow runs elsewhere. Called on the main actor, in order.
package struct EntryInputs {
  package var send: @MainActor (Input) -> Void
  /// The text of a secret field, which is no input of the machine.
  package var type: @MainActor (Text, ElementID) -> Void

  package init(
    send: @escaping @MainActor (Input) -> Void,
    type: @escaping @MainActor (Text, ElementID) -> Void
  ) {
    self.send = send
    self.type = type
  }
}
