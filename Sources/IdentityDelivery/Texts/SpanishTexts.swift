import IdentityDomain

extension LanguageTexts {
  /// The GSM alphabet includes `ñ`, `é`, `¿` and `¡`, but not `á`, `í`, `ó`, `ú` and curly quotes.
  /// An SMS therefore calls a code "clave" and a sign-in "acceso": a single `ó` more than halves
  /// what fits into it.
  package static let spanish = LanguageTexts(tag: "es") { template, facts in
    let service = facts.service
    switch template {
    case .registrationCode:
      return code(
        facts, subject: "Confirma tu cuenta de \(service)",
        asks: "Tu código para confirmar tu cuenta de \(service):",
        short: "es tu clave para confirmar tu cuenta de \(service).",
        ignore: "Si no te registraste, no hagas nada: sin el código no se crea ninguna cuenta.")
    case .registrationTaken:
      return notice(
        subject: "Ya tienes una cuenta de \(service)",
        "Alguien, probablemente tú, intentó registrarse en \(service) con este correo, que ya tiene"
          + " una cuenta. Inicia sesión o, si no sabes tu contraseña, elige \(forgot) en la app. Si"
          + " no fuiste tú, no hagas nada: no ha cambiado nada.",
        sms: "Ya tienes una cuenta de \(service). Si no sabes tu contraseña, elige"
          + " \(forgotShort) en la app.")
    case .loginCode:
      return code(
        facts, subject: "Tu código para iniciar sesión en \(service)",
        asks: "Tu código para iniciar sesión en \(service):",
        short: "es tu clave para acceder a \(service).",
        ignore: "Si no estás iniciando sesión, no hagas nada: sin el código no entra nadie.")
    case .loginLink:
      return notice(
        subject: "Inicia sesión en \(service)",
        "Abre este enlace para iniciar sesión en \(service):\n\n\(facts.link)\n\nSirve hasta que"
          + " inicies sesión, durante \(time(facts)) como máximo. La página te pide confirmación"
          + " antes de hacer nada. Si pediste el enlace en otro dispositivo, te muestra un código"
          + " para que lo escribas allí; nadie de \(service) te lo pedirá nunca.\n\nSi no estás"
          + " iniciando sesión, no hagas nada: sin el enlace no entra nadie.",
        sms: "Accede a \(service): \(facts.link)")
    case .passwordResetCode:
      return code(
        facts, subject: "Tu código para una contraseña nueva de \(service)",
        asks: "Tu código para elegir una contraseña nueva de \(service):",
        short: "es tu clave para elegir otra contraseña de \(service).",
        ignore: "Si no lo pediste, no hagas nada: tu contraseña sigue siendo la misma.")
    case .phoneCode:
      return code(
        facts, subject: "Tu código para iniciar sesión en \(service)",
        asks: "Tu código para iniciar sesión en \(service):",
        short: "es tu clave de \(service).",
        ignore: "Si no estás iniciando sesión, no hagas nada: sin el código no entra nadie.")
    case .accountDeletionCode:
      return code(
        facts, subject: "Tu código para eliminar tu cuenta de \(service)",
        asks: "Tu código para eliminar para siempre tu cuenta de \(service):",
        short: "es tu clave para ELIMINAR tu cuenta de \(service).",
        ignore: "Si no quieres eliminarla, no escribas el código y cambia tu contraseña: alguien ha"
          + " iniciado sesión con tu cuenta.")
    case .identifierVerificationCode:
      return code(
        facts, subject: "Confirma este correo para \(service)",
        asks: "Tu código para añadir este correo o teléfono a tu cuenta de \(service):",
        short: "es tu clave para añadir este teléfono en \(service).",
        ignore: "Si no tienes una cuenta ahí, no hagas nada: sin el código no se añade nada.")
    case .secondProofCode:
      return code(
        facts, subject: "Tu código para entrar en tu cuenta de \(service)",
        asks:
          "Alguien, probablemente tú, quiere iniciar sesión en \(service) con tu número de teléfono"
          + " desde un dispositivo nuevo para tu cuenta. Tu código para entrar en ella:",
        short: "es tu clave para acceder a tu cuenta de \(service).",
        ignore:
          "Si no eres tú, no escribas el código y quita el número de tu cuenta: ahora lo tiene"
          + " otra persona.")
    case .stepUpCode:
      return code(
        facts, subject: "Confirma un cambio en tu cuenta de \(service)",
        asks: "Tu código para confirmar un cambio en tu cuenta de \(service):",
        short: "es tu clave para confirmar un cambio en \(service).",
        ignore:
          "Si no estás cambiando nada, no escribas el código y cambia tu contraseña: alguien ha"
          + " iniciado sesión con tu cuenta.")
    case .temporaryPassword:
      return code(
        facts, subject: "Tu contraseña temporal de \(service)",
        asks: "Tu contraseña temporal para iniciar sesión en \(service) y elegir una nueva:",
        it: "la",
        short: "es tu contraseña temporal de \(service).",
        ignore: "Si no la pediste, no hagas nada: tu contraseña sigue funcionando.")
    case .passwordChanged, .identifierChanged, .identifierChangedElsewhere, .changeUndone,
      .factorChanged, .factorChangedElsewhere, .factorReset, .newDevice, .newSignIn,
      .numberDetached, .passkeyCloned, .deletionScheduled, .confirmedWithoutPassword:
      return spanishNotice(template, facts, service)
    case .grantRevocation, .suppressed: return nil
    }
  }

