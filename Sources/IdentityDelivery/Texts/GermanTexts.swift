import IdentityDomain

extension LanguageTexts {
  /// The GSM alphabet includes umlauts, eszett and these signs, but not curly quotes.
  package static let german = LanguageTexts(tag: "de") { template, facts in
    let service = facts.service
    switch template {
    case .registrationCode:
      return code(
        facts, subject: "Bestätige dein Konto bei \(service)",
        asks: "Dein Code, um dein Konto bei \(service) zu bestätigen:",
        short: "ist dein Code, um dein Konto bei \(service) zu bestätigen.",
        ignore: "Wenn du dich nicht registriert hast, tu nichts: Ohne den Code entsteht kein Konto."
      )
    case .registrationTaken:
      return notice(
        subject: "Du hast schon ein Konto bei \(service)",
        "Jemand, wahrscheinlich du, wollte sich mit dieser Adresse bei \(service) registrieren. Zu"
          + " ihr gibt es schon ein Konto: Melde dich an, oder wähle in der App \"Passwort"
          + " vergessen\", wenn du dein Passwort nicht weißt. Wenn du es nicht warst, tu nichts: Es"
          + " hat sich nichts geändert.",
        sms: "Du hast schon ein Konto bei \(service): Melde dich an, oder wähle \"Passwort"
          + " vergessen\".")
    case .loginCode:
      return code(
        facts, subject: "Dein Code zum Anmelden bei \(service)",
        asks: "Dein Code zum Anmelden bei \(service):",
        short: "ist dein Code zum Anmelden bei \(service).",
        ignore: "Wenn du dich gerade nicht anmeldest, tu nichts: Ohne den Code kommt niemand"
          + " hinein.")
    case .loginLink:
      return notice(
        subject: "Anmelden bei \(service)",
        "Öffne diesen Link, um dich bei \(service) anzumelden:\n\n\(facts.link)\n\nEr gilt, bis du angemeldet"
          + " bist, höchstens \(time(facts)). Die Seite fragt nach, bevor sie etwas tut. Hast du den Link auf einem"
          + " anderen Gerät angefordert, zeigt sie einen Code, den du dort eingibst; niemand von \(service) wird"
          + " dich je danach fragen.\n\nWenn du dich gerade nicht anmeldest, tu nichts: Ohne den Link kommt"
          + " niemand hinein.",
        sms: "Anmelden bei \(service): \(facts.link)")
    case .passwordResetCode:
      return code(
        facts, subject: "Dein Code für ein neues Passwort bei \(service)",
        asks: "Dein Code für ein neues Passwort bei \(service):",
        short: "ist dein Code für ein neues Passwort bei \(service).",
        ignore: "Wenn du keines wolltest, tu nichts: Dein Passwort bleibt, wie es ist.")
    case .phoneCode:
      return code(
        facts, subject: "Dein Code zum Anmelden bei \(service)",
        asks: "Dein Code zum Anmelden bei \(service):",
        short: "ist dein Code für \(service).",
        ignore: "Wenn du dich gerade nicht anmeldest, tu nichts: Ohne den Code kommt niemand"
          + " hinein.")
    case .accountDeletionCode:
      return code(
        facts, subject: "Dein Code, um dein Konto bei \(service) zu löschen",
        asks: "Dein Code, um dein Konto bei \(service) endgültig zu löschen:",
        short: "ist dein Code, um dein Konto bei \(service) zu LÖSCHEN.",
        ignore: "Wenn du es nicht löschen willst, gib den Code nicht ein und ändere dein Passwort:"
          + " Jemand ist unter deinem Namen angemeldet.")
    case .identifierVerificationCode:
      return code(
        facts, subject: "Bestätige diese Adresse für \(service)",
        asks: "Dein Code, um diese Adresse oder Nummer in dein Konto bei \(service) aufzunehmen:",
        short: "ist dein Code, um diese Nummer bei \(service) hinzuzufügen.",
        ignore: "Wenn du dort kein Konto hast, tu nichts: Ohne den Code wird nichts aufgenommen.")
    case .secondProofCode:
      return code(
        facts, subject: "Dein Code, um dein Konto bei \(service) zu öffnen",
        asks:
          "Jemand, wahrscheinlich du, meldet sich mit deiner Telefonnummer bei \(service) an, auf"
          + " einem Gerät, das für dein Konto neu ist. Dein Code, um es zu öffnen:",
        short: "ist dein Code, um dein Konto bei \(service) zu öffnen.",
        ignore:
          "Wenn du es nicht bist, gib den Code nicht ein und nimm die Nummer aus deinem Konto:"
          + " Sie gehört jetzt jemand anderem.")
    case .stepUpCode:
      return code(
        facts, subject: "Bestätige, dass du es bist",
        asks: "Dein Code, um eine Änderung an deinem Konto bei \(service) zu bestätigen:",
        short: "ist dein Code, um eine Änderung bei \(service) zu bestätigen.",
        ignore:
          "Wenn du nichts änderst, gib den Code nicht ein und ändere dein Passwort: Jemand ist"
          + " unter deinem Namen angemeldet.")
    case .temporaryPassword:
      return code(
        facts, subject: "Dein vorläufiger Code für \(service)",
        asks:
          "Dein vorläufiger Code, um dich statt mit dem Passwort bei \(service) anzumelden und ein"
          + " neues zu wählen:",
        short: "ist dein vorläufiger Code statt des Passworts für \(service).",
        ignore: "Wenn du ihn nicht angefordert hast, tu nichts: Dein Passwort gilt weiter.")
    case .passwordChanged, .identifierChanged, .identifierChangedElsewhere, .changeUndone,
      .factorChanged, .factorChangedElsewhere, .factorReset, .newDevice, .newSignIn,
      .numberDetached, .passkeyCloned, .deletionScheduled, .confirmedWithoutPassword:
      return germanNotice(template, facts, service)
    case .grantRevocation, .suppressed: return nil
    }
  }

