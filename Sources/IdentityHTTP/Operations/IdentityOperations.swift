package import IdentityAPI
package import IdentityDomain

/// What the server does for each operation of the API: reads a call, asks the domain, writes the
/// answer. One small function for each row of `APIOperation.all`.
package struct IdentityOperations: Sendable {
  let service: IdentityService
  /// The failure form of a refusal. It goes into an answer only where a launch succeeded and its
  /// refresh token did not; all other refusals are thrown.
  let failureForm: @Sendable (IdentityFailure) -> FailureBody

  package init(
    service: IdentityService, failureForm: @escaping @Sendable (IdentityFailure) -> FailureBody
  ) {
    self.service = service
    self.failureForm = failureForm
  }

  /// - Throws: `IdentityFailure` for what the domain refuses, `FailureBody` for what cannot be
  ///   read; and what the store throws.
  package func answer(_ call: APICall) async throws -> APIAnswer {
    guard let function = Self.functions[call.operation.name] else {
      throw FailureBody(.notFound, description: "There is no such operation.")
    }
    return try await function(self)(call)
  }

  typealias Function =
    @Sendable (IdentityOperations) ->
    @Sendable (APICall) async throws
    -> APIAnswer

  /// The names that have a function; a test compares them with the table of operations.
  package static var names: [String] { Array(functions.keys) }

  private static let functions: [String: Function] = [
    "apiVersions": apiVersions, "user": user, "login": login, "getUser": getUser,
    "changeUser": changeUser, "deleteUser": deleteUser, "changePassword": changePassword,
    "forgotPassword": forgotPassword, "logout": logout, "putPushEndpoint": putPushEndpoint,
    "deletePushEndpoint": deletePushEndpoint, "getNodes": getNodes,
    "beginIdentifier": beginIdentifier, "verifyIdentifier": verifyIdentifier,
    "passwordStrength": passwordStrength, "undoIdentifierChange": undoIdentifierChange,
    "beginStepUp": beginStepUp, "completeStepUp": completeStepUp,

    "GetUserRequest": getUserRequest, "resendCode": resendCode,
    "userVerification": userVerification, "sendSecondProof": sendSecondProof,
    "verifySecondProof": verifySecondProof, "startAnew": startAnew,

    "launch": launch, "refreshSession": refreshSession, "clearSession": clearSession,
    "requestCrumb": requestCrumb, "rLogin": rLogin, "getSelections": getSelections,
    "rSubmitSelection": rSubmitSelection, "getSessions": getSessions,
    "revokeSession": revokeSession, "getDevices": getDevices, "removeDevice": removeDevice,
    "getSignOuts": getSignOuts,

    "rFetchExperiments": rFetchExperiments, "getExperiments": getExperiments,
    "recordExposure": recordExposure, "recordConversion": recordConversion,
    "getMarkets": getMarkets, "newUser": newUser, "doLogin": doLogin, "getProfile": getProfile,
    "getPassword": getPassword, "setPassword": setPassword,
  ]
}
