import Crypto
import IdentityDomain

/// Reads the keys of a store, rotates them as the rule says, and decrypts them.
struct KeyLoader: Sendable {
  let store: any IdentityStore
  let masterKey: MasterKey
  let isDevelopment: Bool
  let clock: any WallClock
  let random: any RandomBytes
  let mayChange: Bool

  /// Keys as stored, and decrypted.
  struct Opened: Sendable {
    let rows: [ServerKey]
    let snapshot: KeyRing.Snapshot
  }

  /// What the store holds.
  private struct Contents: Sendable {
    let marks: StoreMarks?
    let keys: [ServerKey]

    init(_ tables: any IdentityTransaction) throws {
      marks = try tables.storeMarks()
      keys = try ServerKeyUse.allCases.flatMap { try tables.serverKeys(for: $0) }
    }

    func isUpToDate(at now: Timestamp) -> Bool {
      marks != nil
        && ServerKeyUse.allCases.allSatisfy { KeySchedule(keys, for: $0).plan(at: now).isEmpty }
    }
  }

  /// A key that can be stored if it turns out to be needed.
  private struct Candidate: Sendable {
    let id: KeyID
    let use: ServerKeyUse
    let sealed: [UInt8]
  }

  /// - Parameter known: keys that were decrypted before and need not be decrypted again.
  func load(known: Opened?) async throws -> Opened {
    let now = clock.now()
    var contents = try await store.read("look at server keys") { try Contents($0) }
    if let marks = contents.marks { try check(marks) }
    if mayChange, !contents.isUpToDate(at: now) { contents = try await change(at: now) }
    return try open(contents.keys, known: known)
  }

  private func check(_ marks: StoreMarks) throws {
    try masterKey.requireFit(marks, isDevelopment: isDevelopment)
  }

  /// Decides again from what is stored by now: another server may have been faster.
  private func change(at now: Timestamp) async throws -> Contents {
    let candidates = try ServerKeyUse.allCases.map { try candidate($0) }
    let marks = StoreMarks(
      isDevelopment: isDevelopment, masterKeyCheck: try masterKey.check(random))
    return try await store.transaction("change server keys") { tables in
      let found = try Contents(tables)
      if let marks = found.marks {
        try check(marks)
        // New ones would silently end all sessions.
        if found.keys.isEmpty { throw ServerKeyFailure.noKeys }
      } else {
        try tables.put(marks)
      }
      for candidate in candidates {
        let plan = KeySchedule(found.keys, for: candidate.use).plan(at: now)
        for id in plan.retired { try tables.removeServerKey(id) }
        guard let moment = plan.nextActiveFrom else { continue }
        try tables.put(
          ServerKey(
            id: candidate.id, use: candidate.use, sealed: candidate.sealed, createdAt: now,
            activeFrom: moment))
      }
      return try Contents(tables)
    }
  }

  private func candidate(_ use: ServerKeyUse) throws -> Candidate {
    let id = Self.newID(random)
    let sealed = try masterKey.seal(
      use.newMaterial(random), nonce: random.bytes(12), context: Self.context(id, use))
    return Candidate(id: id, use: use, sealed: sealed)
  }

  /// It is part of every token, so it is short: 72 random bits are enough for a few hundred.
  static func newID(_ random: some RandomBytes) -> KeyID {
    KeyID(Base64URL.text(random.bytes(9)))
  }

  /// Prevents a row of the store from being put in place of another.
  static func context(_ id: KeyID, _ use: ServerKeyUse) -> String {
    "server-key \(use.rawValue) \(id.text)"
  }

  private func open(_ rows: [ServerKey], known: Opened?) throws -> Opened {
    if let known, known.rows == rows { return known }
    var signing: [KeyID: SigningMaterial] = [:]
    var digest: [KeyID: DigestMaterial] = [:]
    var sealing: [KeyID: SymmetricKey] = [:]
    var factor: [KeyID: FactorMaterial] = [:]
    for row in rows {
      guard let bytes = masterKey.open(row.sealed, context: Self.context(row.id, row.use)),
        bytes.count == 32
      else { throw ServerKeyFailure.unreadableKey(row.id, row.use) }
      switch row.use {
      case .signing:
        guard let material = try? SigningMaterial(row.id, bytes) else {
          throw ServerKeyFailure.unreadableKey(row.id, row.use)
        }
        signing[row.id] = material
      case .digest: digest[row.id] = DigestMaterial(bytes)
      case .sealing: sealing[row.id] = SymmetricKey(data: bytes)
      case .factor: factor[row.id] = FactorMaterial(bytes)
      }
    }
    guard let signing = OpenedKeys(KeySchedule(rows, for: .signing), signing),
      let digest = OpenedKeys(KeySchedule(rows, for: .digest), digest),
      let sealing = OpenedKeys(KeySchedule(rows, for: .sealing), sealing),
      let factor = OpenedKeys(KeySchedule(rows, for: .factor), factor)
    else { throw ServerKeyFailure.noKeys }
    return Opened(
      rows: rows,
      snapshot: KeyRing.Snapshot(
        signing: signing, digest: digest, sealing: sealing, factor: factor))
  }
}
