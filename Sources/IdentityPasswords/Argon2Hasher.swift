package import IdentityDomain
import Synchronization
package import WorkThreads

/// Passwords by Argon2id (SEC "Passwords"), on threads and with a queue of its own.
///
/// A check costs one Argon2id run, whether there is a hash or not, and whatever became of that
/// hash; so its time does not tell who has an account.
package final class Argon2Hasher: PasswordHashing {
  private let parameters: Argon2Parameters
  private let limits: Argon2Limits
  private let engine: Argon2Engine
  private let threads: WorkThreads
  /// Of a random password that nobody knows, with the parameters of today.
  private let dummy: EncodedArgon2
  private let unreadable = Atomic<Int>(0)
  /// A thread without work for so long gives its memory back.
  private static let restAfter = Duration.seconds(1)

  /// Starts the threads and makes the dummy hash on them.
  ///
  /// - Parameters:
  ///   - parameters: of new hashes; others are outdated.
  ///   - limits: what a stored hash may cost; also for `parameters`.
  ///   - threads: as many hashes run at once; each takes `parameters.memory`. At least 1.
  ///   - places: as many more may wait. Times the expected cost, divided by the threads, it is the
  ///     longest wait: 128 places of the standard cost on 2 threads are 1.6 s.
  /// - Throws: `Argon2Failure` for parameters outside of the limits, and where randomness or
  ///   memory is not to be had.
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

  /// A stored hash that is damaged, of an unknown form, or dearer than the limits is nobody's:
  /// checked against the dummy, answered `wrong`, and counted in `unreadableHashes`. A failure of
  /// its own would tell that there is an account. A hash of another system takes its own time.
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
      // Where there is none, the same work for a text that is never hashed.
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

  /// SEC "Import": puts a weak hash of another system inside of one of ours. Whoever takes the store
  /// then has to pay for both at each guess.
  package func wrap(_ weak: ImportedHash) async throws -> PasswordHash {
    let (engine, parameters) = (engine, parameters)
    return try await threads.hashing {
      let outer = try engine.hash(WipedBytes(Base64URL.text(weak.expected)), parameters)
      return StoredHash.wrapped(weak, in: outer)
    }
  }

  /// For metrics.
  package var load: WorkLoad { threads.load }

  /// How many stored hashes could not be used since the start. More than none is for an operator to
  /// look at: the store was damaged or written to by somebody else.
  package var unreadableHashes: Int { unreadable.load(ordering: .relaxed) }

  /// Ends the threads. Calls that wait, and all later ones, throw `Argon2Failure.stopped`.
  package func shutdown() async { await threads.shutdown() }
}

extension WorkThreads {
  /// Runs one hash, and says of a refusal what a password means by it.
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

/// What computes one Argon2id; a test puts something else in its place to count and to hold.
package struct Argon2Engine: Sendable {
  package let hash: @Sendable (borrowing WipedBytes, Argon2Parameters) throws -> EncodedArgon2
  /// Of a hash that is within the limits.
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
