/// A name that a flow gives to something, as an app writes it.
///
/// A literal is one (`"home"`), checked when it is used. `portico names` writes constants for all names of a flow, so that
/// `.home` is checked by the compiler and completed by the editor:
///
/// ```swift
/// try store.tap(.next) { $0.screen = .home }
/// ```
public protocol FlowName: RawRepresentable<String>, Hashable, Sendable, Comparable,
  ExpressibleByStringLiteral, CustomStringConvertible, CustomDebugStringConvertible
{
  /// - Parameter rawValue: as it stands in the flow's document.
  init(rawValue: String)
}

extension FlowName {
  /// A literal, which nothing checks before it is used.
  public init(stringLiteral name: String) { self.init(rawValue: name) }

  /// The name.
  public var description: String { rawValue }
  /// The name in quotes.
  public var debugDescription: String { rawValue.debugDescription }

  /// In alphabetical order.
  public static func < (first: Self, second: Self) -> Bool { first.rawValue < second.rawValue }
}

/// The name of a screen.
public struct ScreenName: FlowName {
  /// The name as it stands in the flow's document.
  public let rawValue: String

  /// - Parameter rawValue: the name as it stands in the flow's document.
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// The id under which an app draws a screen in its own way: the screen's name unless the flow has another.
public struct ViewName: FlowName {
  /// The name as it stands in the flow's document.
  public let rawValue: String

  /// - Parameter rawValue: the name as it stands in the flow's document.
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// The name of an overlay.
public struct OverlayName: FlowName {
  /// The name as it stands in the flow's document.
  public let rawValue: String

  /// - Parameter rawValue: the name as it stands in the flow's document.
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// The id of an element that takes input.
public struct ElementName: FlowName {
  /// The name as it stands in the flow's document.
  public let rawValue: String

  /// - Parameter rawValue: the name as it stands in the flow's document.
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// The name of a fact.
public struct FactName: FlowName {
  /// The name as it stands in the flow's document.
  public let rawValue: String

  /// - Parameter rawValue: the name as it stands in the flow's document.
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// The name of a request.
public struct RequestName: FlowName {
  /// The name as it stands in the flow's document.
  public let rawValue: String

  /// - Parameter rawValue: the name as it stands in the flow's document.
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// The name of a signal.
public struct SignalName: FlowName {
  /// The name as it stands in the flow's document.
  public let rawValue: String

  /// - Parameter rawValue: the name as it stands in the flow's document.
  public init(rawValue: String) { self.rawValue = rawValue }
}
