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
  public init(stringLiteral name: String) { self.init(rawValue: name) }

  public var description: String { rawValue }
  public var debugDescription: String { rawValue.debugDescription }

  public static func < (first: Self, second: Self) -> Bool { first.rawValue < second.rawValue }
}

/// The name of a screen.
public struct ScreenName: FlowName {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// The id under which an app draws a screen in its own way: the screen's name unless the flow has another.
public struct ViewName: FlowName {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// The name of an overlay.
public struct OverlayName: FlowName {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// The id of an element that takes input.
public struct ElementName: FlowName {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// The name of a fact.
public struct FactName: FlowName {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// The name of a request.
public struct RequestName: FlowName {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// The name of a signal.
public struct SignalName: FlowName {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}
