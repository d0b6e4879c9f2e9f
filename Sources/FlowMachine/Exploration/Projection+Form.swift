// How a form is projected if only its validity matters.

import Statechart

extension Projection {
  /// Facts whose only effect is whether all fields of a form are valid.
  package struct Form: Sendable {
    package struct Member: Sendable {
      package var fact: FactID
      /// `noID` for a secret.
      package var slot: UInt16
      /// Valid texts, the first of which stands for all; empty if an absent fact is valid.
      package var valid: [Text]
      /// The text that stands for an invalid form.
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
  /// 0: invalid; otherwise the set of its submitted secrets as bits, below a leading 1.
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
  /// Whether the fact is valid by its validators, as far as this exploration distinguishes texts.
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
