import IdentityAPI
import IdentityDomain

// The account API: registration, profile, deletion, push endpoint.

extension IdentityOperations {
  static let accountFunctions: [String: Function] = [
    "apiVersions": apiVersions, "user": user, "getUser": getUser, "changeUser": changeUser,
    "deleteUser": deleteUser, "putPushEndpoint": putPushEndpoint,
    "deletePushEndpoint": deletePushEndpoint, "getNodes": getNodes,
    "beginStepUp": beginStepUp, "completeStepUp": completeStepUp,
    "beginExport": beginExport, "getExport": getExport,
  ]

  /// CTR-9.
  @Sendable func beginExport(_ call: APICall) async throws -> APIAnswer {
    let session = try call.session()
    let shown = try call.read(ShownBody.self, orEmpty: ShownBody()).shown()
    let link = try await service.account.beginExport(showing: shown, session)
    return try call.answer(
      ExportLinkBody(
        id: link.id, path: "/v1/user/exports/\(link.id)", expiresAt: link.expiresAt.rfc3339))
  }

  /// A file for its owner, and not a form of the API: what it has may grow.
  @Sendable func getExport(_ call: APICall) async throws -> APIAnswer {
    let session = try call.session()
    let found = try await service.account.export(try call.named("id"), session)
    return APIAnswer(
      status: call.operation.success,
      body: Array(try AccountReport(found.overview, at: found.at).json().utf8),
      fileName: "account-data.json")
  }

  @Sendable func apiVersions(_ call: APICall) async throws -> APIAnswer {
    try call.answer(VersionsBody())
  }

  /// Registers, resends the code, or confirms (ACC-1).
  @Sendable func user(_ call: APICall) async throws -> APIAnswer {
    switch try UserForm.read(call) {
    case .register(let userName, let password, let name):
      let answer = try await service.registration.register(
        userName: userName, password: password, name: name, caller: call.caller)
      return try call.answer(
        RegistrationAnswerBody(
          description: "A verification code was sent", registrationID: answer.attempt.text,
          resendAt: answer.resendAt.rfc3339, expiresAt: answer.expiresAt.rfc3339))
    case .confirm(let userName, let code, let registrationID):
      try await service.registration.confirm(
        userName: userName, code: try Secret(typed: code),
        attempt: registrationID.map { ID($0) }, caller: call.caller)
      return try call.answer("User confirmed")
    }
  }

  /// ACC-3, ACC-8.
  @Sendable func getUser(_ call: APICall) async throws -> APIAnswer {
    call.answer(UserProfileBody(try await service.account.profile(try call.session())))
  }

  /// Also completes the profile of a sign-in by phone (PHN-8).
  @Sendable func changeUser(_ call: APICall) async throws -> APIAnswer {
    let session = try call.session()
    let body = try call.read(ProfileBody.self)
    guard body != ProfileBody() else {
      throw FailureBody.malformed(
        "Nothing to change. Send name, email, language or picture_url.", field: "name")
    }
    _ = try await service.account.changeProfile(
      ProfileChange(
        name: body.name, email: body.email, pictureURL: body.pictureURL, language: body.language),
      session)
    return try call.answer("User updated")
  }

  /// ACC-9: `request` sends the code, `verification_code` deletes, or says when that will be (CTR-10).
  @Sendable func deleteUser(_ call: APICall) async throws -> APIAnswer {
    let session = try call.session()
    let wish = try call.deletion()
    switch (wish.request ?? false, wish.verificationCode, wish.confirm ?? false) {
    case (true, nil, false):
      let (challenge, wait) = try await service.account.beginDeletion(session)
      var body = CodeSentBody(challenge, "A verification code was sent")
      body.sentTo = challenge.sentTo.masked
      if wait > .zero { body.waitDays = Int(wait.components.seconds / 86_400) }
      return try call.answer(body)
    case (false, let code?, false):
      let due = try await service.account.completeDeletion(
        code: try Secret(typed: code), session)
      return try call.answer(DeletionAnswerBody(due), cookie: call.dropsCookie)
    case (false, nil, true):
      let due = try await service.account.completeDeletion(session)
      return try call.answer(DeletionAnswerBody(due), cookie: call.dropsCookie)
    case (true, _?, _), (true, nil, true), (false, _?, true):
      throw FailureBody.malformed(
        "Send one of request=true, a verification_code, and confirm=true.", field: "request")
    case (false, nil, false):
      throw FailureBody.malformed(
        "Send request=true for a code, then the verification_code.", field: "request")
    }
  }

