import IdentityDomain

extension LanguageTexts {
  /// Only characters of the GSM alphabet: a single other one halves what fits into an SMS.
  package static let english = LanguageTexts(tag: "en") { template, facts in
    let service = facts.service
    switch template {
    case .registrationCode:
      return code(
        facts, subject: "Confirm your \(service) account",
        asks: "Your code to confirm your \(service) account:",
        short: "is your code to confirm your \(service) account.",
        ignore: "If you did not sign up, do nothing: without the code there is no account.")
    case .registrationTaken:
      return notice(
        subject: "You already have a \(service) account",
        "Somebody, probably you, tried to sign up at \(service) with this address. It already has"
          + " an account: sign in, or choose \"forgot password\" in the app if you do not know your"
          + " password. If it was not you, do nothing: nothing has changed.",
        sms: "You already have a \(service) account: sign in, or choose \"forgot password\".")
    case .loginCode:
      return code(
        facts, subject: "Your code to sign in to \(service)",
        asks: "Your code to sign in to \(service):",
        short: "is your code to sign in to \(service).",
        ignore: "If you are not signing in, do nothing: without the code nobody gets in.")
    case .loginLink:
      return notice(
        subject: "Sign in to \(service)",
        "Open this link to sign in to \(service):\n\n\(facts.link)\n\nIt works until you have signed in, at most"
          + " for \(time(facts)). The page that it opens asks before it does anything. If you asked for the link on"
          + " another device, the page shows a code to type there; nobody from \(service) will ever ask you for"
          + " it.\n\nIf you are not signing in, do nothing: without the link nobody gets in.",
        sms: "Sign in to \(service): \(facts.link)")
    case .passwordResetCode:
      return code(
        facts, subject: "Your code for a new \(service) password",
        asks: "Your code to set a new password at \(service):",
        short: "is your code for a new \(service) password.",
        ignore: "If you did not ask for it, do nothing: your password stays as it is.")
    case .phoneCode:
      return code(
        facts, subject: "Your code to sign in to \(service)",
        asks: "Your code to sign in to \(service):",
        short: "is your \(service) code.",
        ignore: "If you are not signing in, do nothing: without the code nobody gets in.")
    case .accountDeletionCode:
      return code(
        facts, subject: "Your code to delete your \(service) account",
        asks: "Your code to delete your \(service) account, for good:",
        short: "is your code to DELETE your \(service) account.",
        ignore: "If you do not want to delete it, do nothing, and change your password: somebody is"
          + " signed in as you.")
    case .identifierVerificationCode:
      return code(
        facts, subject: "Confirm this address for \(service)",
        asks: "Your code to add this address or number to your \(service) account:",
        short: "is your code to add this number to your \(service) account.",
        ignore: "If you have no account there, do nothing: without the code nothing is added.")
    case .secondProofCode:
      return code(
        facts, subject: "Your code to open your \(service) account",
        asks:
          "Somebody, probably you, signs in to \(service) with your telephone number on a device"
          + " that is new to your account. Your code to open it:",
        short: "is your code to open your \(service) account.",
        ignore: "If it is not you, do nothing, and take the number out of your account: somebody"
          + " else has it now.")
    case .stepUpCode:
      return code(
        facts, subject: "Your code to confirm it's you",
        asks: "Your code to confirm a change to your \(service) account:",
        short: "is your code to confirm a change to your \(service) account.",
        ignore: "If you are not changing anything, do not type the code, and change your password:"
          + " somebody is signed in as you.")
    case .temporaryPassword:
      return code(
        facts, subject: "Your temporary password for \(service)",
        asks: "Your temporary password to sign in to \(service) and choose a new one:",
        short: "is your temporary password for \(service).",
        ignore: "If you did not ask for it, do nothing: your password keeps working.")
    case .passwordChanged, .identifierChanged, .identifierChangedElsewhere, .changeUndone,
      .factorChanged, .factorChangedElsewhere, .factorReset, .newDevice, .newSignIn,
      .numberDetached, .passkeyCloned, .deletionScheduled, .confirmedWithoutPassword:
      return englishNotice(template, facts, service)
    case .grantRevocation, .suppressed: return nil
    }
  }

