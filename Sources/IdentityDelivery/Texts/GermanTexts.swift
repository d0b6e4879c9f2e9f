import IdentityDomain

extension LanguageTexts {
  /// The GSM alphabet includes umlauts, eszett and these signs, but not curly quotes.
  package static let german = LanguageTexts(tag: "de") { template, facts in
    let service = facts.service
    switch template {
    case .registrationCode:
      return code(
        facts, subject: "Bestätige dein Konto bei \(service)",
        asks: "Gib diesen Code ein, um dein Konto bei \(service) zu bestätigen:",
        short: "ist dein Code, um dein Konto bei \(service) zu bestätigen.",
        ignore: "Du hast dich nicht registriert? Dann ignoriere diese Nachricht. Ohne den Code"
          + " entsteht kein Konto.")
    case .registrationTaken:
      return notice(
        subject: "Du hast schon ein Konto bei \(service)",
        "Jemand, vermutlich du, wollte sich mit dieser Adresse bei \(service) registrieren. Dafür"
          + " gibt es schon ein Konto: Melde dich damit an. Wenn du dein Passwort nicht mehr"
          + " weißt, wähle in der App \(forgot).\n\nWenn du es nicht warst, ignoriere diese"
          + " Nachricht. Es hat sich nichts geändert.",
        sms: "Du hast schon ein Konto bei \(service). Melde dich an, oder wähle in der App"
          + " \(forgotShort).")
    case .loginCode:
      return code(
        facts, subject: "Dein Anmeldecode für \(service)",
        asks: "Gib diesen Code ein, um dich bei \(service) anzumelden:",
        short: "ist dein Anmeldecode für \(service).",
        ignore: "Du meldest dich gerade nicht an? Dann ignoriere diese Nachricht. Ohne den Code"
          + " kann sich niemand anmelden.")
    case .loginLink:
      return notice(
        subject: "Anmelden bei \(service)",
        "Öffne diesen Link, um dich bei \(service) anzumelden:\n\n\(facts.link)\n\nEr gilt"
          + " \(time(facts)) lang und nur, bis du angemeldet bist. Auf der Seite musst du die"
          + " Anmeldung bestätigen. Hast du den Link auf einem anderen Gerät angefordert, zeigt"
          + " sie einen Code, den du dort eingibst. Niemand von \(service) wird dich je danach"
          + " fragen.\n\nDu meldest dich gerade nicht an? Dann ignoriere diese Nachricht. Ohne"
          + " den Link kann sich niemand anmelden.",
        sms: "Anmelden bei \(service): \(facts.link)")
    case .passwordResetCode:
      return code(
        facts, subject: "Setze dein Passwort für \(service) zurück",
        asks: "Gib diesen Code ein, um ein neues Passwort für \(service) festzulegen:",
        short: "ist dein Code für ein neues Passwort bei \(service).",
        ignore: "Du hast ihn nicht angefordert? Dann ignoriere diese Nachricht. Dein Passwort"
          + " bleibt, wie es ist.")
    case .phoneCode:
      return code(
        facts, subject: "Dein Anmeldecode für \(service)",
        asks: "Gib diesen Code ein, um dich bei \(service) anzumelden:",
        short: "ist dein Code für \(service).",
        ignore: "Du meldest dich gerade nicht an? Dann ignoriere diese Nachricht. Ohne den Code"
          + " kann sich niemand anmelden.")
    case .accountDeletionCode:
      return code(
        facts, subject: "Bestätige die Löschung deines Kontos bei \(service)",
        asks: "Gib diesen Code ein, um dein Konto bei \(service) endgültig zu löschen:",
        short: "ist dein Code, um dein Konto bei \(service) zu LÖSCHEN.",
        ignore: "Du willst es nicht löschen? Dann gib den Code nicht ein und ändere dein"
          + " Passwort: Jemand anders ist in deinem Konto angemeldet.")
    case .identifierVerificationCode:
      return code(
        facts, subject: "Bestätige diese Adresse für \(service)",
        asks: "Gib diesen Code ein, um diese Adresse oder Nummer zu deinem Konto bei \(service)"
          + " hinzuzufügen:",
        short: "ist dein Code, um diese Nummer bei \(service) hinzuzufügen.",
        ignore: "Du hast ihn nicht angefordert? Dann ignoriere diese Nachricht. Ohne den Code"
          + " wird nichts hinzugefügt.")
    case .secondProofCode:
      return code(
        facts, subject: "Bestätige deine Anmeldung bei \(service)",
        asks:
          "Jemand, vermutlich du, meldet sich mit deiner Telefonnummer auf einem neuen Gerät bei"
          + " \(service) an. Gib diesen Code ein, um fortzufahren:",
        short: "ist dein Code, um dein Konto bei \(service) zu öffnen.",
        ignore:
          "Wenn du es nicht bist, gib den Code nicht ein und entferne die Nummer aus deinem"
          + " Konto: Sie gehört jetzt jemand anderem.")
    case .stepUpCode:
      return code(
        facts, subject: "Bestätige eine Änderung bei \(service)",
        asks: "Gib diesen Code ein, um eine Änderung an deinem Konto bei \(service) zu bestätigen:",
        short: "ist dein Code, um eine Änderung bei \(service) zu bestätigen.",
        ignore:
          "Du änderst gerade nichts? Dann gib den Code nicht ein und ändere dein Passwort: Jemand"
          + " anders ist in deinem Konto angemeldet.")
    case .temporaryPassword:
      return code(
        facts, subject: "Dein vorläufiges Passwort für \(service)",
        asks:
          "Melde dich mit diesem vorläufigen Passwort bei \(service) an, und wähle dann ein neues:",
        it: "es",
        short: "ist dein vorläufiges Passwort für \(service).",
        ignore: "Du hast es nicht angefordert? Dann ignoriere diese Nachricht. Dein bisheriges"
          + " Passwort gilt weiter.")
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
    let otherwise = " Wenn du es nicht warst, wähle in der App sofort \(forgot)."
    let otherwiseShort = " Nicht du? Wähle in der App sofort \(forgotShort)."
    let confirms = "Die Seite fragt nach, bevor etwas geschieht."
    let restores =
      "\(confirms) Dein Konto ist danach wieder wie vorher, und wer sich seitdem angemeldet hat,"
      + " wird abgemeldet."
    switch template {
    case .passwordChanged:
      return notice(
        subject: "Dein Passwort bei \(service) wurde geändert",
        "Dein Passwort bei \(service) wurde geändert, und alle anderen Geräte wurden abgemeldet."
          + otherwise,
        sms: "Dein Passwort bei \(service) wurde geändert." + otherwiseShort)
    case .identifierChanged:
      return notice(
        subject: "Dein Konto bei \(service) wurde geändert",
        "In deinem Konto bei \(service) wurde eine E-Mail-Adresse oder Telefonnummer hinzugefügt"
          + " oder ersetzt. Wenn du es nicht warst, mach die Änderung innerhalb von 7 Tagen"
          + " rückgängig:\n\n\(facts.link)\n\n\(restores)",
        sms: "Eine Adresse oder Nummer deines Kontos bei \(service) wurde geändert. Nicht von dir?"
          + " Öffne \(facts.link) in der App.")
    case .identifierChangedElsewhere:
      return notice(
        subject: "Dein Konto bei \(service) wurde geändert",
        "In deinem Konto bei \(service) wurde eine E-Mail-Adresse oder Telefonnummer hinzugefügt"
          + " oder ersetzt. Wenn du es nicht warst, mach die Änderung rückgängig: mit dem Link in"
          + " der E-Mail, die wir dir geschickt haben.",
        sms: "Eine Adresse oder Nummer deines Kontos bei \(service) wurde geändert. Nicht von dir?"
          + " Sieh in die E-Mail, die wir dir geschickt haben.")
    case .factorChanged:
      return notice(
        subject: "Die Anmeldung in zwei Schritten bei \(service) wurde geändert",
        "In deinem Konto bei \(service) wurden die Anmeldung in zwei Schritten, eine"
          + " Authenticator-App oder die Wiederherstellungscodes geändert. Wenn du es nicht"
          + " warst, mach die Änderung innerhalb von 7 Tagen"
          + " rückgängig:\n\n\(facts.link)\n\n\(restores)",
        sms: "Die Anmeldung in zwei Schritten bei \(service) wurde geändert. Nicht von dir? Öffne"
          + " \(facts.link) in der App.")
    case .factorReset:
      return notice(
        subject: "Jemand will die Anmeldung in zwei Schritten bei \(service) entfernen",
        "Jemand, vermutlich du, hat sich mit deinem Passwort bei \(service) angemeldet und"
          + " angegeben, die Authenticator-App verloren zu haben. In 72 Stunden ist die Anmeldung"
          + " ohne sie möglich. Wenn du es nicht warst, stoppe das sofort und ändere dein"
          + " Passwort:\n\n\(facts.link)\n\n\(confirms)",
        sms: "Jemand will die Anmeldung in zwei Schritten bei \(service) entfernen. Nicht du? Öffne"
          + " \(facts.link) in der App.")
    case .factorChangedElsewhere:
      return notice(
        subject: "Die Anmeldung in zwei Schritten bei \(service) ändert sich",
        "Die Anmeldung in zwei Schritten bei \(service) wurde geändert, oder jemand will sie"
          + " entfernen. Wenn du es nicht warst, stoppe das mit dem Link in der E-Mail, die wir"
          + " dir geschickt haben.",
        sms: "Die Anmeldung in zwei Schritten bei \(service) ändert sich. Nicht von dir? Sieh in"
          + " die E-Mail, die wir dir geschickt haben.")
    case .changeUndone:
      return notice(
        subject: "Dein Konto bei \(service) ist wieder wie vorher",
        "Eine Änderung an deinem Konto bei \(service) wurde rückgängig gemacht. E-Mail-Adressen,"
          + " Telefonnummern und Passwort sind wieder wie vorher. Wenn jemand anders dein"
          + " Passwort kennen könnte, wähle in der App \(forgot).",
        sms: "Eine Änderung an deinem Konto bei \(service) wurde rückgängig gemacht. Kennt jemand"
          + " dein Passwort? Wähle \(forgotShort).")
    case .newDevice:
      return notice(
        subject: "Ein neues Gerät hat sich bei \(service) angemeldet",
        "Jemand, vermutlich du, hat sich auf einem neuen Gerät in deinem Konto bei \(service)"
          + " angemeldet." + otherwise,
        sms: "Neues Gerät in deinem Konto bei \(service) angemeldet." + otherwiseShort)
    case .newSignIn:
      return notice(
        subject: "Neue Anmeldung bei \(service)",
        "Jemand, vermutlich du, hat sich in deinem Konto bei \(service) mit einer App angemeldet,"
          + " die wir beim nächsten Mal nicht wiedererkennen können." + otherwise,
        sms: "Neue Anmeldung in deinem Konto bei \(service)." + otherwiseShort)
    case .passkeyCloned:
      return notice(
        subject: "Ein Passkey deines Kontos bei \(service) wurde abgelehnt",
        "Wir haben einen Passkey deines Kontos bei \(service) abgelehnt, weil ihn jemand anders"
          + " kopiert haben könnte. Melde dich auf anderem Weg an, entferne den Passkey in der"
          + " App, und erstelle einen neuen. Die App zeigt, welcher es ist.",
        sms:
          "Ein Passkey deines Kontos bei \(service) wurde abgelehnt: Er könnte kopiert worden"
          + " sein. Entferne ihn in der App.")
    case .deletionScheduled:
      guard let moment = facts.moment else { return nil }
      let day =
        "\(moment.day). \(months[moment.month - 1]) \(moment.year) um \(moment.clock) Uhr (UTC)"
      return notice(
        subject: "Dein Konto bei \(service) wird gelöscht",
        "Du hast die Löschung deines Kontos bei \(service) angefordert, und alle Geräte wurden"
          + " abgemeldet. Das Konto wird am \(day) mit allen Daten gelöscht.\n\nWenn du es"
          + " behalten willst, melde dich vorher an. Wenn du es nicht warst, melde dich jetzt an,"
          + " und ändere dein Passwort.",
        sms:
          "Dein Konto bei \(service) wird am \(day) gelöscht. Melde dich vorher an, um es zu"
          + " behalten."
      )
    case .numberDetached:
      return notice(
        subject: "Telefonnummer aus deinem Konto bei \(service) entfernt",
        "Jemand anders hat bestätigt, dass deine Telefonnummer jetzt ihm gehört. Deshalb haben"
          + " wir sie aus deinem Konto bei \(service) entfernt und die Geräte abgemeldet, die"
          + " sich damit angemeldet hatten. Mit deiner E-Mail-Adresse kannst du dich weiterhin"
          + " anmelden. Wenn die Nummer dir gehört, füge sie wieder hinzu.",
        sms: "Diese Nummer wurde aus einem Konto bei \(service) entfernt, weil jemand anders sie"
          + " bestätigt hat.")
    case .confirmedWithoutPassword:
      return notice(
        subject: "Lege dein Passwort bei \(service) fest",
        "Dein Konto bei \(service) ist bestätigt. Mit dieser Adresse gab es mehr als eine"
          + " Registrierung, und wir konnten nicht erkennen, welches Passwort gelten soll."
          + " Deshalb gilt keines. Wähle in der App \(forgot), um deines festzulegen.",
        sms: "Dein Konto bei \(service) ist bestätigt. Wähle in der App \(forgotShort), um ein"
          + " Passwort festzulegen.")
    default: return nil
    }
  }

  /// As the button in the app is called.
  private static let forgot = "„Passwort vergessen?“"
  private static let forgotShort = "\"Passwort vergessen?\""

  /// - Parameter it: the pronoun for what is sent, by its gender.
  private static func code(
    _ facts: MessageFacts, subject: String, asks: String, it: String = "ihn", short: String,
    ignore: String
  ) -> MessageText {
    let what = it == "ihn" ? "Er" : "Es"
    return MessageText(
      subject: subject,
      body: """
        \(asks)

        \(facts.code)

        \(what) gilt \(time(facts)) lang und nur einmal. Gib \(it) nur in der App oder auf der Seite
        ein, wo du \(it) angefordert hast. Niemand von \(facts.service) wird dich je danach fragen.

        \(ignore)

        """,
      sms: "\(facts.code) \(short) \(what) gilt \(time(facts)). Gib \(it) nicht weiter.")
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
