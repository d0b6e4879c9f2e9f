// FlowMachine: one running flow as values. It decides everything and performs nothing.
//
// Owns: the compiled form of a flow and its check at load; facts, request statuses, timers,
// overlays, the back stack; the step that turns an input into effects; the journal record and
// restore; plans of requests and the classification of their answers; the screen as a value; the
// JSON of inputs, effects, screens and traces. Must not: read a clock, draw randomness, touch
// storage or network, import anything but Statechart and WireText. Time in milliseconds and 64 bits of entropy
// come in with each step. Embedded Swift compiles it.

package import Statechart
import WireText

/// Bytes of UTF-8 text. Layer 0 has no `String`, so that a browser loads no Unicode tables.
package typealias Text = [UInt8]

package typealias FactID = UInt16
package typealias RequestID = UInt16
package typealias ElementID = UInt16
package typealias OverlayID = UInt16
package typealias TimerID = UInt16
package typealias SignalID = UInt16
package typealias TextID = UInt16
package typealias TemplateID = UInt16
/// A byte string of the flow: a name or a literal.
package typealias BlobID = UInt16

/// Why bytes are not a flow, a snapshot or a journal that this machine can run.
package enum FlowError: Error, Equatable, Sendable {
  case chart(ChartError)
  case truncated
  case foreignFormat
  /// Made by a newer Portico.
  case futureFormat
  case tooLarge
  case wildReference(table: UInt8)
  /// A snapshot of another flow.
  case foreignFlow
  /// A snapshot of another version of the flow or of a changed document.
  case otherVersion(UInt16)
  case corrupt
}

/// The limits of what is loaded; larger things are refused before memory is reserved.
package enum FlowLimits {
  package static let compiledBytes = 16 << 20
  package static let snapshotBytes = 16 << 20
  package static let answerBytes = JSON.mostBytes
  package static let textBytes = 64 << 10
  package static let listRows = 512
  package static let backStack = 16
  /// In milliseconds, 366 days: what a fact says to wait is held to it.
  package static let wait: Int64 = 31_622_400_000
  /// Effects of one step: only a flow that runs in a circle has as many.
  package static let effects = 4_096
  /// Templates and texts inside of others.
  package static let nesting = 16
  /// Segments of a template or text with all that stands in it.
  package static let segments = 16_384
  /// Rows that the check at load looks at through ranges.
  package static let visitedRows = 1 << 22
}
