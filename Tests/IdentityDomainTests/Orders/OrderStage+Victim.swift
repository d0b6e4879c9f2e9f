import IdentityDomain
import IdentityTestSupport

extension OrderStage {
  private var victim: Caller { rig.caller(world.victim.key, network: "victim") }

  mutating func perform(_ act: OrderAct.Victim) async throws {
    let address = OrderWorld.address
    let password = world.victim.password
    switch act {
    case .register:
      let answer = try await service.registration.register(
        userName: address, password: password, caller: victim)
      world.victim.attempt = answer.attempt
      world.victim.registeredAt = rig.clock.now()
    case .confirm:
      // Codes are typed where one was asked for, and not weeks later: an owner who confirms what
      // nobody asked for is DEC-5's named gap. A client without a key names no attempt either.
      let end = world.victim.registeredAt + SecurityRules.tombstoneLifetime
      guard let attempt = world.victim.attempt, rig.clock.now() < end else { throw Nothing() }
      try await service.registration.confirm(
        userName: address, code: try await rig.code(to: address),
        attempt: world.victim.key == nil ? nil : attempt, caller: victim)
      world.victim.attempt = nil
    case .login:
      keep(try await service.passwords.login(userName: address, password: password, caller: victim))
    case .beginCode:
      let begun = try await service.loginCodes.begin(userName: address, caller: victim)
      world.victim.tokens[.code] = begun.verificationToken
    case .completeCode:
      guard let token = world.victim.tokens.removeValue(forKey: .code) else { throw Nothing() }
      keep(
        try await service.loginCodes.complete(
          token: token, code: try await rig.code(to: address), caller: victim))
    case .beginPhone: try await beginPhone()
    case .verifyPhone:
      guard let token = world.victim.tokens.removeValue(forKey: .phone) else { throw Nothing() }
      try await verifyPhone(token)
    case .recover:
      _ = try await service.recovery.begin(userName: address, caller: victim)
      try await service.recovery.complete(
        userName: address, code: try await rig.code(to: address), newPassword: password,
        caller: victim)
    case .mailedPassword:
      try await service.markets.sendTemporaryPassword(userName: address, caller: victim)
      let mailed = try await rig.code(to: address)
      let grant = try await service.markets.login(
        userName: address, password: mailed.exposed, market: "DE,BE", caller: victim)
      keep(try await service.markets.setPassword(password, rig.call(grant)))
    case .addNumber: try await add(OrderWorld.number)
    case .addAddress: try await add(address)
    case .signOutEverywhere: try await service.sessions.logout(try ownCall(), everywhere: true)
    case .delete:
      _ = try await service.account.beginDeletion(try ownCall())
      guard let code = await newestOwnCode() else { throw Nothing() }
      try await service.account.completeDeletion(code: code, try ownCall())
    case .undo:
      let message = await rig.messages().last {
        $0.template == .identifierChanged
          && [address, OrderWorld.number].contains($0.recipient.text)
      }
      guard let token = message.flatMap({ MadeUpSealing.open($0) }) else { throw Nothing() }
      try await service.account.undoIdentifierChange(Secret(token), caller: victim)
    case .signInByProvider: keep(try await signInByProvider(victim))
    case .removeProvider: try await removeProvider(try ownCall())
    }
  }

  private mutating func beginPhone() async throws {
    let answer = try await service.phones.begin(
      number: OrderWorld.number, region: nil, caller: victim)
    switch answer {
    case .signedIn(let grant, _, _): keep(grant)
    case .challenge(let challenge), .secondProof(let challenge):
      world.victim.tokens[.phone] = challenge.verificationToken
    }
  }

  private mutating func verifyPhone(_ token: Secret<VerificationToken>) async throws {
    let answer = try await service.phones.verify(
      token: token, code: try await rig.code(to: OrderWorld.number), caller: victim)
    switch answer {
    case .signedIn(let grant, _, _): keep(grant)
    case .challenge: throw Nothing()
    case .secondProof(let question):
      let sent = try await service.phones.sendSecondProof(
        token: question.verificationToken, caller: victim)
      let proved = try await service.phones.completeSecondProof(
        token: question.verificationToken, mailToken: sent.verificationToken,
        code: try await rig.code(to: OrderWorld.address), caller: victim)
      guard case .signedIn(let grant, _, _) = proved else { throw Nothing() }
      keep(grant)
    }
  }

  private func add(_ name: String) async throws {
    var shown: (any ShownInCall)?
    do {
      _ = try await service.account.beginVerification(of: name, try ownCall())
    } catch IdentityFailure.insufficientAuthentication {
      let begun = try await service.stepUp.begin(try ownCall())
      guard let code = await newestOwnCode() else { throw Nothing() }
      shown = ShownCode(code, token: begun.verificationToken)
    }
    rig.clock.advance(.minutes(2))
    let begun = try await service.account.beginVerification(of: name, showing: shown, try ownCall())
    try await service.account.completeVerification(
      token: begun.verificationToken, code: try await rig.code(to: name), try ownCall())
  }

  private func newestOwnCode() async -> Secret<OneTimeCode>? {
    let own = await rig.messages().last {
      [OrderWorld.address, OrderWorld.number].contains($0.recipient.text) && $0.sealedSecret != nil
    }
    return own.flatMap { MadeUpSealing.open($0) }.map { Secret($0) }
  }

  private func ownCall() throws -> SessionCall {
    guard let grant = world.victim.grants.last else { throw Nothing() }
    return rig.call(grant)
  }

  private mutating func keep(_ grant: TokenGrant) { world.victim.grants = [grant] }
}
