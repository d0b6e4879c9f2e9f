import IdentityDomain
import IdentityPasswords

/// What an import came to.
struct ImportSummary: Hashable, Sendable, CustomStringConvertible {
  var made = 0
  var alreadyThere = 0
  var refused = 0

  var lines: Int { made + alreadyThere + refused }

  var description: String {
    "\(lines) lines: \(made) accounts created, \(alreadyThere) already exist, \(refused) rejected"
  }
}

/// Brings the accounts of a file into a store, in batches that are one transaction each.
struct UserImport: Sendable {
  /// So many lines hold a server's writes up for some tens of milliseconds.
  static let batch = 200

  let store: any IdentityStore
  let hasher: Argon2Hasher
  let phones: any PhoneNumberParsing
  let clock: any WallClock
  let random: any RandomBytes
  let isDryRun: Bool

  /// - Parameters:
  ///   - next: the lines; nil within is one that is too long.
  ///   - report: hears of what is refused, in the order of the lines.
  func run(
    _ next: () throws -> LineReader.Line?, report: (ImportProblem) -> Void
  ) async throws -> ImportSummary {
    var summary = ImportSummary()
    var seen = SeenIdentifiers()
    var number = 0
    while true {
      var batch: [Result<ImportLine, ImportProblem>] = []
      while batch.count < Self.batch, let bytes = try next() {
        number += 1
        if let bytes, bytes.allSatisfy({ $0 == 32 || $0 == 9 }) { continue }
        batch.append(read(bytes, number))
      }
      if batch.isEmpty { break }
      for result in try await settle(batch, &seen) {
        switch result {
        case .success(.made): summary.made += 1
        case .success(.alreadyThere): summary.alreadyThere += 1
        case .success(.conflict): summary.refused += 1
        case .failure(let problem):
          summary.refused += 1
          report(problem)
        }
      }
    }
    if !isDryRun {
      try await PasswordDecoyKeeper(store: store, clock: clock, random: random).fill()
    }
    return summary
  }

  private func read(_ bytes: [UInt8]?, _ number: Int) -> Result<ImportLine, ImportProblem> {
    do {
      return .success(
        try ImportLine(
          bytes, number: number, id: random.id(), phones: phones, at: clock.now()))
    } catch {
      return .failure(error)
    }
  }

  private func settle(
    _ batch: [Result<ImportLine, ImportProblem>], _ seen: inout SeenIdentifiers
  ) async throws -> [Result<ImportOutcome, ImportProblem>] {
    let lines = batch.compactMap { try? $0.get() }
    let before = try await store.read("import.look") { tables in
      try lines.map { try tables.importStanding($0.ready(nil)) }
    }
    var outcomes: [ImportOutcome]
    if isDryRun {
      outcomes = zip(lines, before).map { seen.standing(of: $0.0, afterStore: $0.1) }
    } else {
      let ready = try await hashed(lines, before)
      outcomes = try await store.transaction("import.batch") { tables in
        try zip(ready, before).map { new, before in
          // Its hash was not wrapped, because there seemed to be no need.
          if before != .made, try tables.importStanding(new) == .made {
            return .conflict(.changedMeanwhile)
          }
          return try tables.importAccount(new)
        }
      }
    }
    outcomes.reverse()
    return batch.map { line in
      line.flatMap { line in
        let outcome = outcomes.removeLast()
        guard case .conflict(let conflict) = outcome else { return .success(outcome) }
        return .failure(ImportProblem(line: line.number, reason: conflict.text))
      }
    }
  }

  /// Weak hashes are wrapped on the hashing threads; those of accounts that are there are not
  /// needed any more.
  private func hashed(
    _ lines: [ImportLine], _ standings: [ImportOutcome]
  ) async throws -> [AccountToImport] {
    try await withThrowingTaskGroup(of: (Int, AccountToImport).self) { group in
      for (place, line) in lines.enumerated() {
        let isNew = standings[place] == .made
        group.addTask { (place, line.ready(isNew ? try await password(line) : nil)) }
      }
      var ready: [Int: AccountToImport] = [:]
      for try await (place, account) in group { ready[place] = account }
      return lines.indices.compactMap { ready[$0] }
    }
  }

  private func password(_ line: ImportLine) async throws -> PasswordHash? {
    switch line.hash {
    case nil: nil
    case .kept(let hash): hash
    case .weak(let weak): try await hasher.wrap(weak)
    }
  }
}

extension ImportConflict {
  var text: String {
    switch self {
    case .registeredHere:
      "the address or number belongs to an account that registered here; remove the line"
    case .otherAccount:
      "the address or number belongs to an imported account with a different id or created_at; "
        + "correct one of the two lines"
    case .severalAccounts:
      "the address and the number belong to different accounts here; remove one of them"
    case .changedMeanwhile:
      "the account with this address or number changed during the import; run the import again"
    }
  }
}

/// What the lines of a dry run would have left behind.
struct SeenIdentifiers {
  private struct Owner: Hashable {
    let source: String?
    let createdAt: Timestamp
    /// Tells apart accounts that say the same of themselves.
    let line: Int
  }
  private var owners: [String: Owner] = [:]

  mutating func standing(of line: ImportLine, afterStore outcome: ImportOutcome) -> ImportOutcome {
    guard outcome == .made else { return outcome }
    let account = line.account
    let found = line.identifiers.map { owners[$0.text] }
    guard Set(found).count == 1 else { return .conflict(.severalAccounts) }
    if let owner = found.compactMap({ $0 }).first {
      let isSame =
        owner.source == account.imported?.source && owner.createdAt == account.createdAt
      return isSame ? .alreadyThere : .conflict(.otherAccount)
    }
    let owner = Owner(
      source: account.imported?.source, createdAt: account.createdAt, line: line.number)
    for identifier in line.identifiers { owners[identifier.text] = owner }
    return .made
  }
}
