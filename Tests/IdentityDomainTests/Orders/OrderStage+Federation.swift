import IdentityDomain
import IdentityTestSupport

/// What the two do at third parties. `mail` gives out the addresses of the victim's domain; `other` says of an
/// address whatever its users typed.
extension OrderStage {
  /// The victim signs in at the provider of the own address; where a code is asked for, it is typed.
  func signInByProvider(_ victim: Caller) async throws -> TokenGrant {
    let assertion = try rig.assertion("victim", OrderWorld.address)
    let (token, returned) = try await trip(assertion, at: "mail", victim)
    let answer = try await service.federation.complete(
      token: token, returned, caller: again(victim))
    switch answer {
    case .signedIn(let grant, _, _): return grant
    case .challenge(let challenge, _):
      let identifiers = [OrderWorld.address, OrderWorld.number]
      let newest = await rig.messages().last {
        identifiers.contains($0.recipient.text) && $0.sealedSecret != nil
          && $0.template == .loginCode
      }
      guard let code = newest.flatMap({ MadeUpSealing.open($0) }) else { throw Nothing() }
      let verified = try await service.federation.verify(
        token: token, verification: challenge.verificationToken, code: Secret(code),
        caller: again(victim))
      guard case .signedIn(let grant, _, _) = verified else { throw Nothing() }
      return grant
    }
  }

  /// The oldest one that the account has.
  func removeProvider(_ call: SessionCall) async throws {
    guard let linked = try await service.federation.linked(call).first else { throw Nothing() }
    try await service.federation.remove(
      linked.reference.text,
      SessionCall(claims: call.claims, crumb: call.crumb, caller: again(call.caller)))
  }

  /// The attacker's account at a provider says that the victim's address is its own; the code to it is guessed,
  /// and then the attacker goes on without it.
  func claimByProvider(_ attacker: Caller) async throws -> TokenGrant {
    let assertion = try rig.assertion("evil", OrderWorld.address, at: "other")
    let (token, returned) = try await trip(assertion, at: "other", attacker)
    let answer = try await service.federation.complete(
      token: token, returned, caller: again(attacker))
    guard case .challenge(let challenge, _) = answer else {
      guard case .signedIn(let grant, _, _) = answer else { throw Nothing() }
      return grant
    }
    _ = try? await service.federation.verify(
      token: token, verification: challenge.verificationToken, code: Secret("000000"),
      caller: again(attacker))
    let alone = try await service.federation.completeWithoutAddress(
      token: token, caller: again(attacker))
    guard case .signedIn(let grant, _, _) = alone else { throw Nothing() }
    return grant
  }

  /// The victim's account, from its copied tokens, gets a provider account of the attacker's.
  func linkOwnProvider(_ call: SessionCall, _ attacker: Caller) async throws {
    let begun = try await service.federation.beginLinking(
      at: "other", returnURL: Rig.returnURL, call)
    rig.providers.set("evil", .success(try rig.assertion("evil", at: "other")))
    let returned = try rig.returned(
      try await service.federation.receive(
        ProviderResponse(code: Secret("evil")), state: begun.state.exposed, at: "other",
        caller: rig.caller(nil, network: "browser")))
    try await service.federation.completeLinking(
      token: begun.token, returned,
      SessionCall(claims: call.claims, crumb: call.crumb, caller: again(attacker)))
  }

  private func trip(
    _ assertion: ProviderAssertion, at provider: String, _ caller: Caller
  ) async throws -> (Secret<FederationToken>, ReturnedAnswer) {
    let begun = try await service.federation.begin(
      at: provider, returnURL: Rig.returnURL, caller: caller)
    let code = "code-of-\(begun.state.exposed.prefix(22))"
    rig.providers.set(code, .success(assertion))
    let answer = try await service.federation.receive(
      ProviderResponse(code: Secret(code)), state: begun.state.exposed, at: provider,
      caller: rig.caller(nil, network: "browser"))
    return (begun.token, try rig.returned(answer))
  }

  /// The same device in another call, with a proof of its own.
  private func again(_ caller: Caller) -> Caller {
    rig.caller(caller.proof.key?.text, network: caller.network)
  }
}
