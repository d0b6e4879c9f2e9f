package import Statechart
import WireText

// What a host reads from a machine in order to perform its effects and draw its screen.

extension FlowMachine {
  /// The call of a running request, as frozen at its start.
  package func plan(of request: RequestID) -> RequestPlan? {
    guard memory.requests[Int(request)].hasPlan else { return nil }
    var reader = ByteReader(memory.requests[Int(request)].plan)
    return RequestPlan(&reader, flow.numbers.facts)
  }

  /// The key that identifies the intent of a keyed request; nil for others. Safe to send
  /// repeatedly.
  package func idempotencyKey(of request: RequestID) -> Text? {
    let run = memory.requests[Int(request)]
    guard run.nonce != 0, memory.repetition(of: request) == .keyed else { return nil }
    return Hex.text(runID.high) + Hex.text(runID.low) + [UInt8(ascii: "-")]
      + Decimal.text(Int64(run.keyNumber))
      + [UInt8(ascii: "-")] + Hex.text(run.digest) + [UInt8(ascii: "-")] + Hex.text(run.nonce)
  }

  /// Whether the request that has last sent a secret goes on with its intent if the secret is typed again.
  package func mayRepeat(_ secret: FactID) -> Bool {
    guard memory.sentGenerations[Int(secret)] != 0 else { return false }
    return memory.requests[Int(memory.senders[Int(secret)])].nonce != 0
  }

  /// The call that was chosen for a request, for the responses of a simulated server.
  package func call(of request: RequestID) -> CallRow {
    flow.rows.calls[Int(memory.requests[Int(request)].call)]
  }

  /// The ticket of the request's last start.
  package func ticket(of request: RequestID) -> UInt32 { memory.requests[Int(request)].ticket }

  package func status(of request: RequestID) -> Int64 {
    chartState.cells[Int(flow.rows.requests[Int(request)].cell)]
  }

  /// A fact's value; secrets have none.
  package func value(of fact: FactID) -> FactValue {
    flow.rows.facts[Int(fact)].type == .secret
      ? .absent : memory.value(of: fact, cells: chartState.cells)
  }

  /// Whether a guard of the chart holds now, given its first step; `noID` always holds.
  package func holds(_ condition: UInt16) -> Bool {
    var memory = memory
    return memory.holds(condition, chartState)
  }

  /// Whether a fact has a value; an unreadable secret counts.
  package func isPresent(_ fact: FactID) -> Bool { chartState.cells[Int(fact)] != absent }

  /// The current screen's state, or nil before the first.
  package var screenState: StateID? { memory.screen == noID ? nil : memory.screen }

  /// The screen under modal screens, or nil if none was made the root.
  package var rootState: StateID? { memory.root == noID ? nil : memory.root }

  /// Whether the root is loading its content (BOOT-7).
  package var showsRootContent: Bool { memory.root != noID && memory.showsRootContent }

  /// The shown overlays, topmost last.
  package var shownOverlays: [OverlayID] { memory.shownOverlays(chartState) }

  package var runningServices: [UInt16] {
    memory.runningServices.indices.filter { memory.runningServices[$0] }.map { UInt16($0) }
  }

  package var backStack: [StateID] { memory.backStack }

  /// Validates a secret while it is typed, without keeping it.
  ///
  /// - Returns: the value for `Input.typeSecret`; nil for an empty secret.
  package func validity(of secret: Text, in element: ElementID) -> Bool? {
    guard !secret.isEmpty else { return nil }
    let row = flow.tables.elements[Int(element)]
    for validator in flow.tables.validators[row.validators.indices] where validator.rule != .same {
      let pattern = flow.pattern(of: validator)
      if !Validation.holds(validator.rule, value: validator.value, other: pattern, secret) {
        return false
      }
    }
    return true
  }
}
