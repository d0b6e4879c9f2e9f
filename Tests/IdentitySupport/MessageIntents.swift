import IdentityDomain

package typealias FaultyRig = ServiceRig<FaultyStore>

/// Something that a user wants, and the messages that it causes.
package struct MessageIntent: Sendable, CustomStringConvertible {
  /// One call of it, as a client makes it: the same idempotency key and body each time, and a fresh
  /// proof.
  package typealias Call = @Sendable (_ idempotencyKey: String?) async throws -> Void

  package let description: String
  /// Its messages in the outbox, in the order of writing.
  package let messages: [String]
  /// Sets up everything before the call.
  package let prepare: @Sendable (FaultyRig) async throws -> Call

  init(
    _ description: String, _ messages: [String],
    _ prepare: @escaping @Sendable (FaultyRig) async throws -> Call
  ) {
    self.description = description
    self.messages = messages
    self.prepare = prepare
  }
}

extension ServiceRig {
  /// A caller that repeats itself with the same body.
  func keyed(_ device: String?, _ idempotencyKey: String?) -> Caller {
    var caller = caller(device)
    caller.idempotencyKey = idempotencyKey
    caller.body = Secret("body")
    return caller
  }

  func keyed(_ grant: TokenGrant, _ idempotencyKey: String?) -> SessionCall {
    let call = call(grant)
    return SessionCall(
      claims: call.claims, crumb: call.crumb,
      caller: keyed(grant.session.family.kind.key?.text, idempotencyKey))
  }

  /// A member with an address, signed in on a device with a push token.
  func signedIn(_ address: String, password: String, key: String) async throws -> TokenGrant {
    try await member(address, password: password, key: key)
    let grant = try await service.passwords.login(
      userName: address, password: password, caller: caller(key))
    try await service.push.register(
      platform: "APNS", pushToken: Secret("push-of-\(key)"), call(grant))
    clock.advance(.minutes(2))
    return grant
  }
}

