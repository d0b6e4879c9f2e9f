import IdentityDomain

extension StoreContract {
  private static func row(
    _ installation: String, _ experiment: String = "e", account: String? = nil,
    shown: String? = nil, goals: [String] = [], after wait: Duration = .zero
  ) -> Participation {
    let now = Sample.now + wait
    var row = Participation(
      experiment: ID(experiment), installation: ID(installation), account: account.map { ID($0) },
      variant: "a", assignedAt: now)
    if let shown { row.expose(shown, at: now + .seconds(1)) }
    for goal in goals { row.reach(goal, at: now + .seconds(2)) }
    return row
  }

  static let participationCases = [
    StoreCase(description: "Participations are kept by installation and experiment") { store in
      let rows = [row("i", "f"), row("i", "e", account: "x"), row("j", "e")]
      try await store.transaction("take part") { tables in
        for row in rows { try tables.put(row) }
        try requireEqual(
          try tables.participations(of: ID("i")), [rows[1], rows[0]], "of an installation")
        let changed = row("j", "e", shown: "b", goals: ["g"])
        try tables.put(changed)
        try requireEqual(
          try tables.participation(of: ID("j"), in: ID("e")), changed, "after a change")
        try requireEqual(
          try tables.participation(of: ID("j"), in: ID("f")), nil, "in another experiment")
      }
    },
    StoreCase(description: "Participations go with their account or their installation") { store in
      try await store.transaction("take part") { tables in
        for row in [
          row("i", "e", account: "x"), row("i", "f"), row("j", "e", account: "x"),
          row("k", "e", account: "y"),
        ] { try tables.put(row) }
        func left() throws -> [Int] {
          try ["i", "j", "k"].map { try tables.participations(of: ID($0)).count }
        }
        try tables.removeParticipations(of: .account(ID("i")))
        try tables.removeParticipations(of: .installation(ID("x")))
        try requireEqual(try left(), [2, 1, 1], "after holders of the other kind went")
        try tables.removeParticipations(of: .account(ID("x")))
        try requireEqual(try left(), [1, 0, 1], "after the account went")
        try tables.removeParticipations(of: .installation(ID("i")))
        try requireEqual(try left(), [0, 0, 1], "after the installation went")
      }
    },
    StoreCase(description: "Exposures are counted by variant, and goals with them") { store in
      let rows = [
        row("1", shown: "b", goals: ["g", "h"]), row("2", shown: "b", goals: ["g"]),
        row("3", shown: "a"), row("4", goals: ["g"]), row("5"),
        row("6", "f", shown: "b", goals: ["g"]),
      ]
      let counts = try await store.transaction("count") { tables in
        for row in rows { try tables.put(row) }
        return try tables.participationCounts(in: ID("e"))
      }
      try requireEqual(
        counts,
        [
          ParticipationCount(variant: "a", exposures: 1, goals: [:]),
          ParticipationCount(variant: "b", exposures: 2, goals: ["g": 2, "h": 1]),
        ], "counts")
      let none = try await store.read("count") { try $0.participationCounts(in: ID("x")) }
      try requireEqual(none, [], "counts of an experiment that nobody takes part in")
    },
    StoreCase(description: "A participation is kept for 180 days from its assignment") { store in
      try await store.transaction("take part") { tables in
        try tables.put(row("old", shown: "b", goals: ["g"]))
        try tables.put(row("new", after: .days(1)))
      }
      for (wait, wanted) in [(Duration.days(179), 2), (.days(180), 1), (.days(181), 0)] {
        let left = try await store.transaction("clean") { tables in
          _ = try tables.removeExpired(before: Sample.now + wait)
          return try ["old", "new"].filter {
            try tables.participation(of: ID($0), in: ID("e")) != nil
          }.count
        }
        try requireEqual(left, wanted, "after \(wait)")
      }
    },
  ]

  static func exposureCase(rounds: Int) -> StoreCase {
    StoreCase(description: "16 parallel exposures of one installation are one, the first") {
      store in
      for round in 0..<rounds {
        let id = ID<Installation>("exposed-\(round)")
        let firsts = try await atOnce { place in
          try await store.transaction("expose") { tables in
            var row =
              try tables.participation(of: id, in: ID("parallel"))
              ?? row(id.text, "parallel")
            let isFirst = row.exposedAt == nil
            row.expose("v\(place)", at: Sample.now + .seconds(Int64(place)))
            try tables.put(row)
            return isFirst ? row.variant : nil
          }
        }.compactMap { $0 }
        try requireEqual(firsts.count, 1, "first exposures")
        let stored = try await store.read("look") {
          try $0.participation(of: id, in: ID("parallel"))?.variant
        }
        try requireEqual(stored, firsts.first, "the variant that counts")
      }
      let exposures = try await store.read("count") {
        try $0.participationCounts(in: ID("parallel")).reduce(0) { $0 + $1.exposures }
      }
      try requireEqual(exposures, rounds, "exposures")
    }
  }
}
