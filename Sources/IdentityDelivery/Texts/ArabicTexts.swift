import IdentityDomain

extension LanguageTexts {
  /// Written from right to left. A service's name may be in any script, so it is enclosed in
  /// isolates (U+2068, U+2069): it keeps its own direction without reordering the text around it.
  /// The first strong character of each paragraph is an Arabic letter, which makes the paragraph
  /// right-to-left; a code consists of digits only and gets no mark, so that autofill finds it
  /// bare.
  package static let arabic = LanguageTexts(tag: "ar") { template, facts in
    let service = "\u{2068}\(facts.service)\u{2069}"
    switch template {
    case .registrationCode:
      return code(
        facts, subject: "تأكيد حسابك في \(service)",
        asks: "رمزك لتأكيد حسابك في \(service):",
        short: "رمزك لتأكيد حسابك في \(service).",
        ignore: "إن لم تكن أنت من طلب إنشاء الحساب فلا تفعل شيئا: لن يُنشأ حساب من دون الرمز.")
    case .registrationTaken:
      return notice(
        subject: "لديك حساب في \(service) من قبل",
        "حاول شخص ما، ولعله أنت، التسجيل في \(service) بهذا العنوان، وله حساب من قبل. سجّل الدخول،"
          + " أو اختر «نسيت كلمة المرور» في التطبيق إن كنت لا تذكرها. إن لم تكن أنت فلا تفعل شيئا:"
          + " لم يتغير شيء.",
        sms: "لديك حساب في \(service) من قبل: سجّل الدخول أو اختر «نسيت كلمة المرور».")
    case .loginCode:
      return code(
        facts, subject: "رمزك لتسجيل الدخول إلى \(service)",
        asks: "رمزك لتسجيل الدخول إلى \(service):",
        short: "رمزك لتسجيل الدخول إلى \(service).",
        ignore: "إن لم تكن تسجّل الدخول الآن فلا تفعل شيئا: لا يدخل أحد من دون الرمز.")
    case .loginLink:
      return notice(
        subject: "تسجيل الدخول إلى \(service)",
        "افتح هذا الرابط لتسجيل الدخول إلى \(service):\n\n\(facts.link)\n\nيبقى صالحا حتى تسجّل الدخول، ولمدة"
          + " \(time(facts.minutes)) على الأكثر. تسألك الصفحة قبل أن تفعل شيئا. إن طلبت الرابط على جهاز آخر عرضت"
          + " لك رمزا تكتبه هناك، ولن يسألك أحد من \(service) عنه أبدا.\n\nإن لم تكن تسجّل الدخول الآن فلا تفعل"
          + " شيئا: لا يدخل أحد من دون الرابط.",
        sms: "تسجيل الدخول إلى \(service): \(facts.link)")
    case .passwordResetCode:
      return code(
        facts, subject: "رمزك لكلمة مرور جديدة في \(service)",
        asks: "رمزك لتعيين كلمة مرور جديدة في \(service):",
        short: "رمزك لكلمة مرور جديدة في \(service).",
        ignore: "إن لم تطلب ذلك فلا تفعل شيئا: تبقى كلمة مرورك كما هي.")
    case .phoneCode:
      return code(
        facts, subject: "رمزك لتسجيل الدخول إلى \(service)",
        asks: "رمزك لتسجيل الدخول إلى \(service):",
        short: "رمزك في \(service).",
        ignore: "إن لم تكن تسجّل الدخول الآن فلا تفعل شيئا: لا يدخل أحد من دون الرمز.")
    case .accountDeletionCode:
      return code(
        facts, subject: "رمزك لحذف حسابك في \(service)",
        asks: "رمزك لحذف حسابك في \(service) نهائيا:",
        short: "رمزك لحذف حسابك في \(service) نهائيا.",
        ignore: "إن كنت لا تريد حذفه فلا تُدخل الرمز، وغيّر كلمة مرورك: هناك من سجّل الدخول باسمك.")
    case .identifierVerificationCode:
      return code(
        facts, subject: "تأكيد هذا العنوان في \(service)",
        asks: "رمزك لإضافة هذا العنوان أو الرقم إلى حسابك في \(service):",
        short: "رمزك لإضافة هذا الرقم في \(service).",
        ignore: "إن لم يكن لك حساب هناك فلا تفعل شيئا: لا يُضاف شيء من دون الرمز.")
    case .secondProofCode:
      return code(
        facts, subject: "رمزك لفتح حسابك في \(service)",
        asks: "يسجّل شخص ما، ولعله أنت، الدخول إلى \(service) برقم هاتفك على جهاز جديد على حسابك."
          + " رمزك لفتحه:",
        short: "رمزك لفتح حسابك في \(service).",
        ignore: "إن لم تكن أنت فلا تُدخل الرمز، واحذف الرقم من حسابك: لقد صار لشخص آخر.")
    case .stepUpCode:
      return code(
        facts, subject: "تأكيد هويتك في \(service)",
        asks: "رمزك لتأكيد تغيير في حسابك في \(service):",
        short: "رمزك لتأكيد تغيير في حسابك في \(service).",
        ignore: "إن لم تكن تغيّر شيئا فلا تُدخل الرمز، وغيّر كلمة مرورك: هناك من سجّل الدخول باسمك.")
    case .temporaryPassword:
      return code(
        facts, subject: "رمزك المؤقت في \(service)",
        asks: "رمزك المؤقت لتسجيل الدخول إلى \(service) مكان كلمة المرور، ثم اختيار كلمة جديدة:",
        short: "رمزك المؤقت لتسجيل الدخول إلى \(service).",
        ignore: "إن لم تطلبه فلا تفعل شيئا: كلمة مرورك باقية كما هي.")
    case .passwordChanged, .identifierChanged, .identifierChangedElsewhere, .changeUndone,
      .factorChanged, .factorChangedElsewhere, .factorReset, .newDevice, .newSignIn,
      .numberDetached, .passkeyCloned, .deletionScheduled, .confirmedWithoutPassword:
      return arabicNotice(template, facts, service)
    case .grantRevocation, .suppressed: return nil
    }
  }