/// Every intent that writes into the outbox.
package enum MessageIntents {
  static let ann = "ann@example.com"
  static let number = "+4915112345678"
  static let password = "staple battery horse"

  package static let all = registration + codes + settings + notices

  static let registration = [
    MessageIntent("registration", ["registrationCode \(ann)"]) { rig in
      { intent in
        _ = try await rig.service.registration.register(
          userName: ann, password: password, caller: rig.keyed("k", intent))
      }
    },
    MessageIntent("registration again", ["registrationCode \(ann)"]) { rig in
      _ = try await rig.service.registration.register(
        userName: ann, password: password, caller: rig.caller("k"))
      rig.clock.advance(.minutes(2))
      return { intent in
        _ = try await rig.service.registration.register(
          userName: ann, password: password, caller: rig.keyed("k", intent))
      }
    },
    MessageIntent("registration of a taken address", ["registrationTaken \(ann)"]) { rig in
      try await rig.member(ann, password: password)
      return { intent in
        _ = try await rig.service.registration.register(
          userName: ann, password: "another one's words", caller: rig.keyed("k", intent))
      }
    },
    MessageIntent("registration in a market", ["registrationCode \(ann)"]) { rig in
      { intent in
        _ = try await rig.service.markets.register(
          NewUserForm(
            firstName: "Ann", lastName: "Lee", mobile: number, email: ann, password: password,
            mode: "client"), caller: rig.keyed("k", intent))
      }
    },
    MessageIntent("login before the confirmation", ["registrationCode \(ann)"]) { rig in
      _ = try await rig.service.registration.register(
        userName: ann, password: password, caller: rig.caller("k"))
      rig.clock.advance(.minutes(2))
      return { intent in
        _ = try await rig.service.passwords.login(
          userName: ann, password: password, caller: rig.keyed("k", intent))
      }
    },
    MessageIntent("confirmation among several", ["confirmedWithoutPassword \(ann)"]) { rig in
      for word in ["one", "two"] {
        _ = try await rig.service.registration.register(
          userName: ann, password: "\(password) \(word)", caller: rig.caller(nil))
        rig.clock.advance(.minutes(2))
      }
      let code = try await rig.code(to: ann)
      return { intent in
        try await rig.service.registration.confirm(
          userName: ann, code: code, caller: rig.keyed(nil, intent))
      }
    },
  ]

  static let codes = [
    MessageIntent("login by code", ["loginCode \(ann)"]) { rig in
      try await rig.member(ann, password: password)
      return { intent in
        _ = try await rig.service.loginCodes.begin(
          userName: ann, caller: rig.keyed("k", intent))
      }
    },
    MessageIntent("login by code of nobody", ["suppressed \(ann)"]) { rig in
      { intent in
        _ = try await rig.service.loginCodes.begin(
          userName: ann, caller: rig.keyed("k", intent))
      }
    },
    MessageIntent("reset of the password", ["passwordResetCode \(ann)"]) { rig in
      try await rig.member(ann, password: password)
      return { intent in
        _ = try await rig.service.recovery.begin(
          userName: ann, caller: rig.keyed("k", intent))
      }
    },
    MessageIntent("sign-in by phone", ["phoneCode \(number)"]) { rig in
      { intent in
        _ = try await rig.service.phones.begin(
          number: number, region: nil, caller: rig.keyed("k", intent))
      }
    },
    MessageIntent("the phone's code again", ["phoneCode \(number)"]) { rig in
      let token = try await begunByPhone(rig, "k")
      rig.clock.advance(.minutes(2))
      return { intent in
        _ = try await rig.service.phones.resend(token: token, caller: rig.keyed("k", intent))
      }
    },
    MessageIntent("a second proof", ["secondProofCode \(ann)"]) { rig in
      let token = try await asleep(rig)
      return { intent in
        _ = try await rig.service.phones.sendSecondProof(
          token: token, caller: rig.keyed("new", intent))
      }
    },
    MessageIntent("recovery", ["temporaryPassword \(ann)"]) { rig in
      try await rig.member(ann, password: password)
      return { intent in
        try await rig.service.markets.sendTemporaryPassword(
          userName: ann, caller: rig.keyed("k", intent))
      }
    },
    MessageIntent("recovery of nobody", ["suppressed \(ann)"]) { rig in
      { intent in
        try await rig.service.markets.sendTemporaryPassword(
          userName: ann, caller: rig.keyed("k", intent))
      }
    },
    MessageIntent("deletion", ["accountDeletionCode \(ann)"]) { rig in
      let grant = try await rig.signedIn(ann, password: password, key: "k")
      return { intent in
        _ = try await rig.service.account.beginDeletion(rig.keyed(grant, intent))
      }
    },
    MessageIntent("a new number", ["identifierVerificationCode \(number)"]) { rig in
      let grant = try await rig.signedIn(ann, password: password, key: "k")
      return { intent in
        _ = try await rig.service.account.beginVerification(of: number, rig.keyed(grant, intent))
      }
    },
  ]

  static func begunByPhone(
    _ rig: FaultyRig, _ key: String
  ) async throws -> Secret<VerificationToken> {
    let begun = try await rig.service.phones.begin(
      number: number, region: nil, caller: rig.caller(key))
    guard case .challenge(let challenge) = begun else { throw NoCode(recipient: number) }
    return challenge.verificationToken
  }

  /// PHN-10: a dormant account with an address, whose number now belongs to someone else.
  static func asleep(_ rig: FaultyRig) async throws -> Secret<VerificationToken> {
    let old = try await rig.phoneMember(number, key: "old")
    let begun = try await rig.service.account.beginVerification(of: ann, rig.call(old))
    try await rig.service.account.completeVerification(
      token: begun.verificationToken, code: try await rig.code(to: ann), rig.call(old))
    try await rig.service.push.register(
      platform: "APNS", pushToken: Secret("push-of-old"), rig.call(old))
    rig.clock.advance(.days(91))
    let token = try await begunByPhone(rig, "new")
    let verified = try await rig.service.phones.verify(
      token: token, code: try await rig.code(to: number), caller: rig.caller("new"))
    guard case .secondProof(let question) = verified else { throw NoCode(recipient: number) }
    return question.verificationToken
  }
}
