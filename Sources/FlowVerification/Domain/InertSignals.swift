import FlowMachine
import Statechart

/// Held signals whose delivery changes nothing that decides anything: whoever takes one goes nowhere,
/// and only calls the app, shows a message or forgets what nothing reads.
///
/// A state in which one is held is like the same state without it, since it can also come later.
struct InertSignals {
  private(set) var signals: Set<SignalID> = []

  init(_ flow: Flow, kept: Set<CellID>) {
    for (index, row) in flow.tables.signals.enumerated()
    where row.isHeld && (row.fact == noID || !kept.contains(row.fact)) {
      let isInert = (0..<flow.chart.transitions.count).allSatisfy {
        let transition = flow.chart.transitions[$0]
        return transition.event != row.event
          || transition.targets.count == 0
            && transition.actions.indices.allSatisfy {
              Self.isIdle(flow.chart.actions[$0], flow, kept)
            }
      }
      if isInert { signals.insert(SignalID(index)) }
    }
  }

  private static func isIdle(_ action: ActionRow, _ flow: Flow, _ kept: Set<CellID>) -> Bool {
    switch action.kind {
    case .skipUnless: return true
    case .setConstant, .setCell, .setEvent, .add, .raise, .schedule, .cancelDelayed: return false
    case .host:
      let written = flow.writes(of: action)
      let isForgotten = written.cells.allSatisfy { !kept.contains($0) }
      return written.isOnlyTold || Operation(rawValue: action.a) == .clear && isForgotten
    }
  }
}

extension Projection {
  /// The cells that stand in a projected state, in some form.
  var keptCells: Set<CellID> {
    Set(kept.map(\.cell)).union(forms.flatMap { $0.members.map(\.fact) }).union(validity)
  }

  /// Takes held signals out of a projected state.
  ///
  /// - Parameter first: where the first one stands.
  func drop(
    held signals: Set<SignalID>, from bytes: UnsafeMutableRawPointer, at first: Int
  ) {
    var (next, end) = (first, first)
    while next < screenOffset {
      let code = bytes.load(fromByteOffset: next, as: UInt8.self)
      guard code != 0 else { break }
      if !signals.contains(SignalID(code) - 1) {
        if end < next { (bytes + end).copyMemory(from: bytes + next, byteCount: 3) }
        end += 3
      }
      next += 3
    }
    guard end < next else { return }
    (bytes + end).initializeMemory(as: UInt8.self, repeating: 0, count: next - end)
  }
}
