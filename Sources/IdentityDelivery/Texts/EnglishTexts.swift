import IdentityDomain

extension LanguageTexts {
  /// An SMS has only characters of the GSM alphabet, which curly quotes are not: a single other one
  /// halves what fits into it.
  package static let english = LanguageTexts(tag: "en") { template, facts in
    let service = facts.service
    switch template {
    case .registrationCode:
      return code(
        facts, subject: "Confirm your \(service) account",
        asks: "Enter this code to confirm your \(service) account:",
        short: "is your code to confirm your \(service) account.",
        ignore: "Didn’t sign up? Ignore this message. Without the code, no account is created.")
    case .registrationTaken:
      return notice(
        subject: "You already have a \(service) account",
        "Someone, probably you, tried to sign up for \(service) with this address, which already"
          + " has an account. To use it, sign in. If you don’t remember your password, choose"
          + " \(forgot) in the app.\n\nIf it wasn’t you, ignore this message. Nothing was"
          + " changed.",
        sms: "You already have a \(service) account. Sign in, or choose \(forgotShort) in the app.")
    case .loginCode:
      return code(
        facts, subject: "Your \(service) sign-in code",
        asks: "Enter this code to sign in to \(service):",
        short: "is your \(service) sign-in code.",
        ignore: "Not signing in? Ignore this message. Without the code, nobody can sign in.")
    case .loginLink:
      return notice(
        subject: "Sign in to \(service)",
        "Open this link to sign in to \(service):\n\n\(facts.link)\n\nIt expires in"
          + " \(time(facts)), or once you’ve signed in. The page that it opens asks you to"
          + " confirm. If you asked for the link on another device, the page shows a code to"
          + " enter there. Nobody from \(service) will ever ask you for that code.\n\nNot signing"
          + " in? Ignore this message. Without the link, nobody can sign in.",
        sms: "Sign in to \(service): \(facts.link)")
    case .passwordResetCode:
      return code(
        facts, subject: "Reset your \(service) password",
        asks: "Enter this code to set a new password for \(service):",
        short: "is your code to reset your \(service) password.",
        ignore: "Didn’t ask for it? Ignore this message. Your password stays the same.")
    case .phoneCode:
      return code(
        facts, subject: "Your \(service) sign-in code",
        asks: "Enter this code to sign in to \(service):",
        short: "is your \(service) code.",
        ignore: "Not signing in? Ignore this message. Without the code, nobody can sign in.")
    case .accountDeletionCode:
      return code(
        facts, subject: "Confirm the deletion of your \(service) account",
        asks: "Enter this code to permanently delete your \(service) account:",
        short: "is your code to DELETE your \(service) account.",
        ignore: "Don’t want to delete it? Don’t enter the code, and change your password: someone"
          + " else is signed in to your account.")
    case .identifierVerificationCode:
      return code(
        facts, subject: "Confirm this address for \(service)",
        asks: "Enter this code to add this address or number to your \(service) account:",
        short: "is your code to add this number to your \(service) account.",
        ignore: "Didn’t ask for it? Ignore this message. Without the code, nothing is added.")
    case .secondProofCode:
      return code(
        facts, subject: "Confirm your sign-in to \(service)",
        asks: "Someone, probably you, is signing in to \(service) with your phone number on a new"
          + " device. Enter this code to continue:",
        short: "is your code to open your \(service) account.",
        ignore: "If it isn’t you, don’t enter the code, and remove the number from your account: it"
          + " belongs to someone else now.")
    case .stepUpCode:
      return code(
        facts, subject: "Confirm a change to your \(service) account",
        asks: "Enter this code to confirm a change to your \(service) account:",
        short: "is your code to confirm a change to your \(service) account.",
        ignore: "Not changing anything? Don’t enter the code, and change your password: someone"
          + " else is signed in to your account.")
    case .temporaryPassword:
      return code(
        facts, subject: "Your temporary \(service) password",
        asks: "Sign in to \(service) with this temporary password, then choose a new one:",
        short: "is your temporary \(service) password.",
        ignore: "Didn’t ask for it? Ignore this message. Your password still works.")
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
    let otherwise = " If it wasn’t you, choose \(forgot) in the app right away."
    let otherwiseShort = " Not you? Choose \(forgotShort) in the app right away."
    let confirms = "The page asks you to confirm."
    let restores =
      "\(confirms) Then your account is restored, and anyone who has signed in since is signed out."
    switch template {
    case .passwordChanged:
      return notice(
        subject: "Your \(service) password was changed",
        "Your \(service) password was changed, and all other devices were signed out." + otherwise,
        sms: "Your \(service) password was changed." + otherwiseShort)
    case .identifierChanged:
      return notice(
        subject: "Your \(service) account was changed",
        "An email address or phone number was added to your \(service) account, or replaced. If"
          + " it wasn’t you, undo the change within 7 days:\n\n\(facts.link)\n\n\(restores)",
        sms: "An address or number of your \(service) account was changed. Not you? Open"
          + " \(facts.link) in the app.")
    case .identifierChangedElsewhere:
      return notice(
        subject: "Your \(service) account was changed",
        "An email address or phone number was added to your \(service) account, or replaced. If"
          + " it wasn’t you, undo the change with the link in the email that we sent you.",
        sms: "An address or number of your \(service) account was changed. Not you? See the email"
          + " that we sent you.")
    case .factorChanged:
      return notice(
        subject: "Two-step sign-in for \(service) was changed",
        "Two-step sign-in for your \(service) account, an authenticator app or the recovery codes"
          + " were changed. If it wasn’t you, undo the change within 7"
          + " days:\n\n\(facts.link)\n\n\(restores)",
        sms: "Two-step sign-in for your \(service) account was changed. Not you? Open"
          + " \(facts.link) in the app.")
    case .factorReset:
      return notice(
        subject: "Request to remove two-step sign-in from \(service)",
        "Someone, probably you, signed in to \(service) with your password and said that the"
          + " authenticator app is lost. In 72 hours they can sign in without it. If it wasn’t"
          + " you, stop this right away, and change your"
          + " password:\n\n\(facts.link)\n\n\(confirms)",
        sms: "Someone asked to remove two-step sign-in from your \(service) account. Not you? Open"
          + " \(facts.link) in the app.")
    case .factorChangedElsewhere:
      return notice(
        subject: "Two-step sign-in for \(service) is changing",
        "Two-step sign-in for your \(service) account was changed, or someone asked to remove it."
          + " If it wasn’t you, stop this with the link in the email that we sent you.",
        sms: "Two-step sign-in for your \(service) account is changing. Not you? See the email"
          + " that we sent you.")
    case .changeUndone:
      return notice(
        subject: "Your \(service) account was restored",
        "A change to your \(service) account was undone. Its email addresses, phone numbers and"
          + " password are as they were before. If someone else might know your password, choose"
          + " \(forgot) in the app.",
        sms: "A change to your \(service) account was undone. If someone might know your"
          + " password, choose \(forgotShort) in the app.")
    case .newDevice:
      return notice(
        subject: "New device signed in to \(service)",
        "Someone, probably you, signed in to your \(service) account on a new device." + otherwise,
        sms: "A new device signed in to your \(service) account." + otherwiseShort)
    case .newSignIn:
      return notice(
        subject: "New sign-in to \(service)",
        "Someone, probably you, signed in to your \(service) account with an app that we can’t"
          + " recognize next time." + otherwise,
        sms: "New sign-in to your \(service) account." + otherwiseShort)
    case .passkeyCloned:
      return notice(
        subject: "A passkey for \(service) was refused",
        "We refused a passkey for your \(service) account, because someone else may have copied"
          + " it. Sign in another way, remove the passkey in the app, and create a new one. The"
          + " app shows which one it is.",
        sms: "We refused a passkey for your \(service) account: it may have been copied. Remove"
          + " it in the app.")
    case .deletionScheduled:
      guard let moment = facts.moment else { return nil }
      let day = "\(moment.day) \(months[moment.month - 1]) \(moment.year), \(moment.clock) UTC"
      return notice(
        subject: "Your \(service) account will be deleted",
        "You asked to delete your \(service) account, and all devices were signed out. The"
          + " account and everything in it will be deleted on \(day).\n\nTo keep it, sign in"
          + " before then. If it wasn’t you, sign in now, and change your password.",
        sms: "Your \(service) account will be deleted on \(day). To keep it, sign in before then.")
    case .numberDetached:
      return notice(
        subject: "Phone number removed from your \(service) account",
        "Someone else confirmed that your phone number is now theirs, so we removed it from your"
          + " \(service) account and signed out the devices that had signed in with it. You can"
          + " still sign in with your email address. If the number is yours, add it again.",
        sms: "This number was removed from an account at \(service), because someone else"
          + " confirmed it.")
    case .confirmedWithoutPassword:
      return notice(
        subject: "Set your \(service) password",
        "Your \(service) account is confirmed. There was more than one sign-up with this address,"
          + " and we couldn’t tell which password to keep, so we kept none. Choose \(forgot) in"
          + " the app to set yours.",
        sms: "Your \(service) account is confirmed. Choose \(forgotShort) in the app to set a"
          + " password.")
    default: return nil
    }
  }

  /// As the button in the app is called.
  private static let forgot = "“Forgot password?”"
  private static let forgotShort = "\"Forgot password?\""

  private static func code(
    _ facts: MessageFacts, subject: String, asks: String, short: String, ignore: String
  ) -> MessageText {
    MessageText(
      subject: subject,
      body: """
        \(asks)

        \(facts.code)

        It expires in \(time(facts)) and works once. Enter it only in the app or on the page where
        you asked for it. Nobody from \(facts.service) will ever ask you for it.

        \(ignore)

        """,
      sms: "\(facts.code) \(short) It expires in \(time(facts)). Don't share it.")
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
