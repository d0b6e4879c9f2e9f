// FlowMachine: one running flow as values. It decides everything and performs nothing.
//
// Owns: the compiled form of a flow and its check at load; facts, request statuses, timers,
// overlays, the back stack; the step that turns an input into effects; the journal record and
// restore; plans of requests and the classification of their responses; the screen as a value; the
// JSON of inputs, effects, screens and traces. Must not: read a clock, draw randomness, touch
// storage or network, import anything but Statechart and WireText. Each step is given the time in
// milliseconds and 64 bits of entropy. Compiles as Embedded Swift.

package import Statechart
import WireText

/// Bytes of UTF-8 text. Layer 0 avoids `String`, so that a browser need not load the Unicode
/// tables.
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

/// Why this machine cannot run a flow, a snapshot or a journal.
package enum FlowError: Error, Equatable, Sendable {
  case chart(ChartError)
  case truncated
  case foreignFormat
  /// Produced by a newer version of Portico.
  case futureFormat
  case tooLarge
  case wildReference(table: UInt8)
  /// A snapshot of another flow.
  case foreignFlow
  /// A snapshot of another version of the flow or of a changed document.
  case otherVersion(UInt16)
  case corrupt
}

/// The limits of what can be loaded. Anything larger is refused before memory is allocated.
package enum FlowLimits {
  package static let compiledBytes = 16 << 20
  package static let snapshotBytes = 16 << 20
  package static let answerBytes = JSON.mostBytes
  package static let textBytes = 64 << 10
  package static let listRows = 512
  package static let backStack = 16
  /// In milliseconds, 366 days: the upper bound of a wait that a fact specifies.
  package static let wait: Int64 = 31_622_400_000
  /// The number of effects of one step; only a flow in an endless loop has as many.
  package static let effects = 4_096
  /// The nesting depth of templates and texts.
  package static let nesting = 16
  /// The number of values of computed facts, which each change of a fact computes again.
  package static let computed = 256
  /// The number of segments of a template or text, with everything nested in it.
  package static let segments = 16_384
  /// The number of rows that the check at load visits through ranges.
  package static let visitedRows = 1 << 22
}