  private static func englishNotice(
    _ template: MessageTemplate, _ facts: MessageFacts, _ service: String
  ) -> MessageText? {
    let otherwise = " If it was not you, choose \"forgot password\" in the app at once."
    switch template {
    case .passwordChanged:
      return notice(
        subject: "Your \(service) password was changed",
        "The password of your \(service) account was changed, and all other devices were signed"
          + " out." + otherwise,
        sms: "Your \(service) password was changed. Not you? Choose \"forgot password\" at once.")
    case .identifierChanged:
      return notice(
        subject: "Your \(service) account was changed",
        "An address or telephone number of your \(service) account was added or replaced. If it was"
          + " not you, take the change back within 7 days:\n\n\(facts.link)\n\nThe page asks before it"
          + " does anything. It restores your account as it was and signs out whoever came in since.",
        sms: "An address or number of your \(service) account was changed. Not you? Open"
          + " \(facts.link) in the app.")
    case .identifierChangedElsewhere:
      return notice(
        subject: "Your \(service) account was changed",
        "An address or telephone number of your \(service) account was added or replaced. If it was"
          + " not you, take the change back by the link in the mail that we sent you.",
        sms:
          "An address or number of your \(service) account was changed. Not you? See the mail that"
          + " we sent you.")
    case .factorChanged:
      return notice(
        subject: "Two-step sign-in of your \(service) account was changed",
        "Two-step sign-in of your \(service) account, an authenticator app or the recovery codes were"
          + " changed. If it was not you, take the change back within 7 days:\n\n\(facts.link)\n\nThe"
          + " page asks before it does anything. It restores your account as it was and signs out"
          + " whoever came in since.",
        sms: "Two-step sign-in of your \(service) account was changed. Not you? Open"
          + " \(facts.link) in the app.")
    case .factorReset:
      return notice(
        subject: "Somebody wants to remove two-step sign-in from your \(service) account",
        "Somebody, probably you, signed in to \(service) with your password and said that the"
          + " authenticator app is lost. In 72 hours they can sign in without it. If it was not you,"
          + " stop this at once, and change your password:\n\n\(facts.link)\n\nThe page asks before it"
          + " does anything.",
        sms: "Somebody wants to remove two-step sign-in from your \(service) account. Not you? Open"
          + " \(facts.link) in the app.")
    case .factorChangedElsewhere:
      return notice(
        subject: "Two-step sign-in of your \(service) account changes",
        "Two-step sign-in of your \(service) account was changed, or somebody wants to remove it. If"
          + " it was not you, stop this by the link in the mail that we sent you.",
        sms: "Two-step sign-in of your \(service) account changes. Not you? See the mail that"
          + " we sent you.")
    case .changeUndone:
      return notice(
        subject: "Your \(service) account is as it was",
        "A change of your \(service) account was taken back. Its addresses, numbers and password are"
          + " those of before. Choose \"forgot password\" in the app if somebody else may know your"
          + " password.",
        sms: "A change of your \(service) account was taken back. Choose \"forgot password\" if"
          + " somebody else may know your password.")
    case .newDevice:
      return notice(
        subject: "A new device signed in to \(service)",
        "Somebody, probably you, signed in to your \(service) account on a device that it did not"
          + " know." + otherwise,
        sms:
          "A new device signed in to your \(service) account. Not you? Choose \"forgot password\""
          + " at once.")
    case .newSignIn:
      return notice(
        subject: "New sign-in to \(service)",
        "Somebody, probably you, signed in to your \(service) account with a program that cannot be"
          + " recognized again." + otherwise,
        sms: "New sign-in to your \(service) account. Not you? Choose \"forgot password\" at once.")
    case .passkeyCloned:
      return notice(
        subject: "A passkey of your \(service) account was refused",
        "A passkey of your \(service) account was refused, because it may exist twice. Somebody else"
          + " may have copied it. Sign in another way, remove the passkey in the app, and make a new"
          + " one. The app shows which one it is.",
        sms:
          "A passkey of your \(service) account was refused: it may have been copied. Remove it in"
          + " the app.")
    case .deletionScheduled:
      guard let moment = facts.moment else { return nil }
      let day = "\(moment.day) \(months[moment.month - 1]) \(moment.year), \(moment.clock) UTC"
      return notice(
        subject: "Your \(service) account will be deleted",
        "You asked to delete your \(service) account, and all devices were signed out. It will be"
          + " deleted on \(day), with everything in it.\n\nTo keep it, sign in before then. If it was not you,"
          + " sign in now, and change your password.",
        sms: "Your \(service) account will be deleted on \(day). To keep it, sign in before then.")
    case .numberDetached:
      return notice(
        subject: "A telephone number left your \(service) account",
        "Somebody else proved that your telephone number is theirs now, so it was taken out of your"
          + " \(service) account, and the devices that signed in with it were signed out. You can"
          + " still sign in with your address. If the number is yours, add it again.",
        sms: "This number was taken out of a \(service) account, because somebody else proved it.")
    case .confirmedWithoutPassword:
      return notice(
        subject: "Set your \(service) password",
        "Your \(service) account is confirmed. More than one sign-up was open for this address, and"
          + " we could not tell whose password to keep, so none was kept. Choose \"forgot password\""
          + " in the app to set yours.",
        sms: "Your \(service) account is confirmed. Choose \"forgot password\" to set its password."
      )
    default: return nil
    }
  }

  private static func code(
    _ facts: MessageFacts, subject: String, asks: String, short: String, ignore: String
  ) -> MessageText {
    MessageText(
      subject: subject,
      body: """
        \(asks)

        \(facts.code)

        It can be used once, for \(time(facts)). Type it only into the app or page where you asked for it;
        nobody from \(facts.service) will ever ask you for it.

        \(ignore)

        """,
      sms: "\(facts.code) \(short) For \(time(facts)). Tell it to nobody.")
  }

  private static func time(_ facts: MessageFacts) -> String {
    facts.minutes == 1 ? "1 minute" : "\(facts.minutes) minutes"
  }

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  private static func notice(subject: String, _ words: String, sms: String) -> MessageText {
    MessageText(subject: subject, body: words + "\n", sms: sms)
  }
}