  private static func arabicNotice(
    _ template: MessageTemplate, _ facts: MessageFacts, _ service: String
  ) -> MessageText? {
    let otherwise = " إن لم تكن أنت فاختر «نسيت كلمة المرور» في التطبيق فورا."
    let otherwiseShort = " لست أنت؟ اختر «نسيت كلمة المرور» فورا."
    switch template {
    case .passwordChanged:
      return notice(
        subject: "تغيّرت كلمة مرورك في \(service)",
        "تغيّرت كلمة مرور حسابك في \(service)، وسُجّل خروج جميع الأجهزة الأخرى." + otherwise,
        sms: "تغيّرت كلمة مرورك في \(service)." + otherwiseShort)
    case .identifierChanged:
      return notice(
        subject: "تغيّر حسابك في \(service)",
        "أُضيف إلى حسابك في \(service) عنوان أو رقم هاتف، أو استُبدل به غيره. إن لم تكن أنت فتراجع عن"
          + " التغيير خلال 7 أيام:\n\n\(facts.link)\n\nتسألك الصفحة قبل أن تفعل شيئا، ثم تعيد حسابك كما"
          + " كان وتسجّل خروج من دخل منذ ذلك الحين.",
        sms:
          "تغيّر عنوان أو رقم هاتف في حسابك في \(service). لست أنت؟ افتح \(facts.link) في التطبيق.")
    case .identifierChangedElsewhere:
      return notice(
        subject: "تغيّر حسابك في \(service)",
        "أُضيف إلى حسابك في \(service) عنوان أو رقم هاتف، أو استُبدل به غيره. إن لم تكن أنت فتراجع عن"
          + " التغيير بالرابط في البريد الذي أرسلناه إليك.",
        sms:
          "تغيّر عنوان أو رقم هاتف في حسابك في \(service). لست أنت؟ انظر البريد الذي أرسلناه إليك.")
    case .factorChanged:
      return notice(
        subject: "تغيّر التحقق بخطوتين في حسابك في \(service)",
        "تغيّر التحقق بخطوتين في حسابك في \(service)، أو تطبيق المصادقة، أو رموز الاسترداد. إن لم تكن"
          + " أنت فتراجع عن التغيير خلال 7 أيام:\n\n\(facts.link)\n\nتسألك الصفحة قبل أن تفعل شيئا، ثم"
          + " تعيد حسابك كما كان وتسجّل خروج من دخل منذ ذلك الحين.",
        sms: "تغيّر التحقق بخطوتين في حسابك في \(service). لست أنت؟ افتح \(facts.link) في التطبيق.")
    case .factorReset:
      return notice(
        subject: "طلب إزالة التحقق بخطوتين من حسابك في \(service)",
        "سجّل شخص ما، ولعله أنت، الدخول إلى \(service) بكلمة مرورك وقال إن تطبيق المصادقة مفقود. بعد 72"
          + " ساعة يمكن الدخول من دونه. إن لم تكن أنت فأوقف ذلك فورا وغيّر كلمة"
          + " مرورك:\n\n\(facts.link)\n\nتسألك الصفحة قبل أن تفعل شيئا.",
        sms: "طُلبت إزالة التحقق بخطوتين من حسابك في \(service). لست أنت؟ افتح \(facts.link) في"
          + " التطبيق.")
    case .factorChangedElsewhere:
      return notice(
        subject: "يتغيّر التحقق بخطوتين في حسابك في \(service)",
        "تغيّر التحقق بخطوتين في حسابك في \(service)، أو طلب شخص ما إزالته. إن لم تكن أنت فأوقف ذلك"
          + " بالرابط في البريد الذي أرسلناه إليك.",
        sms: "يتغيّر التحقق بخطوتين في حسابك في \(service). لست أنت؟ انظر البريد الذي أرسلناه إليك.")
    case .changeUndone:
      return notice(
        subject: "عاد حسابك في \(service) كما كان",
        "جرى التراجع عن تغيير في حسابك في \(service). عادت العناوين والأرقام وكلمة المرور كما كانت."
          + " اختر «نسيت كلمة المرور» في التطبيق إن كان غيرك قد يعرف كلمة مرورك.",
        sms:
          "جرى التراجع عن تغيير في حسابك في \(service). اختر «نسيت كلمة المرور» إن كان غيرك قد يعرفها."
      )
    case .newDevice:
      return notice(
        subject: "تسجيل دخول من جهاز جديد إلى \(service)",
        "سجّل شخص ما، ولعله أنت، الدخول إلى حسابك في \(service) من جهاز لم يعرفه الحساب من قبل."
          + otherwise,
        sms: "سُجّل الدخول إلى حسابك في \(service) من جهاز جديد." + otherwiseShort)
    case .newSignIn:
      return notice(
        subject: "تسجيل دخول جديد إلى \(service)",
        "سجّل شخص ما، ولعله أنت، الدخول إلى حسابك في \(service) ببرنامج لا يمكن التعرّف عليه مرة أخرى."
          + otherwise,
        sms: "تسجيل دخول جديد إلى حسابك في \(service)." + otherwiseShort)
    case .passkeyCloned:
      return notice(
        subject: "رُفض مفتاح مرور لحسابك في \(service)",
        "رُفض أحد مفاتيح المرور لحسابك في \(service) لأنه قد يكون موجودا مرتين، وربما نسخه شخص آخر."
          + " سجّل الدخول بطريقة أخرى، ثم احذف مفتاح المرور في التطبيق وأنشئ غيره. يبيّن التطبيق أيّها هو.",
        sms: "رُفض مفتاح مرور لحسابك في \(service)، وربما نُسخ. احذفه في التطبيق.")
    case .deletionScheduled:
      guard let moment = facts.moment else { return nil }
      let day =
        "\(moment.day) \(months[moment.month - 1]) \(moment.year) الساعة \(moment.clock) بالتوقيت العالمي"
      return notice(
        subject: "سيُحذف حسابك في \(service)",
        "طلبتَ حذف حسابك في \(service)، وسُجّل خروج جميع الأجهزة. سيُحذف الحساب بكل ما فيه في"
          + " \(day).\n\nإن أردت الاحتفاظ به فسجّل الدخول قبل ذلك. وإن لم تكن أنت فسجّل الدخول الآن وغيّر"
          + " كلمة مرورك.",
        sms: "سيُحذف حسابك في \(service) في \(day). للاحتفاظ به سجّل الدخول قبل ذلك.")
    case .numberDetached:
      return notice(
        subject: "لم يعد رقم هاتفك في حسابك في \(service)",
        "أثبت شخص آخر أن رقم هاتفك صار له، فحُذف الرقم من حسابك في \(service)، وسُجّل خروج الأجهزة"
          + " التي دخلت به. ما زال بإمكانك تسجيل الدخول بعنوانك. إن كان الرقم لك فأضفه من جديد.",
        sms: "حُذف هذا الرقم من حساب في \(service) لأن شخصا آخر أثبت أنه له.")
    case .confirmedWithoutPassword:
      return notice(
        subject: "عيّن كلمة مرورك في \(service)",
        "تأكّد حسابك في \(service). كان لهذا العنوان أكثر من طلب تسجيل واحد، ولم نعرف أي كلمة مرور"
          + " هي الصحيحة، فلم نُبق أيا منها. اختر «نسيت كلمة المرور» في التطبيق لتعيين كلمة مرورك.",
        sms: "تأكّد حسابك في \(service). اختر «نسيت كلمة المرور» لتعيين كلمة مرورك.")
    default: return nil
    }
  }

