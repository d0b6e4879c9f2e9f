import IdentityDomain
import IdentityTestSupport

/// Never the one that was sent.
private let wrong = Secret<OneTimeCode>("000000")

extension OrderStage {
  private var attacker: Caller { rig.caller(world.attacker.key, network: "attacker") }

  mutating func perform(_ act: OrderAct.Attacker) async throws {
    let address = OrderWorld.address
    let number = OrderWorld.number
    let password = world.attacker.password
    switch act {
    case .register:
      _ = try await service.registration.register(
        userName: address, password: password, caller: attacker)
    case .registerNumber:
      _ = try await service.registration.register(
        userName: number, password: password, caller: attacker)
    case .guessConfirmation:
      try await service.registration.confirm(userName: address, code: wrong, caller: attacker)
    case .login:
      for name in [address, number] {
        let grant = try? await service.passwords.login(
          userName: name, password: password, caller: attacker)
        if let grant { world.attacker.grants.append(grant) }
      }
    case .beginCode:
      let begun = try await service.loginCodes.begin(userName: address, caller: attacker)
      world.attacker.tokens[.code] = begun.verificationToken
    case .guessCode:
      guard let token = world.attacker.tokens[.code] else { throw Nothing() }
      hold(try await service.loginCodes.complete(token: token, code: wrong, caller: attacker))
    case .beginPhone:
      hold(
        try await service.phones.begin(number: number, region: nil, caller: attacker))
    case .pollPhone:
      guard let token = world.attacker.tokens[.phone] else { throw Nothing() }
      hold(try await service.phones.verify(token: token, code: wrong, caller: attacker))
    case .beginRecovery:
      for name in [address, number] {
        _ = try? await service.recovery.begin(userName: name, caller: attacker)
      }
    case .guessRecovery:
      try await service.recovery.complete(
        userName: address, code: wrong, newPassword: password, caller: attacker)
    case .claimAddress, .claimNumber: try await claim(act == .claimAddress ? address : number)
    case .mailedPassword:
      try await service.markets.sendTemporaryPassword(userName: address, caller: attacker)
    case .copyTokens:
      guard let grant = world.victim.grants.last, world.attacker.stolen.isEmpty else {
        throw Nothing()
      }
      world.attacker.stolen = [grant]
    case .addOwnAddress: try await addOwn(OrderWorld.attackersAddress)
    case .addOwnNumber: try await addOwn(OrderWorld.attackersNumber)
    case .endOtherSessions:
      let call = try stolenCall()
      for session in try await service.sessions.list(call) where !session.isCurrent {
        try await service.sessions.revoke(session.id, call)
      }
      for device in try await service.sessions.devices(call) {
        try await service.sessions.removeDevice(device.key, call)
      }
    case .renew:
      guard let token = world.attacker.stolen.last?.refreshToken else { throw Nothing() }
      world.attacker.stolen = [try await service.sessions.refresh(token, caller: attacker)]
    case .spendPasswords, .spendMessages, .spendGuesses:
      world.spent[act] = rig.clock.now()
      try await spend(act)
    case .claimByProvider: hold(try await claimByProvider(attacker))
    case .linkOwnProvider: try await linkOwnProvider(try stolenCall(), attacker)
    }
  }

  /// So many tries that a budget is gone.
  private func spend(_ act: OrderAct.Attacker) async throws {
    let address = OrderWorld.address
    switch act {
    case .spendPasswords:
      for _ in 0...SecurityRules.loginsByIdentifier.most {
        _ = try? await service.passwords.login(
          userName: address, password: "a guess at words", caller: attacker)
      }
    case .spendMessages:
      for _ in 0...SecurityRules.sendsByIdentifier.most {
        rig.clock.advance(SecurityRules.codeResendWait)
        _ = try? await service.loginCodes.begin(userName: address, caller: attacker)
        _ = try? await service.phones.begin(
          number: OrderWorld.number, region: nil, caller: attacker)
      }
    default:
      for _ in 0...SecurityRules.wrongCodesAnHour.most {
        try? await service.registration.confirm(userName: address, code: wrong, caller: attacker)
      }
    }
  }

  /// An account of the attacker's own says that something of the victim's is its own.
  private func claim(_ name: String) async throws {
    let caller = attacker
    let begun = try await service.phones.begin(
      number: OrderWorld.attackersNumber, region: nil, caller: caller)
    let grant: TokenGrant
    switch begun {
    case .signedIn(let signedIn, _, _): grant = signedIn
    case .challenge(let challenge):
      let verified = try await service.phones.verify(
        token: challenge.verificationToken,
        code: try await rig.code(to: OrderWorld.attackersNumber), caller: attacker)
      guard case .signedIn(let signedIn, _, _) = verified else { throw Nothing() }
      grant = signedIn
    case .secondProof: throw Nothing()
    }
    let claimed = try await service.account.beginVerification(of: name, rig.call(grant))
    _ = try? await service.account.completeVerification(
      token: claimed.verificationToken, code: wrong, rig.call(grant))
  }

  /// The victim's account, from its copied tokens, gets a mailbox of the attacker's.
  private func addOwn(_ name: String) async throws {
    let begun = try await service.account.beginVerification(of: name, try stolenCall())
    try await service.account.completeVerification(
      token: begun.verificationToken, code: try await rig.code(to: name), try stolenCall())
  }

  /// With the copied access token, and without the key of its session.
  private func stolenCall() throws -> SessionCall {
    guard let grant = world.attacker.stolen.last else { throw Nothing() }
    return SessionCall(claims: rig.call(grant).claims, crumb: grant.crumb, caller: attacker)
  }

  private mutating func hold(_ grant: TokenGrant) { world.attacker.grants.append(grant) }

  private mutating func hold(_ answer: PhoneSignInAnswer) {
    switch answer {
    case .signedIn(let grant, _, _): hold(grant)
    case .challenge(let challenge), .secondProof(let challenge):
      world.attacker.tokens[.phone] = challenge.verificationToken
    }
  }
}
