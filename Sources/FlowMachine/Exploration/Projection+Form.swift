// What is kept of a form of which only its readiness decides.

import Statechart

extension Projection {
  /// Facts of which only this decides: whether the fields of a form all hold by their validators.
  package struct Form: Sendable {
    package struct Member: Sendable {
      package var fact: FactID
      /// `noID` for a secret.
      package var slot: UInt16
      /// Texts that hold, the first of them standing for all; empty where an absent one holds.
      package var valid: [Text]
      /// What stands for a form that is not ready.
      package var invalid: Text

      package init(fact: FactID, slot: UInt16, valid: [Text], invalid: Text) {
        self.fact = fact
        self.slot = slot
        self.valid = valid
        self.invalid = invalid
      }
    }
    package var members: [Member]

    package init(members: [Member]) { self.members = members }
  }
}

extension Projection.Form {
  /// 0: not ready; else which of its secrets were submitted, with a 1 behind them.
  func code(in memory: borrowing FlowMemory, cells: [Int64]) -> UInt8 {
    var code: UInt8 = 1
    for (index, member) in members.enumerated() {
      guard member.isValid(in: memory, cells: cells) else { return 0 }
      if member.slot == noID, memory.submittedSecrets.contains(member.fact) {
        code |= 2 << UInt8(index % 7)
      }
    }
    return code
  }
}

extension Projection.Form.Member {
  /// Whether the fact holds by its validators, as far as this exploration tells texts apart.
  func isValid(in memory: borrowing FlowMemory, cells: [Int64]) -> Bool {
    let cell = cells[Int(fact)]
    guard slot != noID else {
      return (cell == SecretStatus.typed || cell == SecretStatus.stored)
        && !memory.invalidSecrets.contains(fact)
    }
    guard cell != absent else { return valid.isEmpty }
    return valid.isEmpty
      ? memory.texts[Int(slot)] != invalid : valid.contains(memory.texts[Int(slot)])
  }
}