  /// Arabic has separate forms for one, two, a few (3 to 10) and many.
  private static func time(_ minutes: Int) -> String {
    switch minutes {
    case 1: "دقيقة واحدة"
    case 2: "دقيقتين"
    // For 103 minutes, the last two digits decide.
    case _ where (3...10).contains(minutes % 100): "\(minutes) دقائق"
    default: "\(minutes) دقيقة"
    }
  }

  private static func code(
    _ facts: MessageFacts, subject: String, asks: String, short: String, ignore: String
  ) -> MessageText {
    let time = time(facts.minutes)
    return MessageText(
      subject: subject,
      body: """
        \(asks)

        \(facts.code)

        الرمز صالح للاستخدام مرة واحدة لمدة \(time). لا تُدخله إلا في التطبيق أو الصفحة حيث طلبته؛
        لن يطلبه منك أبدا أحد من \u{2068}\(facts.service)\u{2069}.

        \(ignore)

        """,
      sms: "\(facts.code) \(short) صالح لمدة \(time). لا تخبر به أحدا.")
  }

  private static let months = [
    "يناير", "فبراير", "مارس", "أبريل", "مايو", "يونيو", "يوليو", "أغسطس", "سبتمبر", "أكتوبر",
    "نوفمبر", "ديسمبر",
  ]

  private static func notice(subject: String, _ words: String, sms: String) -> MessageText {
    MessageText(subject: subject, body: words + "\n", sms: sms)
  }
}
