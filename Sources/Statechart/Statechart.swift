// Statechart: a chart as flat tables, and the pure step that SCXML describes.
//
// Owns: the definition of a chart, its tables and their binary form, the configuration of a running
// chart, and `transition`, which processes one event to completion: microsteps, regions, history,
// raised and delayed events. Must not: know what a screen or a request is, perform anything, read a
// clock, import anything. Everything else is an operation of the `ChartHost` that the caller passes
// in.
//
// Semantics: SCXML 1.0 (W3C Recommendation, 1 September 2015), appendix D, with the integer cells
// below as data model. Compiles as Embedded Swift.

/// A state. States are numbered in document order, parents before children; 0 is the chart itself.
public typealias StateID = UInt16
/// An event.
public typealias EventID = UInt16
/// A cell of the data model: one 64-bit integer.
public typealias CellID = UInt16

/// Stands for "none" wherever an id may be absent.
public let noID: UInt16 = 0xFFFF

/// The value of an empty cell. It equals nothing, and is neither less nor greater than anything.
public let absent: Int64 = .min

/// Why bytes are not a valid chart, or why a chart cannot be built.
public enum ChartError: Error, Equatable, Sendable {
  /// The bytes end too early or have trailing data.
  case truncated
  /// The first bytes do not identify a chart of this format version.
  case foreignFormat
  /// A count or size exceeds its limit.
  case tooLarge
  /// The named table has an id or range out of bounds, or the states do not form a tree.
  case wildReference(table: UInt8)
}

/// The limits of one chart. A loader refuses anything larger before it allocates memory.
public enum ChartLimits {
  @usableFromInline package static let states = 4_096
  @usableFromInline package static let rows = 0xFFF0
  @usableFromInline package static let cells = 8_192
  @usableFromInline package static let depth = 64
  /// The number of targets of one transition.
  public static let targets = 16
  /// The number of microsteps in one macrostep; a chart that needs more is in an endless loop.
  public static let microsteps = 1_000
}