  private static func germanNotice(
    _ template: MessageTemplate, _ facts: MessageFacts, _ service: String
  ) -> MessageText? {
    let otherwise = " Wenn du es nicht warst, wähle sofort \"Passwort vergessen\" in der App."
    switch template {
    case .passwordChanged:
      return notice(
        subject: "Dein Passwort bei \(service) wurde geändert",
        "Das Passwort deines Kontos bei \(service) wurde geändert, und alle anderen Geräte wurden"
          + " abgemeldet." + otherwise,
        sms: "Dein Passwort bei \(service) wurde geändert. Nicht von dir? Wähle sofort \"Passwort"
          + " vergessen\".")
    case .identifierChanged:
      return notice(
        subject: "Dein Konto bei \(service) wurde geändert",
        "Eine Adresse oder Telefonnummer deines Kontos bei \(service) wurde hinzugefügt oder"
          + " ersetzt. Wenn du es nicht warst, mach die Änderung innerhalb von 7 Tagen"
          + " rückgängig:\n\n\(facts.link)\n\nDie Seite fragt nach, bevor sie etwas tut. Sie stellt dein"
          + " Konto wieder her, wie es war, und meldet ab, wer seither dazukam.",
        sms: "Eine Adresse oder Nummer deines Kontos bei \(service) wurde geändert. Nicht von dir?"
          + " Öffne \(facts.link) in der App.")
    case .identifierChangedElsewhere:
      return notice(
        subject: "Dein Konto bei \(service) wurde geändert",
        "Eine Adresse oder Telefonnummer deines Kontos bei \(service) wurde hinzugefügt oder"
          + " ersetzt. Wenn du es nicht warst, mach die Änderung mit dem Link in der E-Mail"
          + " rückgängig, die wir dir geschickt haben.",
        sms: "Eine Adresse oder Nummer deines Kontos bei \(service) wurde geändert. Nicht von dir?"
          + " Sieh in die E-Mail, die wir dir geschickt haben.")
    case .factorChanged:
      return notice(
        subject: "Die Anmeldung in zwei Schritten bei \(service) wurde geändert",
        "Bei deinem Konto bei \(service) wurde die Anmeldung in zwei Schritten, eine"
          + " Authenticator-App oder die Wiederherstellungscodes geändert. Wenn du es nicht warst,"
          + " mach die Änderung innerhalb von 7 Tagen rückgängig:\n\n\(facts.link)\n\nDie Seite fragt"
          + " nach, bevor sie etwas tut. Sie stellt dein Konto wieder her, wie es war, und meldet"
          + " ab, wer seither dazukam.",
        sms: "Die Anmeldung in zwei Schritten bei \(service) wurde geändert. Nicht von dir? Öffne"
          + " \(facts.link) in der App.")
    case .factorReset:
      return notice(
        subject: "Jemand will die Anmeldung in zwei Schritten bei \(service) entfernen",
        "Jemand, wahrscheinlich du, hat sich mit deinem Passwort bei \(service) angemeldet und"
          + " angegeben, dass die Authenticator-App verloren ist. In 72 Stunden ist die Anmeldung"
          + " ohne sie möglich. Wenn du es nicht warst, brich das sofort ab und ändere dein"
          + " Passwort:\n\n\(facts.link)\n\nDie Seite fragt nach, bevor sie etwas tut.",
        sms: "Jemand will die Anmeldung in zwei Schritten bei \(service) entfernen. Nicht du? Öffne"
          + " \(facts.link) in der App.")
    case .factorChangedElsewhere:
      return notice(
        subject: "Die Anmeldung in zwei Schritten bei \(service) ändert sich",
        "Die Anmeldung in zwei Schritten bei \(service) wurde geändert, oder jemand will sie"
          + " entfernen. Wenn du es nicht warst, brich das mit dem Link in der E-Mail ab, die wir"
          + " dir geschickt haben.",
        sms: "Die Anmeldung in zwei Schritten bei \(service) ändert sich. Nicht von dir? Sieh in"
          + " die E-Mail, die wir dir geschickt haben.")
    case .changeUndone:
      return notice(
        subject: "Dein Konto bei \(service) ist wieder wie vorher",
        "Eine Änderung an deinem Konto bei \(service) wurde rückgängig gemacht. Adressen, Nummern und"
          + " Passwort sind wieder die von vorher. Wähle in der App \"Passwort vergessen\", wenn jemand"
          + " anders dein Passwort kennen könnte.",
        sms:
          "Eine Änderung an deinem Konto bei \(service) wurde rückgängig gemacht. Wähle \"Passwort"
          + " vergessen\", wenn jemand dein Passwort kennen könnte.")
    case .newDevice:
      return notice(
        subject: "Ein neues Gerät hat sich bei \(service) angemeldet",
        "Jemand, wahrscheinlich du, hat sich in deinem Konto bei \(service) auf einem Gerät"
          + " angemeldet, das dort noch nicht bekannt war." + otherwise,
        sms: "Ein neues Gerät hat sich in deinem Konto bei \(service) angemeldet. Nicht du? Wähle"
          + " sofort \"Passwort vergessen\".")
    case .newSignIn:
      return notice(
        subject: "Neue Anmeldung bei \(service)",
        "Jemand, wahrscheinlich du, hat sich in deinem Konto bei \(service) mit einem Programm"
          + " angemeldet, das sich nicht wiedererkennen lässt." + otherwise,
        sms: "Neue Anmeldung in deinem Konto bei \(service). Nicht du? Wähle sofort \"Passwort"
          + " vergessen\".")
    case .passkeyCloned:
      return notice(
        subject: "Ein Passkey deines Kontos bei \(service) wurde abgelehnt",
        "Ein Passkey deines Kontos bei \(service) wurde abgelehnt, weil es ihn womöglich zweimal gibt."
          + " Vielleicht hat ihn jemand kopiert. Melde dich auf anderem Weg an, entferne den Passkey in"
          + " der App und erstelle einen neuen. Die App zeigt, welcher es ist.",
        sms:
          "Ein Passkey deines Kontos bei \(service) wurde abgelehnt: Vielleicht wurde er kopiert."
          + " Entferne ihn in der App.")
    case .deletionScheduled:
      guard let moment = facts.moment else { return nil }
      let day =
        "\(moment.day). \(months[moment.month - 1]) \(moment.year) um \(moment.clock) Uhr (UTC)"
      return notice(
        subject: "Dein Konto bei \(service) wird gelöscht",
        "Du willst dein Konto bei \(service) löschen; alle Geräte wurden abgemeldet. Das Konto wird am"
          + " \(day) mit allem gelöscht, was dazugehört.\n\nWenn du es behalten willst, melde dich vorher"
          + " an. Wenn du es nicht warst, melde dich jetzt an und ändere dein Passwort.",
        sms:
          "Dein Konto bei \(service) wird am \(day) gelöscht. Melde dich vorher an, um es zu behalten."
      )
    case .numberDetached:
      return notice(
        subject: "Deine Nummer gehört nicht mehr zu deinem Konto bei \(service)",
        "Jemand anders hat nachgewiesen, dass deine Telefonnummer jetzt ihm gehört. Darum wurde sie"
          + " aus deinem Konto bei \(service) genommen, und die Geräte, die mit ihr angemeldet"
          + " waren, wurden abgemeldet. Mit deiner Adresse kannst du dich weiter anmelden. Wenn die"
          + " Nummer dir gehört, nimm sie wieder auf.",
        sms: "Diese Nummer wurde aus einem Konto bei \(service) genommen, weil jemand anders sie"
          + " nachgewiesen hat.")
    case .confirmedWithoutPassword:
      return notice(
        subject: "Lege dein Passwort bei \(service) fest",
        "Dein Konto bei \(service) ist bestätigt. Zu dieser Adresse war mehr als eine Registrierung"
          + " offen, und wir konnten nicht erkennen, wessen Passwort gilt; darum gilt keines. Wähle"
          + " in der App \"Passwort vergessen\", um deines festzulegen.",
        sms:
          "Dein Konto bei \(service) ist bestätigt. Wähle \"Passwort vergessen\", um dein Passwort"
          + " festzulegen.")
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

        Er gilt einmal, \(time(facts)) lang. Gib ihn nur in der App oder auf der Seite ein, wo du ihn
        angefordert hast; niemand von \(facts.service) wird dich je danach fragen.

        \(ignore)

        """,
      sms: "\(facts.code) \(short) Gilt \(time(facts)). Sag ihn niemandem.")
  }

  private static func time(_ facts: MessageFacts) -> String {
    facts.minutes == 1 ? "1 Minute" : "\(facts.minutes) Minuten"
  }

  private static let months = [
    "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September",
    "Oktober", "November", "Dezember",
  ]

  private static func notice(subject: String, _ words: String, sms: String) -> MessageText {
    MessageText(subject: subject, body: words + "\n", sms: sms)
  }
}
