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
        asks: "أدخل هذا الرمز لتأكيد حسابك في \(service):",
        short: "هو رمز تأكيد حسابك في \(service).",
        ignore: "إذا لم تطلب إنشاء حساب، فتجاهل هذه الرسالة. لن يُنشأ أي حساب من دون الرمز.")
    case .registrationTaken:
      return notice(
        subject: "لديك حساب في \(service) بالفعل",
        "حاول شخص ما، على الأرجح أنت، إنشاء حساب في \(service) بهذا العنوان، ولديه حساب بالفعل."
          + " سجّل الدخول به. وإذا نسيت كلمة المرور، فاختر \(forgot) في التطبيق.\n\nإذا لم تكن"
          + " أنت، فتجاهل هذه الرسالة. لم يتغيّر شيء.",
        sms: "لديك حساب في \(service) بالفعل. سجّل الدخول أو اختر \(forgot) في التطبيق.")
    case .loginCode:
      return code(
        facts, subject: "رمز تسجيل الدخول إلى \(service)",
        asks: "أدخل هذا الرمز لتسجيل الدخول إلى \(service):",
        short: "هو رمز تسجيل دخولك إلى \(service).",
        ignore: "إذا لم تكن تسجّل الدخول الآن، فتجاهل هذه الرسالة. لا يمكن لأحد تسجيل الدخول من"
          + " دون الرمز.")
    case .loginLink:
      return notice(
        subject: "تسجيل الدخول إلى \(service)",
        "افتح هذا الرابط لتسجيل الدخول إلى \(service):\n\n\(facts.link)\n\nينتهي الرابط بعد"
          + " \(time(facts.minutes)) أو بمجرد تسجيل الدخول. ستطلب منك الصفحة تأكيد تسجيل الدخول"
          + " أولًا. وإذا طلبت الرابط على جهاز آخر، فستعرض الصفحة رمزًا لتُدخله هناك. لن يطلب منك"
          + " أحد من \(service) هذا الرمز أبدًا.\n\nإذا لم تكن تسجّل الدخول الآن، فتجاهل هذه"
          + " الرسالة. لا يمكن لأحد تسجيل الدخول من دون الرابط.",
        sms: "تسجيل الدخول إلى \(service): \(facts.link)")
    case .passwordResetCode:
      return code(
        facts, subject: "إعادة تعيين كلمة المرور في \(service)",
        asks: "أدخل هذا الرمز لتعيين كلمة مرور جديدة في \(service):",
        short: "هو رمز تغيير كلمة مرورك في \(service).",
        ignore: "إذا لم تطلبه، فتجاهل هذه الرسالة. ستبقى كلمة مرورك كما هي.")
    case .phoneCode:
      return code(
        facts, subject: "رمز تسجيل الدخول إلى \(service)",
        asks: "أدخل هذا الرمز لتسجيل الدخول إلى \(service):",
        short: "هو رمزك في \(service).",
        ignore: "إذا لم تكن تسجّل الدخول الآن، فتجاهل هذه الرسالة. لا يمكن لأحد تسجيل الدخول من"
          + " دون الرمز.")
    case .accountDeletionCode:
      return code(
        facts, subject: "تأكيد حذف حسابك في \(service)",
        asks: "أدخل هذا الرمز لحذف حسابك في \(service) نهائيًا:",
        short: "هو رمز حذف حسابك في \(service) نهائيًا.",
        ignore: "إذا كنت لا تريد حذفه، فلا تُدخل الرمز، وغيّر كلمة مرورك: شخص آخر سجّل الدخول إلى"
          + " حسابك.")
    case .identifierVerificationCode:
      return code(
        facts, subject: "تأكيد هذا العنوان في \(service)",
        asks: "أدخل هذا الرمز لإضافة هذا العنوان أو الرقم إلى حسابك في \(service):",
        short: "هو رمز إضافة هذا الرقم في \(service).",
        ignore: "إذا لم تطلبه، فتجاهل هذه الرسالة. لن يُضاف شيء من دون الرمز.")
    case .secondProofCode:
      return code(
        facts, subject: "تأكيد تسجيل دخولك إلى \(service)",
        asks: "يسجّل شخص ما، على الأرجح أنت، الدخول إلى \(service) برقم هاتفك على جهاز جديد. أدخل"
          + " هذا الرمز للمتابعة:",
        short: "هو رمز فتح حسابك في \(service).",
        ignore: "إذا لم تكن أنت، فلا تُدخل الرمز، واحذف الرقم من حسابك: فهو الآن لشخص آخر.")
    case .stepUpCode:
      return code(
        facts, subject: "تأكيد تغيير في حسابك في \(service)",
        asks: "أدخل هذا الرمز لتأكيد تغيير في حسابك في \(service):",
        short: "هو رمز تأكيد تغيير في حسابك في \(service).",
        ignore: "إذا لم تكن تغيّر شيئًا، فلا تُدخل الرمز، وغيّر كلمة مرورك: شخص آخر سجّل الدخول"
          + " إلى حسابك.")
    case .temporaryPassword:
      return code(
        facts, subject: "كلمة مرورك المؤقتة في \(service)",
        asks: "سجّل الدخول إلى \(service) بكلمة المرور المؤقتة هذه، ثم اختر كلمة مرور جديدة:",
        isFeminine: true,
        short: "هي كلمة مرورك المؤقتة في \(service).",
        ignore: "إذا لم تطلبها، فتجاهل هذه الرسالة. كلمة مرورك الحالية ما زالت صالحة.")
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
    let otherwise = " إذا لم تكن أنت، فاختر \(forgot) في التطبيق فورًا."
    let otherwiseShort = " لست أنت؟ اختر \(forgot) فورًا."
    let confirms = "ستطلب منك الصفحة التأكيد أولًا."
    let restores =
      "\(confirms) ثم يعود حسابك كما كان، ويُسجّل خروج كل من دخل منذ ذلك الحين."
    switch template {
    case .passwordChanged:
      return notice(
        subject: "تغيّرت كلمة مرورك في \(service)",
        "تغيّرت كلمة مرور حسابك في \(service)، وتم تسجيل الخروج من جميع الأجهزة الأخرى."
          + otherwise,
        sms: "تغيّرت كلمة مرورك في \(service)." + otherwiseShort)
    case .identifierChanged:
      return notice(
        subject: "تغيّر حسابك في \(service)",
        "أُضيف إلى حسابك في \(service) عنوان أو رقم هاتف، أو استُبدل به غيره. إذا لم تكن أنت،"
          + " فتراجع عن التغيير خلال 7 أيام:\n\n\(facts.link)\n\n\(restores)",
        sms:
          "تغيّر عنوان أو رقم هاتف في حسابك في \(service). لست أنت؟ افتح \(facts.link) في التطبيق.")
    case .identifierChangedElsewhere:
      return notice(
        subject: "تغيّر حسابك في \(service)",
        "أُضيف إلى حسابك في \(service) عنوان أو رقم هاتف، أو استُبدل به غيره. إذا لم تكن أنت،"
          + " فتراجع عن التغيير بالرابط في الرسالة التي أرسلناها إلى بريدك الإلكتروني.",
        sms:
          "تغيّر عنوان أو رقم هاتف في حسابك في \(service). لست أنت؟ راجع الرسالة في بريدك"
          + " الإلكتروني.")
    case .factorChanged:
      return notice(
        subject: "تغيّر التحقق بخطوتين في حسابك في \(service)",
        "تغيّر التحقق بخطوتين في حسابك في \(service)، أو تطبيق المصادقة، أو رموز الاسترداد. إذا"
          + " لم تكن أنت، فتراجع عن التغيير خلال 7 أيام:\n\n\(facts.link)\n\n\(restores)",
        sms: "تغيّر التحقق بخطوتين في حسابك في \(service). لست أنت؟ افتح \(facts.link) في التطبيق.")
    case .factorReset:
      return notice(
        subject: "طلب إزالة التحقق بخطوتين من حسابك في \(service)",
        "سجّل شخص ما، على الأرجح أنت، الدخول إلى \(service) بكلمة مرورك وأفاد بأنه فقد تطبيق"
          + " المصادقة. بعد 72 ساعة سيتمكن من تسجيل الدخول من دونه. إذا لم تكن أنت، فأوقف ذلك"
          + " فورًا وغيّر كلمة مرورك:\n\n\(facts.link)\n\n\(confirms)",
        sms: "طُلبت إزالة التحقق بخطوتين من حسابك في \(service). لست أنت؟ افتح \(facts.link) في"
          + " التطبيق.")
    case .factorChangedElsewhere:
      return notice(
        subject: "يتغيّر التحقق بخطوتين في حسابك في \(service)",
        "تغيّر التحقق بخطوتين في حسابك في \(service)، أو طلب شخص ما إزالته. إذا لم تكن أنت، فأوقف"
          + " ذلك بالرابط في الرسالة التي أرسلناها إلى بريدك الإلكتروني.",
        sms: "يتغيّر التحقق بخطوتين في حسابك في \(service). لست أنت؟ راجع الرسالة في بريدك"
          + " الإلكتروني.")
    case .changeUndone:
      return notice(
        subject: "عاد حسابك في \(service) كما كان",
        "تم التراجع عن تغيير في حسابك في \(service). عادت العناوين والأرقام وكلمة المرور كما"
          + " كانت. إذا كان شخص آخر قد عرف كلمة مرورك، فاختر \(forgot) في التطبيق.",
        sms: "تم التراجع عن تغيير في حسابك في \(service). إذا عرف غيرك كلمة مرورك، فاختر"
          + " \(forgot).")
    case .newDevice:
      return notice(
        subject: "تسجيل دخول من جهاز جديد إلى \(service)",
        "سجّل شخص ما، على الأرجح أنت، الدخول إلى حسابك في \(service) من جهاز جديد."
          + otherwise,
        sms: "سُجّل الدخول إلى حسابك في \(service) من جهاز جديد." + otherwiseShort)
    case .newSignIn:
      return notice(
        subject: "تسجيل دخول جديد إلى \(service)",
        "سجّل شخص ما، على الأرجح أنت، الدخول إلى حسابك في \(service) بتطبيق لن نتعرّف عليه في"
          + " المرة القادمة."
          + otherwise,
        sms: "تسجيل دخول جديد إلى حسابك في \(service)." + otherwiseShort)
    case .passkeyCloned:
      return notice(
        subject: "رُفض مفتاح مرور لحسابك في \(service)",
        "رُفض أحد مفاتيح المرور لحسابك في \(service) لأن شخصًا آخر ربما نسخه. سجّل الدخول بطريقة"
          + " أخرى، ثم احذف مفتاح المرور من التطبيق وأنشئ مفتاحًا جديدًا. يوضح التطبيق أي مفتاح"
          + " هو.",
        sms: "رُفض مفتاح مرور لحسابك في \(service)، وربما نُسخ. احذفه من التطبيق.")
    case .deletionScheduled:
      guard let moment = facts.moment else { return nil }
      let day =
        "\(moment.day) \(months[moment.month - 1]) \(moment.year) الساعة \(moment.clock) بالتوقيت"
        + " العالمي"
      return notice(
        subject: "سيُحذف حسابك في \(service)",
        "طلبت حذف حسابك في \(service)، وتم تسجيل الخروج من جميع الأجهزة. سيُحذف الحساب بكل ما فيه"
          + " في \(day).\n\nللاحتفاظ به، سجّل الدخول قبل ذلك. وإذا لم تكن أنت، فسجّل الدخول الآن"
          + " وغيّر كلمة مرورك.",
        sms: "سيُحذف حسابك في \(service) في \(day). للاحتفاظ به سجّل الدخول قبل ذلك.")
    case .numberDetached:
      return notice(
        subject: "أُزيل رقم هاتفك من حسابك في \(service)",
        "أكّد شخص آخر أن رقم هاتفك أصبح له، فأزلناه من حسابك في \(service)، وتم تسجيل الخروج من"
          + " الأجهزة التي استخدمته. ما زال بإمكانك تسجيل الدخول ببريدك الإلكتروني. إذا كان الرقم"
          + " لك، فأضفه من جديد.",
        sms: "أُزيل هذا الرقم من حساب في \(service) لأن شخصًا آخر أكّد أنه له.")
    case .confirmedWithoutPassword:
      return notice(
        subject: "تعيين كلمة مرورك في \(service)",
        "تم تأكيد حسابك في \(service). كان لهذا العنوان أكثر من طلب لإنشاء حساب، ولم نتمكن من"
          + " معرفة كلمة المرور المقصودة، فلم نحتفظ بأي منها. اختر \(forgot) في التطبيق لتعيين"
          + " كلمة مرورك.",
        sms: "تم تأكيد حسابك في \(service). اختر \(forgot) لتعيين كلمة مرورك.")
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

  /// As the button in the app is called.
  private static let forgot = "«هل نسيت كلمة المرور؟»"

  /// - Parameter isFeminine: the grammatical gender of what is sent.
  private static func code(
    _ facts: MessageFacts, subject: String, asks: String, isFeminine: Bool = false, short: String,
    ignore: String
  ) -> MessageText {
    let valid = isFeminine ? "صالحة" : "صالح"
    let it = isFeminine ? "ها" : "ه"
    let time = time(facts.minutes)
    return MessageText(
      subject: subject,
      body: """
        \(asks)

        \(facts.code)

        \(valid) لمرة واحدة لمدة \(time). لا تُدخل\(it) إلا في التطبيق أو الصفحة حيث طلبت\(it).
        لن يطلب\(it) منك أحد من \u{2068}\(facts.service)\u{2069} أبدًا.

        \(ignore)

        """,
      sms: "\(facts.code) \(short) \(valid) \(time). لا تشارك\(it) مع أحد.")
  }

  private static let months = [
    "يناير", "فبراير", "مارس", "أبريل", "مايو", "يونيو", "يوليو", "أغسطس", "سبتمبر", "أكتوبر",
    "نوفمبر", "ديسمبر",
  ]

  private static func notice(subject: String, _ words: String, sms: String) -> MessageText {
    MessageText(subject: subject, body: words + "\n", sms: sms)
  }
}
