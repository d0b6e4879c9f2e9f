package import Statechart

/// The numbers under which a flow's names stand in stored snapshots, and what became of names that
/// earlier versions had.
///
/// A number belongs to one name of its kind for ever; `NAME.flow.lock` beside the document gives
/// them out. Without a lock file they are the places in the document, and only snapshots of the same
/// shape are read.
package struct StableRows: Sendable {
  /// One number for each row of the table of the same name; `values` has one for each choice of
  /// each choice fact in the order of the facts, `classes` one for each own class of each request,
  /// and `classCounts` says how many of those a request has.
  package var states: [UInt16] = []
  package var facts: [UInt16] = []
  package var values: [UInt16] = []
  package var requests: [UInt16] = []
  package var classes: [UInt16] = []
  package var classCounts: [UInt16] = []
  package var timers: [UInt16] = []
  package var overlays: [UInt16] = []
  package var services: [UInt16] = []
  package var signals: [UInt16] = []
  package var aliases: [AliasRow] = []
  /// The earlier versions whose snapshots are taken over.
  package var versions: [VersionRow] = []
  /// Tells one set of stored names and structures from another.
  package var shape: Int64 = 0
  /// Where a launch leads that cannot go on from its snapshot, or `noID`: where a first one begins.
  package var fallback: StateID = noID

  package init() {}

  /// The greatest number: the bit above it marks leaves in a snapshot.
  package static let most: UInt16 = 0x7FFF
}

package enum StableKind: UInt8, BitwiseCopyable, Sendable {
  case state, fact, value, request, failureClass, timer, overlay, service, signal
}

/// A name that is gone, and what stands for it now.
package struct AliasRow: BitwiseCopyable, Sendable {
  package var kind: StableKind
  /// Of values the number of their fact, of classes the number of their request; else 0.
  package var owner: UInt16
  /// The number of the name that is gone.
  package var number: UInt16
  /// A row of the table of that kind; of a value or class its place.
  package var target: UInt16

  package init(_ kind: StableKind, owner: UInt16 = 0, number: UInt16, target: UInt16) {
    self.kind = kind
    self.owner = owner
    self.number = number
    self.target = target
  }
}

/// An earlier version, with the shape that its snapshots have.
package struct VersionRow: BitwiseCopyable, Sendable {
  package var version: UInt16
  package var shape: Int64

  package init(version: UInt16, shape: Int64) {
    self.version = version
    self.shape = shape
  }
}

extension FlowTables {
  mutating func visitStable<Visitor: TableVisitor>(_ visitor: inout Visitor) {
    let table = FlowTable.stable
    visitor.visit(&stable.states, "@", "%", table)
    visitor.visit(&stable.facts, "@", "%", table)
    visitor.visit(&stable.values, "@", "%", table)
    visitor.visit(&stable.requests, "@", "%", table)
    visitor.visit(&stable.classes, "@", "%", table)
    visitor.visit(&stable.classCounts, "@", "%", table)
    visitor.visit(&stable.timers, "@", "%", table)
    visitor.visit(&stable.overlays, "@", "%", table)
    visitor.visit(&stable.services, "@", "%", table)
    visitor.visit(&stable.signals, "@", "%", table)
    visitor.visit(&stable.aliases, "@", "8%%%", table)
    visitor.visit(&stable.versions, "@", "%+", table)
    visitor.visit(&stable.shape, "+")
    visitor.visit(&stable.fallback, "s")
  }
}