  /// `UpdateUserNotificationId` (PHN-7, CMP-13): a new token replaces the session's earlier one,
  /// and is taken from any other session.
  @Sendable func putPushEndpoint(_ call: APICall) async throws -> APIAnswer {
    let session = try call.session()
    let body = try call.read(PushEndpointBody.self)
    try await service.push.register(
      platform: body.platform, pushToken: Secret(body.mobileDeviceToken), session)
    return try call.answer("Push endpoint registered")
  }

  @Sendable func deletePushEndpoint(_ call: APICall) async throws -> APIAnswer {
    let session = try call.session()
    let name = "mobile_device_token"
    let body = try call.read(PushReleaseBody.self, orEmpty: PushReleaseBody())
    let queried = try call.queried(name)
    guard queried == nil || body.mobileDeviceToken == nil else { throw FailureBody.twice(name) }
    guard let token = body.mobileDeviceToken ?? queried else { throw FailureBody.missing(name) }
    try await service.push.release(pushToken: Secret(token), session)
    return try call.answer("Push endpoint released")
  }

  /// This server has no nodes; the caller is authenticated all the same.
  @Sendable func getNodes(_ call: APICall) async throws -> APIAnswer {
    _ = try await service.account.profile(try call.session())
    return try call.answer(NodesBody())
  }

  /// RFC 9470: sends a code to the user of this session.
  @Sendable func beginStepUp(_ call: APICall) async throws -> APIAnswer {
    let session = try call.session()
    let body = try call.read(StepUpBody.self, orEmpty: StepUpBody())
    let channel = try body.channel.map { name throws(FailureBody) in
      guard let channel = MessageChannel(rawValue: name), [.email, .sms].contains(channel) else {
        throw .malformed("channel must be email or sms.", field: "channel")
      }
      return channel
    }
    return try call.answer(
      ChallengeBody(try await service.stepUp.begin(by: channel, session), namingRecipient: true))
  }

  @Sendable func completeStepUp(_ call: APICall) async throws -> APIAnswer {
    let session = try call.session()
    guard let shown = try call.read(ShownBody.self).shown() else {
      throw FailureBody.missing("password")
    }
    try await service.stepUp.complete(shown, session)
    return try call.answer("Confirmed")
  }
}

extension ShownBody {
  /// A code takes precedence over a password.
  /// - Throws: for a code without its token, or the other way round.
  func shown() throws(FailureBody) -> (any ShownInCall)? {
    if let factorCode, password == nil, token == nil, verificationCode == nil {
      return ShownFactor(try TypedFactor(reading: factorCode))
    }
    switch (password, token, verificationCode) {
    case (nil, nil, nil): return nil
    case (let password?, nil, nil): return ShownPassword(password)
    case (_, let token?, let code):
      return ShownCode(try Secret(typed: code), token: Secret(token))
    case (_, nil, _?): throw .missing("token")
    }
  }
}

extension APICall {
  /// From the body or the query, but not from both, which would be ambiguous.
  fileprivate func deletion() throws(FailureBody) -> DeletionBody {
    let body = try read(DeletionBody.self, orEmpty: DeletionBody())
    let queried = DeletionBody(
      request: try queriedSwitch("request") ? true : nil,
      verificationCode: try queried("verification_code"))
    guard queried != DeletionBody() else { return body }
    guard body == DeletionBody() else { throw FailureBody.twice("request") }
    return queried
  }
}

extension UserForm {
  fileprivate static func read(_ call: APICall) throws(FailureBody) -> UserForm {
    let body = try call.read(UserBody.self)
    do { return try UserForm(body) } catch { throw FailureBody(error) }
  }
}
