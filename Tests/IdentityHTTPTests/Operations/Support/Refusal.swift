import IdentityAPI
import IdentityDomain
import IdentityStoreContract

/// How a call was refused: by the domain, or in the failure form because of its contents.
struct Refusal: Equatable {
  var failure: IdentityFailure?
  var code: APIErrorCode?
  var field: String?
  /// Anything else that was thrown: a fault.
  var fault: String?

  init(_ failure: IdentityFailure) { self.failure = failure }

  init(_ code: APIErrorCode, field: String? = nil) {
    self.code = code
    self.field = field
  }

  init(_ error: any Error) {
    switch error {
    case let failure as IdentityFailure: self.failure = failure
    case let body as FailureBody:
      code = body.errorCode
      field = body.field
    default: fault = "\(error)"
    }
  }
}

/// - Returns: nil if nothing was refused.
func refusal(_ work: () async throws -> Reply) async -> Refusal? {
  do {
    _ = try await work()
    return nil
  } catch {
    return Refusal(error)
  }
}

extension Client {
  @discardableResult
  func signIn(_ userName: String, _ password: String) async throws -> Reply {
    try await call("login", ["user_name": userName, "password": password])
  }

  @discardableResult
  func confirm(_ userName: String, _ code: String) async throws -> Reply {
    try await call("user", ["user_name": userName, "verification_code": code])
  }
}

extension MemoryStore {
  /// The transactions since the last time that wrote something.
  func writes() -> [String] {
    takeJournal().filter { line in
      ["put", "append", "remove", "rememberProof"].contains { line.contains($0) }
    }
  }
}
