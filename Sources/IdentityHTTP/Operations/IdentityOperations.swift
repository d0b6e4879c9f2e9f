package import IdentityAPI
package import IdentityDomain

/// What the server does for each operation of the API: reads a call, calls the domain, writes the
/// response. One small function for each row of `APIOperation.all`.
package struct IdentityOperations: Sendable {
  let service: IdentityService
  /// The failure form of a refusal. It is part of a response only if a launch succeeded and its
  /// refresh token did not; all other refusals are thrown.
  let failureForm: @Sendable (IdentityFailure) -> FailureBody

  package init(
    service: IdentityService, failureForm: @escaping @Sendable (IdentityFailure) -> FailureBody
  ) {
    self.service = service
    self.failureForm = failureForm
  }

  /// - Throws: `IdentityFailure` for what the domain refuses, `FailureBody` for what cannot be
  ///   parsed, and the errors of the store.
  package func answer(_ call: APICall) async throws -> APIAnswer {
    guard let function = Self.functions[call.operation.name] else {
      throw FailureBody(.notFound, description: "Unknown operation.")
    }
    return try await function(self)(call)
  }

  typealias Function =
    @Sendable (IdentityOperations) ->
    @Sendable (APICall) async throws
    -> APIAnswer

  /// The names that have a function; a test compares them with the table of operations.
  package static var names: [String] { Array(functions.keys) }

  /// Those of each room, defined next to its functions.
  private static let rooms = [
    accountFunctions, identifierFunctions, experimentsFunctions, marketsFunctions, phoneFunctions,
    sessionsFunctions,
    signInFunctions, loginLinkFunctions, federationFunctions, factorsFunctions, passkeyFunctions,
  ]

  private static let functions = rooms.reduce(into: [String: Function]()) { all, room in
    all.merge(room) { first, _ in first }
  }
}
