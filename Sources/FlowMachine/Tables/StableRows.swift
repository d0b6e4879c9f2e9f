package import Statechart

/// The numbers that stand for a flow's names in stored snapshots, and the replacements of names
/// that earlier versions had.
///
/// A number belongs to one name of its kind for ever; `NAME.flow.lock` beside the document assigns
/// them. Without a lock file they are the positions in the document, and only snapshots of the same
/// shape can be read.
package struct StableRows: Sendable {
  /// One number for each row of the table of the same name. `values` has one for each choice of
  /// each choice fact in the order of the facts, `classes` one for each own class of each request,
  /// and `classCounts` the number of own classes of each request.
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
  /// The earlier versions whose snapshots can be migrated.
  package var versions: [VersionRow] = []
  /// A digest of the stored names and structures.
  package var shape: Int64 = 0
  /// Where a launch leads that cannot use its snapshot, or `noID`: where a first launch begins.
  package var fallback: StateID = noID

  package init() {}

  /// The greatest number; the bit above it marks leaves in a snapshot.
  package static let most: UInt16 = 0x7FFF
}

package enum StableKind: UInt8, BitwiseCopyable, Sendable {
  case state, fact, value, request, failureClass, timer, overlay, service, signal
}

/// A removed name and its current replacement.
package struct AliasRow: BitwiseCopyable, Sendable {
  package var kind: StableKind
  /// For values the number of their fact, for classes the number of their request; otherwise 0.
  package var owner: UInt16
  /// The number of the removed name.
  package var number: UInt16
  /// A row of the table of that kind; for a value or class, its index.
  package var target: UInt16

  package init(_ kind: StableKind, owner: UInt16 = 0, number: UInt16, target: UInt16) {
    self.kind = kind
    self.owner = owner
    self.number = number
    self.target = target
  }
}

/// An earlier version and the shape of its snapshots.
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
