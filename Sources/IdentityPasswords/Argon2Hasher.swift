package import IdentityDomain
import Synchronization
package import WorkThreads

/// Argon2id for passwords (SEC "Passwords"), on its own threads and with its own queue.
///
/// A check costs one Argon2id run, whether or not there is a hash, and whatever that hash is; so
/// its time does not reveal who has an account.
package final class Argon2Hasher: PasswordHashing {
  private let parameters: Argon2Parameters
  private let limits: Argon2Limits
  private let engine: Argon2Engine
  private let threads: WorkThreads
  /// The hash of a random password that nobody knows, with the current parameters.
  private let dummy: EncodedArgon2
  private let unreadable = Atomic<Int>(0)
  /// A thread that is idle this long returns its memory.
  private static let restAfter = Duration.seconds(1)

  /// Starts the threads and computes the dummy hash on them.
  ///
  /// - Parameters:
  ///   - parameters: those of new hashes; other hashes are outdated.
  ///   - limits: the maximum cost of a stored hash; also applies to `parameters`.
  ///   - threads: the number of concurrent hashes; each takes `parameters.memory`. At least 1.
  ///   - places: how many more may wait. Multiplied by the expected cost and divided by the
  ///     threads, it gives the longest wait: 128 places of the standard cost on 2 threads are 1.6
  ///     s.
  /// - Throws: `Argon2Failure` for parameters beyond the limits, and if randomness or memory is
  ///   unavailable.
  package static func started(
    parameters: Argon2Parameters = .standard, limits: Argon2Limits = .standard, threads: Int,
    places: Int = 128, engine: Argon2Engine = .library
  ) async throws -> Argon2Hasher {
    guard limits.admit(parameters, lanes: Argon2Parameters.lanes) else {
      throw Argon2Failure.parameters(parameters)
    }
    try Sodium.start()
    let threads = WorkThreads(
      threads: threads, places: places, cost: parameters.expectedCost,
      rest: WorkThreads.Rest(after: restAfter) { HashingMemory.release() })
    let dummy = try await threads.hashing {
      let nobodys = Base64URL.text(Sodium.randomBytes(32))
      return try engine.hash(WipedBytes(nobodys), parameters)
    }
    return Argon2Hasher(parameters, limits, engine, threads, dummy: dummy)
  }

  private init(
    _ parameters: Argon2Parameters, _ limits: Argon2Limits, _ engine: Argon2Engine,
    _ threads: WorkThreads, dummy: EncodedArgon2
  ) {
    self.parameters = parameters
    self.limits = limits
    self.engine = engine
    self.threads = threads
    self.dummy = dummy
  }

  package func hash(_ password: PlaintextPassword) async throws -> PasswordHash {
    let (engine, parameters) = (engine, parameters)
    return try await threads.hashing {
      try engine.hash(WipedBytes(password.secret.exposed), parameters).stored
    }
  }

  /// A stored hash that is damaged, of an unknown form, or too expensive matches nothing: it is
  /// replaced by the dummy, the result is `wrong`, and it is counted in `unreadableHashes`. A
  /// distinct failure would reveal that there is an account. A hash of another system takes its own
  /// time.
  package func verify(
    _ password: PlaintextPassword, against hash: PasswordHash?
  ) async throws -> PasswordVerdict {
    let stored = hash.flatMap { StoredHash($0, limits: limits) }
    if hash != nil, stored == nil { unreadable.add(1, ordering: .relaxed) }
    let (engine, compared) = (engine, stored ?? .argon2id(dummy))
    let isMatch = try await threads.hashing {
      try Self.isMatch(WipedBytes(password.secret.exposed), compared, engine)
    }
    guard isMatch, let stored else { return .wrong }
    return .right(isOutdated: isOutdated(stored))
  }

  private static func isMatch(
    _ password: borrowing WipedBytes, _ stored: StoredHash, _ engine: Argon2Engine
  ) throws -> Bool {
    switch stored {
    case .argon2id(let hash): return try engine.verify(password, hash)
    case .imported(let hash): return try hash.isRight(password)
    case .wrapped(let inner, let outer):
      let middle = try inner.digest(of: password)
      // If there is none, the same work for a text that is never hashed.
      return try engine.verify(WipedBytes(Base64URL.text(middle ?? [])), outer)
    }
  }

  private func isOutdated(_ stored: StoredHash) -> Bool {
    switch stored {
    case .argon2id(let hash):
      hash.parameters != parameters || hash.lanes != Argon2Parameters.lanes
    case .imported, .wrapped: true
    }
  }

  /// SEC "Import": wraps a weak hash of another system in one of ours. A thief of the store then
  /// pays for both at each guess.
  package func wrap(_ weak: ImportedHash) async throws -> PasswordHash {
    let (engine, parameters) = (engine, parameters)
    return try await threads.hashing {
      let outer = try engine.hash(WipedBytes(Base64URL.text(weak.expected)), parameters)
      return StoredHash.wrapped(weak, in: outer)
    }
  }

  /// For metrics.
  package var load: WorkLoad { threads.load }

  /// How many stored hashes could not be used since the start. If any, an operator should
  /// investigate: the store was damaged or modified.
  package var unreadableHashes: Int { unreadable.load(ordering: .relaxed) }

  /// Ends the threads. Waiting and later calls throw `Argon2Failure.stopped`.
  package func shutdown() async { await threads.shutdown() }
}

extension WorkThreads {
  /// Runs one hash, and translates a refusal of the threads.
  fileprivate func hashing<Value: Sendable>(
    _ work: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    do {
      return try await run {
        HashingPriority.lower()
        return try work()
      }
    } catch WorkRefusal.full(let wait) {
      throw PasswordHashingBusy(wait: wait)
    } catch WorkRefusal.stopped {
      throw Argon2Failure.stopped
    }
  }
}

/// Computes one Argon2id; a test replaces it to count and to block.
package struct Argon2Engine: Sendable {
  package let hash: @Sendable (borrowing WipedBytes, Argon2Parameters) throws -> EncodedArgon2
  /// For a hash within the limits.
  package let verify: @Sendable (borrowing WipedBytes, EncodedArgon2) throws -> Bool

  package init(
    hash: @escaping @Sendable (borrowing WipedBytes, Argon2Parameters) throws -> EncodedArgon2,
    verify: @escaping @Sendable (borrowing WipedBytes, EncodedArgon2) throws -> Bool
  ) {
    self.hash = hash
    self.verify = verify
  }

  package static let library = Argon2Engine(
    hash: { try Argon2.hash($0, $1) }, verify: { try Argon2.verify($0, against: $1) })
}
