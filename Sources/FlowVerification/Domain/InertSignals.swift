import FlowMachine
import Statechart

/// Held signals that make no difference to what is proven. Such a signal sets no fact that states keep. No transition
/// that takes it has a target, or an action that does more than tell the host something or clear facts that states do
/// not keep.
///
/// A state that holds such a signal is equivalent to the same state without it, since the signal can also come later.
struct InertSignals {
  private(set) var signals: Set<SignalID> = []

  /// - Parameter kept: the cells that a projected state represents; see `Projection.keptCells`.
  init(_ flow: Flow, kept: Set<CellID>) {
    for (index, row) in flow.tables.signals.enumerated()
    where row.isHeld && (row.fact == noID || !kept.contains(row.fact)) {
      let isInert = (0..<flow.chart.transitions.count).allSatisfy {
        let transition = flow.chart.transitions[$0]
        return transition.event != row.event
          || transition.targets.count == 0
            && transition.actions.indices.allSatisfy {
              Self.isInert(flow.chart.actions[$0], flow, kept)
            }
      }
      if isInert { signals.insert(SignalID(index)) }
    }
  }

  /// Whether an action changes nothing that a projected state represents.
  private static func isInert(_ action: ActionRow, _ flow: Flow, _ kept: Set<CellID>) -> Bool {
    switch action.kind {
    case .skipUnless: return true
    case .setConstant, .setCell, .setEvent, .add, .raise, .schedule, .cancelDelayed: return false
    case .host:
      let written = flow.writes(of: action)
      let writesKept = written.cells.contains { kept.contains($0) }
      return written.isOnlyTold || Operation(rawValue: action.a) == .clear && !writesKept
    }
  }
}

extension Projection {
  /// The cells that a projected state represents: with a code of their own, in a form, or by their validity.
  var keptCells: Set<CellID> {
    Set(kept.map(\.cell)).union(forms.flatMap { $0.members.map(\.fact) }).union(validity)
  }

  /// Removes held signals from a projected state, and closes the gaps. Each held signal has three bytes: its
  /// id plus one, and the codes of the number and the text that came with it. An id byte of 0 ends the list.
  ///
  /// - Parameters:
  ///   - signals: the signals to remove.
  ///   - first: the offset of the first held signal.
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
