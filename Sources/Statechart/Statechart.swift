// Statechart: a chart as flat tables, and the pure step that SCXML describes.
//
// Owns: the definition of a chart, its tables and their binary form, the configuration of a running
// chart, and `transition`, which works one event off completely: microsteps, regions, history,
// raised and delayed events. Must not: know what a screen or a request is, perform anything, read a
// clock, import anything. Whatever it does not know itself is an operation of the `ChartHost` that
// the caller passes in.
//
// Semantics: SCXML 1.0 (W3C Recommendation, 1 September 2015), appendix D, with the integer cells
// below as data model. Embedded Swift compiles it.

/// A state; states are numbered in document order, parents before children, 0 is the chart itself.
public typealias StateID = UInt16
/// An event.
public typealias EventID = UInt16
/// A cell of the data model: one 64-bit integer.
public typealias CellID = UInt16

/// "None" wherever an id may be absent.
public let noID: UInt16 = 0xFFFF

/// The value of a cell that holds nothing. It equals nothing, and is neither less nor greater than
/// anything.
public let absent: Int64 = .min

/// Why bytes are not a chart, or a chart cannot be built.
public enum ChartError: Error, Equatable, Sendable {
  /// The bytes end too early, or go on after the end.
  case truncated
  /// The first bytes are not those of a chart of this format version.
  case foreignFormat
  /// A count or size is beyond its limit.
  case tooLarge
  /// An id or range in the named table points nowhere, or the states do not form a tree.
  case wildReference(table: UInt8)
}

/// The limits of one chart; a loader refuses what is larger before it reserves memory.
public enum ChartLimits {
  @usableFromInline package static let states = 4_096
  @usableFromInline package static let rows = 0xFFF0
  @usableFromInline package static let cells = 8_192
  @usableFromInline package static let depth = 64
  /// Targets of one transition.
  public static let targets = 16
  /// Microsteps in one macrostep; a chart that needs more runs in a circle.
  public static let microsteps = 1_000
}
