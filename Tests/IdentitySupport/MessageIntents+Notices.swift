import IdentityDomain

extension MessageIntents {
  static let settings = [
    MessageIntent(
      "change of the password", ["passwordChanged \(ann)", "passwordChanged push-of-k"]
    ) { rig in
      let grant = try await rig.signedIn(ann, password: password, key: "k")
      return { intent in
        try await rig.service.passwords.change(
          from: password, to: "quite another one", call: rig.keyed(grant, intent))
      }
    },
    MessageIntent("a new password by code", ["passwordChanged \(ann)"]) { rig in
      _ = try await rig.signedIn(ann, password: password, key: "k")
      _ = try await rig.service.recovery.begin(userName: ann, caller: rig.caller("k"))
      let code = try await rig.code(to: ann)
      return { intent in
        try await rig.service.recovery.complete(
          userName: ann, code: code, newPassword: "quite another one",
          caller: rig.keyed("k", intent))
      }
    },
    MessageIntent("a new password after recovery", ["passwordChanged \(ann)"]) { rig in
      try await rig.member(ann, password: password, key: "k")
      try await rig.service.markets.sendTemporaryPassword(userName: ann, caller: rig.caller("k"))
      let value = try await rig.code(to: ann).exposed
      let grant = try await rig.service.markets.login(
        userName: ann, password: value, market: "DE,BE", caller: rig.caller("k"))
      return { intent in
        _ = try await rig.service.markets.setPassword("quite another one", rig.keyed(grant, intent))
      }
    },
    MessageIntent(
      "a verified number", ["identifierChanged \(ann)", "identifierChangedElsewhere push-of-k"]
    ) { rig in
      let grant = try await rig.signedIn(ann, password: password, key: "k")
      let begun = try await rig.service.account.beginVerification(of: number, rig.call(grant))
      let code = try await rig.code(to: number)
      return { intent in
        try await rig.service.account.completeVerification(
          token: begun.verificationToken, code: code, rig.keyed(grant, intent))
      }
    },
  ]

  static let notices = [
    MessageIntent(
      "login on a new device", ["newDevice \(ann)", "newDevice push-of-k"]
    ) { rig in
      _ = try await rig.signedIn(ann, password: password, key: "k")
      return { intent in
        _ = try await rig.service.passwords.login(
          userName: ann, password: password, caller: rig.keyed("new", intent))
      }
    },
    MessageIntent(
      "login to a market on a new device", ["newDevice \(ann)", "newDevice push-of-k"]
    ) { rig in
      _ = try await rig.signedIn(ann, password: password, key: "k")
      return { intent in
        _ = try await rig.service.markets.login(
          userName: ann, password: password, market: "DE,BE",
          caller: rig.keyed("new", intent))
      }
    },
    MessageIntent(
      "login by code on a new device", ["newDevice \(ann)", "newDevice push-of-k"]
    ) { rig in
      _ = try await rig.signedIn(ann, password: password, key: "k")
      let begun = try await rig.service.loginCodes.begin(
        userName: ann, caller: rig.caller("new"))
      let code = try await rig.code(to: ann)
      return { intent in
        _ = try await rig.service.loginCodes.complete(
          token: begun.verificationToken, code: code, caller: rig.keyed("new", intent))
      }
    },
    MessageIntent(
      "sign-in by phone on a new device",
      ["newDevice \(number)", "newDevice \(ann)", "newDevice push-of-k"]
    ) { rig in
      let grant = try await rig.signedIn(ann, password: password, key: "k")
      let own = try await rig.service.account.beginVerification(of: number, rig.call(grant))
      try await rig.service.account.completeVerification(
        token: own.verificationToken, code: try await rig.code(to: number), rig.call(grant))
      rig.clock.advance(.minutes(2))
      let token = try await begunByPhone(rig, "new")
      let code = try await rig.code(to: number)
      return { intent in
        _ = try await rig.service.phones.verify(
          token: token, code: code, caller: rig.keyed("new", intent))
      }
    },
    // The push token of an expired session gets nothing.
    MessageIntent(
      "the old account opened by a second proof", ["newDevice \(number)", "newDevice \(ann)"]
    ) { rig in
      let token = try await asleep(rig)
      let mail = try await rig.service.phones.sendSecondProof(
        token: token, caller: rig.caller("new"))
      let code = try await rig.code(to: ann)
      return { intent in
        _ = try await rig.service.phones.completeSecondProof(
          token: token, mailToken: mail.verificationToken, code: code,
          caller: rig.keyed("new", intent))
      }
    },
    MessageIntent("a number that changed hands", ["numberDetached \(ann)"]) { rig in
      let token = try await asleep(rig)
      return { intent in
        _ = try await rig.service.phones.startAnew(token: token, caller: rig.keyed("new", intent))
      }
    },
  ]
}