  private static func spanishNotice(
    _ template: MessageTemplate, _ facts: MessageFacts, _ service: String
  ) -> MessageText? {
    let otherwise = " Si no fuiste tú, elige enseguida \(forgot) en la app."
    let otherwiseShort = " ¿No lo reconoces? Elige enseguida \(forgotShort) en la app."
    switch template {
    case .passwordChanged:
      return notice(
        subject: "Tu contraseña de \(service) ha cambiado",
        "La contraseña de tu cuenta de \(service) ha cambiado y se ha cerrado la sesión en todos"
          + " los demás dispositivos." + otherwise,
        sms: "Tu contraseña de \(service) ha cambiado." + otherwiseShort)
    case .identifierChanged:
      return notice(
        subject: "Tu cuenta de \(service) ha cambiado",
        "Se ha añadido o reemplazado un correo o un teléfono de tu cuenta de \(service). Si no"
          + " fuiste tú, deshaz el cambio en un plazo de 7 días:\n\n\(facts.link)\n\nLa página te"
          + " pide confirmación antes de hacer nada. Tu cuenta vuelve a estar como antes y se"
          + " cierra la sesión de quien haya entrado desde entonces.",
        sms: "Ha cambiado un correo o teléfono de tu cuenta de \(service). ¿No lo reconoces? Abre"
          + " \(facts.link) en la app.")
    case .identifierChangedElsewhere:
      return notice(
        subject: "Tu cuenta de \(service) ha cambiado",
        "Se ha añadido o reemplazado un correo o un teléfono de tu cuenta de \(service). Si no"
          + " fuiste tú, deshaz el cambio con el enlace del mensaje que te enviamos por correo.",
        sms: "Ha cambiado un correo o teléfono de tu cuenta de \(service). ¿No lo reconoces? Revisa"
          + " el mensaje que te enviamos por correo.")
    case .factorChanged:
      return notice(
        subject: "Ha cambiado la verificación en dos pasos de \(service)",
        "En tu cuenta de \(service) ha cambiado la verificación en dos pasos, una app de"
          + " autenticación o los códigos de recuperación. Si no fuiste tú, deshaz el cambio en un"
          + " plazo de 7 días:\n\n\(facts.link)\n\nLa página te pide confirmación antes de hacer"
          + " nada. Tu cuenta vuelve a estar como antes y se cierra la sesión de quien haya entrado"
          + " desde entonces.",
        sms: "Ha cambiado el segundo paso para acceder a tu cuenta de \(service). ¿No lo reconoces?"
          + " Abre \(facts.link) en la app.")
    case .factorReset:
      return notice(
        subject: "Alguien pide quitar la verificación en dos pasos de \(service)",
        "Alguien, probablemente tú, inició sesión en \(service) con tu contraseña e indicó que"
          + " perdió la app de autenticación. Dentro de 72 horas podrá iniciar sesión sin ella. Si"
          + " no fuiste tú, detenlo enseguida y cambia tu contraseña:\n\n\(facts.link)\n\nLa página"
          + " te pide confirmación antes de hacer nada.",
        sms: "Alguien quiere quitar el segundo paso para acceder a tu cuenta de \(service). Si no"
          + " lo has pedido, abre \(facts.link) en la app.")
    case .factorChangedElsewhere:
      return notice(
        subject: "Cambios en la verificación en dos pasos de \(service)",
        "Ha cambiado la verificación en dos pasos de tu cuenta de \(service), o alguien quiere"
          + " quitarla. Si no fuiste tú, detenlo con el enlace del mensaje que te enviamos por"
          + " correo.",
        sms: "Cambios en el segundo paso para acceder a tu cuenta de \(service). ¿No los reconoces?"
          + " Revisa el mensaje que te enviamos por correo.")
    case .changeUndone:
      return notice(
        subject: "Tu cuenta de \(service) está como antes",
        "Se ha deshecho un cambio en tu cuenta de \(service). Los correos, los teléfonos y la"
          + " contraseña vuelven a ser los de antes. Elige \(forgot) en la app si es posible que"
          + " otra persona sepa tu contraseña.",
        sms: "Se ha deshecho un cambio en tu cuenta de \(service). Si alguien puede saber tu"
          + " contraseña, elige \(forgotShort) en la app.")
    case .newDevice:
      return notice(
        subject: "Inicio de sesión en \(service) desde un dispositivo nuevo",
        "Alguien, probablemente tú, inició sesión en tu cuenta de \(service) desde un dispositivo"
          + " que no conocíamos." + otherwise,
        sms: "Un dispositivo nuevo ha accedido a tu cuenta de \(service)." + otherwiseShort)
    case .newSignIn:
      return notice(
        subject: "Nuevo inicio de sesión en \(service)",
        "Alguien, probablemente tú, inició sesión en tu cuenta de \(service) con un programa que no"
          + " podremos reconocer la próxima vez." + otherwise,
        sms: "Nuevo acceso a tu cuenta de \(service)." + otherwiseShort)
    case .passkeyCloned:
      return notice(
        subject: "Se ha rechazado una llave de acceso de \(service)",
        "Se ha rechazado una llave de acceso de tu cuenta de \(service) porque puede estar"
          + " duplicada: es posible que otra persona la haya copiado. Inicia sesión de otra forma,"
          + " quita la llave de acceso en la app y crea una nueva. La app te indica cuál es.",
        sms: "Se ha rechazado una llave de acceso de tu cuenta de \(service): alguien puede haberla"
          + " copiado. Quita esa llave en la app.")
    case .deletionScheduled:
      guard let moment = facts.moment else { return nil }
      let day =
        "\(moment.day) de \(months[moment.month - 1]) de \(moment.year) (\(moment.clock) UTC)"
      return notice(
        subject: "Tu cuenta de \(service) se eliminará",
        "Pediste eliminar tu cuenta de \(service) y se ha cerrado la sesión en todos los"
          + " dispositivos. La cuenta y todo lo que contiene se eliminarán el \(day).\n\nPara"
          + " conservarla, inicia sesión antes. Si no fuiste tú, inicia sesión ahora y cambia tu"
          + " contraseña.",
        sms: "Tu cuenta de \(service) va a eliminarse el \(day). Para conservarla, accede antes.")
    case .numberDetached:
      return notice(
        subject: "Tu teléfono ya no está en tu cuenta de \(service)",
        "Otra persona ha demostrado que tu número de teléfono ahora es suyo. Por eso se ha quitado"
          + " de tu cuenta de \(service) y se ha cerrado la sesión en los dispositivos que entraron"
          + " con él. Puedes seguir iniciando sesión con tu correo. Si el número es tuyo, vuelve a"
          + " añadirlo.",
        sms: "Este teléfono se ha quitado de una cuenta de \(service) porque otra persona ha"
          + " demostrado que es suyo.")
    case .confirmedWithoutPassword:
      return notice(
        subject: "Elige tu contraseña de \(service)",
        "Tu cuenta de \(service) está confirmada. Había más de un registro abierto con este correo"
          + " y no pudimos saber qué contraseña conservar, así que no se ha conservado ninguna."
          + " Elige \(forgot) en la app para crear la tuya.",
        sms: "Tu cuenta de \(service) se ha confirmado. Para crear tu contraseña, elige"
          + " \(forgotShort) en la app.")
    default: return nil
    }
  }

  /// As the button in the app is called.
  private static let forgot = "“¿Olvidaste tu contraseña?”"
  private static let forgotShort = "\"¿Olvidaste tu contraseña?\""

  /// - Parameter it: the pronoun for what is sent, by its gender.
  private static func code(
    _ facts: MessageFacts, subject: String, asks: String, it: String = "lo", short: String,
    ignore: String
  ) -> MessageText {
    MessageText(
      subject: subject,
      body: """
        \(asks)

        \(facts.code)

        Sirve una sola vez y caduca en \(time(facts)). Escríbe\(it) solo en la app o la página donde
        \(it) pediste; nadie de \(facts.service) te \(it) pedirá nunca.

        \(ignore)

        """,
      sms: "\(facts.code) \(short) Caduca en \(time(facts)). No la compartas.")
  }

  private static func time(_ facts: MessageFacts) -> String {
    facts.minutes == 1 ? "1 minuto" : "\(facts.minutes) minutos"
  }

  private static let months = [
    "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre",
    "octubre", "noviembre", "diciembre",
  ]

  private static func notice(subject: String, _ words: String, sms: String) -> MessageText {
    MessageText(subject: subject, body: words + "\n", sms: sms)
  }
}
