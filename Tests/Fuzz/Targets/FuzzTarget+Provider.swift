import Crypto
import Dispatch
import Foundation
import IdentityDomain
import IdentityFederation
import Synchronization

extension FuzzTarget {
  /// One piece of a sign-in at a provider; the first byte selects it.
  static func runProvider(_ bytes: [UInt8]) throws(BrokenPromise) -> Bool {
    let all = ProviderPiece.allCases
    let piece = all[Int(bytes.first ?? 0) % all.count]
    let body = Array(bytes.dropFirst())
    let outcome: Result<Bool, BrokenPromise>? = waiting {
      do {
        return .success(try await sign(in: piece, body))
      } catch let broken as BrokenPromise {
        return .failure(broken)
      } catch {
        return .failure(BrokenPromise("the honest part of a sign-in is made: \(error)"))
      }
    }
    guard let outcome else { throw BrokenPromise("a sign-in ends") }
    return try outcome.get()
  }

  static var providerSeeds: [[UInt8]] {
    ProviderPiece.allCases.enumerated().compactMap { place, piece in
      (try? HonestProvider.honest(piece)).map { [UInt8(place)] + $0 }
    }
  }

  private static func sign(in piece: ProviderPiece, _ bytes: [UInt8]) async throws -> Bool {
    let providers = FederatedProviders(
      [try configuration(piece)], transport: try FuzzedTransport(piece, bytes),
      clock: StoppedClock())
    let id = providers.policies[0].id
    if piece == .notice || piece == .noticeClaims {
      var body = bytes
      if piece == .noticeClaims {
        body = Array(HonestProvider.notice(try HonestProvider.token(bytes)).utf8)
      }
      let notice = try? await providers.notice(body, from: id)
      return notice != nil
    }
    let assertion: ProviderAssertion
    do throws(ProviderFailure) {
      assertion = try await providers.redeem(
        ProviderResponse(
          code: Secret("code"), issuer: nil, error: nil,
          user: piece == .appleUser ? String(decoding: bytes, as: UTF8.self) : nil),
        of: HonestProvider.request, at: id)
    } catch {
      // A name that cannot be read is left out, and the sign-in goes on.
      try promise(piece != .appleUser, "the field 'user' refuses nobody")
      return false
    }
    try keep(promisesOf: assertion, piece, bytes)
    return true
  }

  /// What holds of everyone who is let in.
  private static func keep(
    promisesOf assertion: ProviderAssertion, _ piece: ProviderPiece, _ bytes: [UInt8]
  ) throws(BrokenPromise) {
    try promise(!assertion.subject.subject.isEmpty, "somebody at a provider has a name there")
    guard ![.gitHubToken, .gitHubUser, .gitHubEmails].contains(piece) else { return }
    try promise(
      assertion.subject.issuer == HonestProvider.issuer, "a subject has the configured issuer")
    switch piece {
    case .idToken:
      try promise(
        HonestProvider.hasSigned(String(decoding: bytes, as: UTF8.self)),
        "an id token that is taken was signed by the provider's key")
    case .claims:
      let read = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
      let audience = read?["aud"] as? [String] ?? (read?["aud"] as? String).map { [$0] }
      let now = Double(HonestProvider.now.numericDate)
      try promise(
        read?["iss"] as? String == HonestProvider.issuer
          && read?["nonce"] as? String == HonestProvider.nonce
          && audience?.contains(HonestProvider.client) == true
          && read?["sub"] as? String == assertion.subject.subject
          && (read?["exp"] as? Double ?? 0) > now - 61
          && (read?["iat"] as? Double ?? .infinity) < now + 61,
        "claims that are taken are of this sign-in")
    case .discovery:
      let read = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
      try promise(
        read?["issuer"] as? String == HonestProvider.issuer,
        "a discovery document is taken for its own issuer only")
    default: break
    }
  }

  private static func configuration(_ piece: ProviderPiece) throws -> ProviderConfiguration {
    let kind: ProviderDeclaration.Kind =
      switch piece {
      case .gitHubToken, .gitHubUser, .gitHubEmails: .github
      case .appleUser, .notice, .noticeClaims: .apple
      default: .oidc
      }
    var declaration = ProviderDeclaration(kind, id: "fuzzed")
    declaration.client_id = HonestProvider.client
    if kind != .github { declaration.issuer = HonestProvider.issuer }
    var secret = "s3cret"
    if kind == .apple {
      declaration.team_id = "TEAM000001"
      declaration.key_id = "KEY0000001"
      declaration.key_file = "key"
      secret = try HonestProvider.key().pemRepresentation
    } else {
      declaration.name = "Fuzzed"
      declaration.client_secret_file = "secret"
    }
    let read = Array(secret.utf8)
    return try ProviderConfiguration(
      declaration, publicURL: "https://portico.example",
      files: ProviderSecretFiles { _, _ throws(ProviderRefusal) in read })
  }
}

/// Runs on a thread of its own, and waits for it: libFuzzer calls no asynchronous code, and tests that wait on the
/// cooperative pool could take up all of it.
private func waiting<Value: Sendable>(
  _ work: @escaping @Sendable () async -> Value
) -> Value? {
  let done = DispatchSemaphore(value: 0)
  let box = Box<Value>()
  Task(executorPreference: QueueExecutor.shared) {
    let value = await work()
    box.value.withLock { $0 = value }
    done.signal()
  }
  done.wait()
  return box.value.withLock { $0 }
}

private final class Box<Value: Sendable>: Sendable {
  let value = Mutex<Value?>(nil)
}

private final class QueueExecutor: TaskExecutor {
  static let shared = QueueExecutor()
  private let queue = DispatchQueue(label: "fuzz", attributes: .concurrent)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
