import IdentityAPI
import IdentityDomain

// Addresses and numbers of an account, and what changed them (CTR-3, DEC-4).

extension IdentityOperations {
  static let identifierFunctions: [String: Function] = [
    "beginIdentifier": beginIdentifier, "verifyIdentifier": verifyIdentifier,
    "getIdentifiers": getIdentifiers, "setPrimaryIdentifier": setPrimaryIdentifier,
    "removeIdentifier": removeIdentifier, "undoIdentifierChange": undoIdentifierChange,
    "getIdentifierChanges": getIdentifierChanges, "resendUndoNotice": resendUndoNotice,
  ]

  @Sendable func beginIdentifier(_ call: APICall) async throws -> APIAnswer {
    let session = try call.session()
    let body = try call.read(IdentifierBody.self)
    let action = try body.action.map { name throws(FailureBody) in
      guard let action = IdentifierAction(rawValue: name) else {
        throw .malformed("action must be add or replace.", field: "action")
      }
      return action
    }
    let shown = try ShownBody(
      password: body.password, token: body.token, verificationCode: body.verificationCode
    ).shown()
    return try call.answer(
      ChallengeBody(
        try await service.account.beginVerification(
          of: body.identifier, beside: action == .add, showing: shown, session)))
  }

  /// DEC-4: from the page that the notice links to, or from the app.
  @Sendable func undoIdentifierChange(_ call: APICall) async throws -> APIAnswer {
    let body = try call.read(UndoBody.self)
    try await service.account.undoIdentifierChange(Secret(body.undoToken), caller: call.caller)
    return try call.answer("Change undone")
  }

  /// DEC-4: what can still be undone.
  @Sendable func getIdentifierChanges(_ call: APICall) async throws -> APIAnswer {
    let changes = try await service.account.pendingChanges(try call.session())
    return try call.answer(
      IdentifierChangesBody(changes: changes.map { IdentifierChangeBody($0) }))
  }

  @Sendable func resendUndoNotice(_ call: APICall) async throws -> APIAnswer {
    let session = try call.session()
    try await service.account.resendUndoNotice(
      ID<IdentifierChange>(try call.named("id")), session)
    return try call.answer("The notice was sent again")
  }

  @Sendable func verifyIdentifier(_ call: APICall) async throws -> APIAnswer {
    let session = try call.session()
    let body = try call.read(VerificationBody.self)
    try await service.account.completeVerification(
      token: Secret(body.token), code: try Secret(typed: body.verificationCode), session)
    return try call.answer("Verified")
  }

  /// CTR-3.
  @Sendable func getIdentifiers(_ call: APICall) async throws -> APIAnswer {
    let own = try await service.account.identifiers(try call.session())
    return try call.answer(
      OwnIdentifiersBody(identifiers: own.map { OwnIdentifierBody($0) }))
  }

  @Sendable func setPrimaryIdentifier(_ call: APICall) async throws -> APIAnswer {
    let session = try call.session()
    let id = try call.named("id")
    let shown = try call.read(ShownBody.self, orEmpty: ShownBody()).shown()
    try await service.account.makePrimary(id, showing: shown, session)
    return try call.answer("Primary one set")
  }

  @Sendable func removeIdentifier(_ call: APICall) async throws -> APIAnswer {
    let session = try call.session()
    let id = try call.named("id")
    let shown = try call.read(ShownBody.self, orEmpty: ShownBody()).shown()
    try await service.account.removeIdentifier(id, showing: shown, session)
    return try call.answer("Address or number removed")
  }
}

/// What `beginIdentifier` does with an address or number.
private enum IdentifierAction: String {
  case add
  case replace
}
