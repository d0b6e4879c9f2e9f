import IdentityAPI
import IdentityDomain

// Launch, CSRF token (`crumb`), the installation's session, selections; sessions, devices,
// sign-outs.

extension IdentityOperations {
  static let sessionsFunctions: [String: Function] = [
    "launch": launch, "requestCrumb": requestCrumb, "rLogin": rLogin,
    "getSelections": getSelections, "rSubmitSelection": rSubmitSelection,
    "getSessions": getSessions, "revokeSession": revokeSession, "getDevices": getDevices,
    "removeDevice": removeDevice, "getSignOuts": getSignOuts,
    "endOtherSessions": endOtherSessions, "getSecurityEvents": getSecurityEvents,
  ]

  /// ENT-2, ENT-7: everything for a returning user in one round trip. Without a refresh token it
  /// says whether this version is supported.
  @Sendable func launch(_ call: APICall) async throws -> APIAnswer {
    let body = try call.read(LaunchBody.self)
    let token = try call.refreshToken(orBody: body.refreshToken)
    var caller = call.caller
    caller.client = ClientDescription(
      name: caller.client.name, platform: body.platform, appVersion: body.appVersion)
    let launched = try await service.launch.launch(
      refreshToken: token, crumb: call.credentials.crumb, caller: caller)
    var answer = LaunchAnswerBody(
      update: UpdateName(launched.version), serverTime: launched.now.rfc3339,
      userData: launched.profile.map { UserProfileBody($0) },
      selections: launched.selections.map { SelectionBody($0) })
    switch launched.session {
    case nil: return try call.answer(answer)
    case .failure(let failure):
      answer.failure = failureForm(failure)
      return try call.answer(answer)
    case .success(let grant):
      answer.tokens = TokenBody(grant, "Session extended", isExtension: true)
      return try call.answer(answer, cookie: APIAnswer.CookieChange(grant))
    }
  }

  /// BOOT-5, BOOT-6.
  @Sendable func requestCrumb(_ call: APICall) async throws -> APIAnswer {
    let (crumb, guid) = try await service.sessions.crumb(try call.session())
    return try call.answer(CrumbBody(crumb: crumb.exposed, guid: guid.text))
  }

  /// ONB-1.
  @Sendable func rLogin(_ call: APICall) async throws -> APIAnswer {
    let body = try call.read(InstallationBody.self)
    let grant = try await service.launch.openAnonymousSession(
      installation: body.installationID, caller: call.caller)
    return try call.answer(grant, "Session opened", isExtension: false)
  }

  @Sendable func getSelections(_ call: APICall) async throws -> APIAnswer {
    let selections = try await service.launch.selections(try call.session())
    return try call.answer(SelectionsBody(selections: selections.map { SelectionBody($0) }))
  }

  /// ONB-5.
  @Sendable func rSubmitSelection(_ call: APICall) async throws -> APIAnswer {
    let session = try call.session()
    let body = try call.read(SelectionBody.self)
    try await service.launch.submitSelection(key: body.key, value: body.value, session)
    return try call.answer("Selection stored")
  }

  @Sendable func getSessions(_ call: APICall) async throws -> APIAnswer {
    let sessions = try await service.sessions.list(try call.session())
    return try call.answer(
      SessionsBody(sessions: sessions.map { SessionBody($0, in: call.caller.language) }))
  }

  @Sendable func revokeSession(_ call: APICall) async throws -> APIAnswer {
    let session = try call.session()
    let id = ID<Session>(try call.named("id"))
    let shown = try call.read(ShownBody.self, orEmpty: ShownBody()).shown()
    try await service.sessions.revoke(id, showing: shown, session)
    return try call.answer(
      "Session revoked", cookie: id == session.claims.session ? call.dropsCookie : .none)
  }

  @Sendable func endOtherSessions(_ call: APICall) async throws -> APIAnswer {
    let session = try call.session()
    let shown = try call.read(ShownBody.self, orEmpty: ShownBody()).shown()
    try await service.sessions.endOthers(showing: shown, session)
    return try call.answer("Other sessions ended")
  }

  /// DEC-11: what the owner is told.
  @Sendable func getSecurityEvents(_ call: APICall) async throws -> APIAnswer {
    let events = try await service.account.events(try call.session())
    return try call.answer(SecurityEventsBody(events: events.map { SecurityEventBody($0) }))
  }

  @Sendable func getDevices(_ call: APICall) async throws -> APIAnswer {
    let devices = try await service.sessions.devices(try call.session())
    return try call.answer(DevicesBody(devices: devices.map { DeviceBody($0) }))
  }

  @Sendable func removeDevice(_ call: APICall) async throws -> APIAnswer {
    let session = try call.session()
    let key = KeyThumbprint(try call.named("key"))
    let shown = try call.read(ShownBody.self, orEmpty: ShownBody()).shown()
    try await service.sessions.removeDevice(key, showing: shown, session)
    return try call.answer(
      "Device removed", cookie: key == session.claims.boundKey ? call.dropsCookie : .none)
  }

  /// ENT-10: the latest hundred.
  @Sendable func getSignOuts(_ call: APICall) async throws -> APIAnswer {
    let records = try await service.sessions.signOuts(try call.session(), most: 100)
    return try call.answer(SignOutsBody(signOuts: records.map { SignOutBody($0) }))
  }
}

extension UpdateName {
  fileprivate init(_ verdict: VersionPolicy.Verdict) {
    self =
      switch verdict {
      case .current: .current
      case .updateAvailable: .available
      case .updateRequired: .required
      }
  }
}
