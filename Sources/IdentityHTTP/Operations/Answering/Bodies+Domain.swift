import Foundation
import IdentityAPI
import IdentityDomain

// The domain's results as bodies of the wire.

extension TokenBody {
  /// - Parameter isExtension: whether the session was already open. Public clients of the account
  ///   API keep the refresh token of their login and get no other.
  init(_ grant: TokenGrant, _ description: String, isExtension: Bool) {
    let isWithheld =
      switch grant.session.family.kind {
      case .bound: false
      case .cookie: true
      case .compat: isExtension
      }
    self.init(
      description: description, idToken: grant.idToken?.exposed,
      accessToken: grant.accessToken.exposed,
      refreshToken: isWithheld ? nil : grant.refreshToken?.exposed,
      expiresIn: Int(grant.accessTokenLifetime.components.seconds),
      sessionID: grant.session.id.text, crumb: grant.crumb?.exposed,
      guid: grant.crumb == nil ? nil : grant.session.account?.text)
  }
}

extension UserProfileBody {
  /// `user_name` is what was verified; an address that is only claimed appears as `email`.
  init(_ profile: ProfileAnswer) {
    let account = profile.account
    self.init(
      userID: account.id.text,
      userName: profile.email?.text ?? profile.phone?.e164 ?? account.profile.name
        ?? account.id.text,
      isSuperAdmin: account.isSuperAdmin, pictureURL: account.profile.pictureURL,
      name: account.profile.name, mfa: account.twoStepsSince != nil,
      phoneNumber: profile.phone?.e164,
      email: profile.email?.text ?? account.profile.claimedEmail?.text,
      emailVerified: profile.isRegistered ? profile.email != nil : nil,
      language: account.language)
  }
}

extension ChallengeBody {
  /// The user handle is the challenge's own id: it has the same form for new and known numbers, and
  /// reveals nothing.
  ///
  /// - Parameter names: whether the answer says where the code went: to those who have shown whose account it
  ///   is, where the server has chosen among its addresses and numbers.
  init(_ answer: ChallengeAnswer, namingRecipient names: Bool = false) {
    self.init(
      userID: answer.challenge.text, token: answer.verificationToken.exposed,
      resendAt: answer.resendAt.rfc3339, expiresAt: answer.expiresAt.rfc3339,
      triesLeft: answer.tries, sentTo: names ? answer.sentTo.masked : nil)
  }
}

extension CodeSentBody {
  init(_ answer: ChallengeAnswer, _ description: String, continues: Bool = false) {
    self.init(
      description: description, session: continues ? answer.verificationToken.exposed : nil,
      resendAt: answer.resendAt.rfc3339, expiresAt: answer.expiresAt.rfc3339,
      triesLeft: answer.tries)
  }
}

extension DeletionAnswerBody {
  /// - Parameter due: nil if the account was deleted.
  init(_ due: Timestamp?) {
    self.init(
      description: due == nil ? "User deleted" : "User will be deleted", deletesAt: due?.rfc3339)
  }
}

extension SelectionBody {
  init(_ selection: Selection) { self.init(key: selection.key, value: selection.value) }
}

extension SessionBody {
  /// - Parameter language: of the name of the country, a BCP 47 tag.
  init(_ session: SessionDescription, in language: String) {
    let country = session.country.flatMap { code in
      Locale(identifier: language).localizedString(forRegionCode: code).map { (code, $0) }
    }
    self.init(
      id: session.id.text, isCurrent: session.isCurrent, client: session.client.name,
      platform: session.client.platform, openedAt: session.openedAt.rfc3339,
      lastUsedAt: session.lastUsedAt.rfc3339, keyBound: session.isKeyBound,
      country: country?.0, countryName: country?.1,
      label: country.map { "\(session.client.name) (\($0.1))" } ?? session.client.name)
  }
}

extension DeviceBody {
  init(_ device: Device) {
    self.init(
      key: device.key.text, client: device.client.name, platform: device.client.platform,
      firstSeenAt: device.firstSeenAt.rfc3339, lastSeenAt: device.lastSeenAt.rfc3339)
  }
}

extension SignOutBody {
  init(_ record: SignOutRecord) {
    self.init(
      session: record.session.text, cause: SignOutCauseName(rawValue: record.end.cause.rawValue),
      at: record.end.at.rfc3339)
  }
}

extension SecurityEventBody {
  init(_ event: OwnEvent) {
    self.init(
      id: event.id, kind: SecurityEventName(rawValue: event.kind.rawValue),
      at: event.lastAt.rfc3339, firstAt: event.firstAt.rfc3339, count: event.count,
      session: event.session?.text, client: event.client?.name, platform: event.client?.platform,
      isThisSession: event.isThisSession, isThisDevice: event.isThisDevice)
  }
}

extension OwnIdentifierBody {
  init(_ own: OwnIdentifier) {
    let binding = own.binding
    self.init(
      id: own.id, kind: binding.identifier.isEmail ? "email" : "phone",
      value: binding.identifier.text, primary: own.isPrimary,
      verifiedAt: binding.verifiedAt.rfc3339, removable: own.canBeRemoved)
  }
}

extension IdentifierChangeBody {
  init(_ change: PendingChange) {
    self.init(
      id: change.id.text, at: change.at.rfc3339, undoUntil: change.undoUntil.rfc3339,
      changed: change.parts.map(\.rawValue), sentTo: change.sentTo,
      isThisSession: change.isThisSession)
  }
}
