import IdentityDomain
import IdentityPasswords

/// Gives `PasswordDecoys` its rows, from the hashes that the store holds now.
struct PasswordDecoyKeeper: Sendable {
  private static let page = 1_000

  let store: any IdentityStore
  let clock: any WallClock
  let random: any RandomBytes

  func fill() async throws {
    var classes: [String: Int] = [:]
    var models: [String: ImportedHash] = [:]
    var total = 0
    var last: ID<Account>?
    while true {
      let from = last
      let page = try await store.read("decoys.look") { tables in
        try tables.passwords(after: from, most: Self.page)
      }
      guard let end = page.last else { break }
      last = end.account
      for password in page where !PasswordDecoys.isDecoy(password.account) {
        total += 1
        guard let model = password.hash.decoyModel else { continue }
        classes[model.costClass, default: 0] += 1
        models[model.costClass] = models[model.costClass] ?? model
      }
    }
    let rows = PasswordDecoys.shares(classes, of: total).map { name in
      name.flatMap { models[$0]?.decoy(random.bytes(128)) }
    }
    let now = clock.now()
    try await store.transaction("decoys.fill") { tables in
      for (place, hash) in rows.enumerated() {
        let account = PasswordDecoys.account(at: place)
        if let hash {
          try tables.put(
            PasswordCredential(account: account, hash: hash, changedAt: now, version: 1))
        } else {
          try tables.removePassword(of: account)
        }
      }
    }
  }
}
