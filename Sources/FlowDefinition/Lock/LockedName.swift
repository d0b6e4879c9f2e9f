/// One persisted name of a compiled flow, sub-flows included.
package struct LockedName: Hashable, Sendable {
  /// The sections of a lock file, in their order there.
  package enum Kind: String, CaseIterable, Sendable {
    case states, facts, values, requests, classes, timers, overlays, services, signals

    /// Values belong to a fact, classes to a request.
    var hasOwner: Bool { self == .values || self == .classes }

    /// One of them, as messages call it.
    var word: String {
      switch self {
      case .states: "state"
      case .facts: "fact"
      case .values: "value"
      case .requests: "request"
      case .classes: "failure class"
      case .timers: "timer"
      case .overlays: "overlay"
      case .services: "service"
      case .signals: "signal"
      }
    }
  }

  package var kind: Kind
  /// The fact of a value or the request of a class; else empty.
  package var owner: String
  package var name: String

  package init(_ kind: Kind, _ name: String, of owner: String = "") {
    self.kind = kind
    self.owner = owner
    self.name = name
  }
}
