package import FlowMachine

/// A screen, and how far the flow had come with what was sent to it.
package struct ScreenUpdate: Sendable {
  package var screen: ScreenValue
  /// How many inputs and texts the flow had taken from its mailbox, in their order.
  package var inputsTaken: Int
}
