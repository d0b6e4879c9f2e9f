import IdentityDomain

extension StoreContract {
  static let operatorCases = [
    StoreCase(description: "Accounts are listed in the order of their ids, from any of them") {
      store in
      try await store.transaction("fill") { tables in
        for id in ["c", "a", "b"] { try tables.put(Account(id: ID(id), createdAt: Sample.now)) }
        try requireEqual(
          try tables.accounts(after: nil, most: 2).map(\.id.text), ["a", "b"], "the first")
        try requireEqual(
          try tables.accounts(after: ID("a"), most: 9).map(\.id.text), ["b", "c"], "after a")
        try requireEqual(try tables.accounts(after: ID("c"), most: 9).count, 0, "after the last")
      }
    },
    StoreCase(description: "Identifiers are found by their beginning, and by no other part") {
      store in
      try await store.transaction("fill") { tables in
        for name in ["anna", "ann", "bob", "ao"] {
          try tables.put(
            IdentifierBinding(
              identifier: try Sample.email(name), account: ID(name), verifiedAt: Sample.now))
        }
        func found(_ text: String, most: Int = 9) throws -> [String] {
          try tables.bindings(startingWith: text, most: most).map(\.account.text)
        }
        try requireEqual(try found("ann"), ["ann", "anna"], "ann")
        try requireEqual(try found("a", most: 1), ["ann"], "one of a")
        try requireEqual(try found("nn"), [], "the middle")
        try requireEqual(try found("%"), [], "a pattern")
      }
    },
    StoreCase(description: "Messages carry the request that they were written in, dead or alive") {
      store in
      let (ann, bob) = (
        MessageRecipient(try Sample.email("ann")), MessageRecipient(try Sample.email("bob"))
      )
      try await store.transaction("write") { tables in
        tables.requestID = "request-1"
        try tables.append(outboxMessage("1", to: ann))
        try tables.append(outboxMessage("2", to: bob))
        try tables.append(outboxMessage("3", to: ann, .suppressed))
      }
      try await store.transaction("other") { tables in
        try tables.append(outboxMessage("4", to: ann))
      }
      try await store.read("look") { tables in
        try requireEqual(
          try tables.outboxRows(to: ann, most: 9).map(\.message.requestID), ["request-1", nil],
          "to ann")
        try requireEqual(
          try tables.outboxRows(most: 3).map(\.message.id.text), ["1", "2", "3"], "all")
      }
      try await store.transaction("bury") { tables in
        guard var row = try tables.outboxRow(ID("1")) else {
          throw ContractViolation(description: "gone")
        }
        row.fail(until: Sample.now, isUnanswered: true)
        try tables.update(row)
        try requireEqual(try tables.outboxRow(ID("1"))?.unansweredTries, 1, "unanswered")
        try tables.bury(row, .unanswered, at: Sample.now)
        try requireEqual(
          try tables.deadLetters(to: ann, most: 9).map(\.requestID), ["request-1"], "the letter")
        try requireEqual(try tables.deadLetters(to: bob, most: 9).count, 0, "bob's letters")
      }
    },
  ]
}
