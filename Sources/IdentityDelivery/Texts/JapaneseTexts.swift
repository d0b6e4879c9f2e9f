import IdentityDomain

extension LanguageTexts {
  /// An SMS is in UCS-2: 70 characters in one part, 67 in each of several. A paragraph is one line:
  /// a line break within it would be shown as a space.
  package static let japanese = LanguageTexts(tag: "ja") { template, facts in
    let service = facts.service
    switch template {
    case .registrationCode:
      return code(
        facts, subject: "アカウント登録の確認",
        asks: "\(service)のアカウント登録を完了するには、次のコードを入力してください。",
        short: "の登録コード",
        ignore: "お心当たりがない場合は、何もする必要はありません。コードを入力しない限り、アカウントは作成されません。")
    case .registrationTaken:
      return notice(
        facts, subject: "アカウントはすでに登録されています",
        "このメールアドレスで\(service)に登録する操作がありましたが、アカウントはすでにあります。ご本人の場合は、ログインしてください。"
          + "パスワードがわからない場合は、アプリの「パスワードを忘れた場合」を選択してください。"
          + "お心当たりがない場合は、何もする必要はありません。アカウントに変更はありません。",
        sms: "\(service)のアカウントはすでにあります。ログインするか「パスワードを忘れた場合」を選択してください。")
    case .loginCode:
      return code(
        facts, subject: "ログインコード",
        asks: "\(service)にログインするには、次のコードを入力してください。",
        short: "のログインコード",
        ignore: "お心当たりがない場合は、何もする必要はありません。コードがなければ、誰もログインできません。")
    case .loginLink:
      return notice(
        facts, subject: "ログイン用リンク",
        "\(service)にログインするには、次のリンクを開いてください。\n\n\(facts.link)\n\n"
          + "リンクの有効期限は\(facts.minutes)分で、ログインすると無効になります。開いたページで確認するまでは、何も行われません。"
          + "別のデバイスでリンクをリクエストした場合は、そのデバイスに入力するコードがページに表示されます。"
          + "\(service)の担当者がコードをお聞きすることはありません。\n\n"
          + "お心当たりがない場合は、何もする必要はありません。リンクがなければ、誰もログインできません。",
        sms: "\(service)へのログイン用リンク：\(facts.link)")
    case .passwordResetCode:
      return code(
        facts, subject: "パスワード再設定コード",
        asks: "\(service)の新しいパスワードを設定するには、次のコードを入力してください。",
        short: "のパスワード再設定コード",
        ignore: "お心当たりがない場合は、何もする必要はありません。現在のパスワードは変更されません。")
    case .phoneCode:
      return code(
        facts, subject: "ログインコード",
        asks: "\(service)にログインするには、次のコードを入力してください。",
        short: "の確認コード",
        ignore: "お心当たりがない場合は、何もする必要はありません。コードがなければ、誰もログインできません。")
    case .accountDeletionCode:
      return code(
        facts, subject: "アカウント削除コード",
        asks: "\(service)のアカウントを完全に削除するには、次のコードを入力してください。",
        short: "のアカウント削除コード",
        ignore: "お心当たりがない場合は、コードを入力せず、パスワードを変更してください。"
          + "他の人がログインしている可能性があります。")
    case .identifierVerificationCode:
      return code(
        facts, subject: "アカウントへの追加の確認",
        asks: "このメールアドレスまたは電話番号を\(service)のアカウントに追加するには、次のコードを入力してください。",
        short: "の電話番号追加コード",
        ignore: "\(service)のアカウントをお持ちでない場合は、何もする必要はありません。"
          + "コードを入力しない限り、何も追加されません。")
    case .secondProofCode:
      return code(
        facts, subject: "本人確認コード",
        asks: "新しいデバイスから、お客様の電話番号で\(service)にログインする操作がありました。"
          + "ご本人の場合は、次のコードを入力してください。",
        short: "の本人確認コード",
        ignore: "お心当たりがない場合は、コードを入力せず、この電話番号をアカウントから削除してください。"
          + "番号は現在、他の人が使用しています。")
    case .stepUpCode:
      return code(
        facts, subject: "アカウント変更の確認コード",
        asks: "\(service)のアカウントの変更を確認するには、次のコードを入力してください。",
        short: "の変更確認コード",
        ignore: "お心当たりがない場合は、コードを入力せず、パスワードを変更してください。"
          + "他の人がログインしている可能性があります。")
    case .temporaryPassword:
      return code(
        facts, subject: "仮パスワード",
        asks: "次の仮パスワードで\(service)にログインし、新しいパスワードを設定してください。",
        short: "の仮パスワード",
        ignore: "お心当たりがない場合は、何もする必要はありません。現在のパスワードは引き続き使えます。")
    case .passwordChanged, .identifierChanged, .identifierChangedElsewhere, .changeUndone,
      .factorChanged, .factorChangedElsewhere, .factorReset, .newDevice, .newSignIn,
      .numberDetached, .passkeyCloned, .deletionScheduled, .confirmedWithoutPassword:
      return japaneseNotice(template, facts, service)
    case .grantRevocation, .suppressed: return nil
    }
  }

  private static func japaneseNotice(
    _ template: MessageTemplate, _ facts: MessageFacts, _ service: String
  ) -> MessageText? {
    let otherwise = "お心当たりがない場合は、すぐにアプリの「パスワードを忘れた場合」からパスワードを再設定してください。"
    let otherwiseShort = "心当たりがなければ、すぐに「パスワードを忘れた場合」を選択してください。"
    let mailShort = "心当たりがなければ、お送りしたメールを確認してください。"
    let linkShort = "心当たりがなければ、アプリで \(facts.link) を開いてください。"
    let page = "開いたページで確認するまでは、何も行われません。"
    let restores = "取り消すと、アカウントは元の状態に戻り、変更後にログインした人はログアウトされます。"
    switch template {
    case .passwordChanged:
      return notice(
        facts, subject: "パスワードが変更されました",
        "\(service)のアカウントのパスワードが変更され、他のすべてのデバイスからログアウトされました。" + otherwise,
        sms: "\(service)のパスワードが変更されました。" + otherwiseShort)
    case .identifierChanged:
      return notice(
        facts, subject: "アカウントが変更されました",
        "\(service)のアカウントで、メールアドレスまたは電話番号が追加または変更されました。"
          + "お心当たりがない場合は、7日以内に次のリンクから変更を取り消してください。\n\n\(facts.link)\n\n"
          + page + restores,
        sms: "\(service)のメールアドレスか電話番号が変更されました。" + linkShort)
    case .identifierChangedElsewhere:
      return notice(
        facts, subject: "アカウントが変更されました",
        "\(service)のアカウントで、メールアドレスまたは電話番号が追加または変更されました。"
          + "お心当たりがない場合は、お送りしたメールのリンクから変更を取り消してください。",
        sms: "\(service)のメールアドレスか電話番号が変更されました。" + mailShort)
    case .factorChanged:
      return notice(
        facts, subject: "2段階認証の設定が変更されました",
        "\(service)のアカウントで、2段階認証、認証アプリ、または復旧コードが変更されました。"
          + "お心当たりがない場合は、7日以内に次のリンクから変更を取り消してください。\n\n\(facts.link)\n\n"
          + page + restores,
        sms: "\(service)の2段階認証の設定が変更されました。" + linkShort)
    case .factorReset:
      return notice(
        facts, subject: "2段階認証の解除が申請されました",
        "パスワードを使って\(service)にログインし、認証アプリをなくしたと申告する操作がありました。"
          + "72時間後に、認証アプリなしでログインできるようになります。"
          + "お心当たりがない場合は、すぐに次のリンクから中止し、パスワードを変更してください。\n\n\(facts.link)\n\n" + page,
        sms: "\(service)の2段階認証の解除が申請されました。" + linkShort)
    case .factorChangedElsewhere:
      return notice(
        facts, subject: "2段階認証に関するお知らせ",
        "\(service)のアカウントで、2段階認証が変更されたか、解除が申請されました。"
          + "お心当たりがない場合は、お送りしたメールのリンクから取り消してください。",
        sms: "\(service)の2段階認証が変更されたか、解除が申請されました。" + mailShort)
    case .changeUndone:
      return notice(
        facts, subject: "アカウントの変更が取り消されました",
        "\(service)のアカウントの変更が取り消されました。メールアドレス、電話番号、パスワードは変更前の状態に戻りました。"
          + "パスワードを他の人に知られた可能性がある場合は、アプリの「パスワードを忘れた場合」から再設定してください。",
        sms: "\(service)のアカウントの変更が取り消されました。"
          + "パスワードを知られた可能性があれば「パスワードを忘れた場合」を選択してください。")
    case .newDevice:
      return notice(
        facts, subject: "新しいデバイスからのログイン",
        "新しいデバイスから\(service)のアカウントにログインがありました。ご本人の場合は、何もする必要はありません。" + otherwise,
        sms: "\(service)に新しいデバイスからログインがありました。" + otherwiseShort)
    case .newSignIn:
      return notice(
        facts, subject: "新しいログイン",
        "識別できないアプリから\(service)のアカウントにログインがありました。"
          + "ご本人の場合は、何もする必要はありません。" + otherwise,
        sms: "\(service)に新しいログインがありました。" + otherwiseShort)
    case .passkeyCloned:
      return notice(
        facts, subject: "パスキーを拒否しました",
        "他の人にコピーされた可能性があるため、\(service)のアカウントのパスキーを拒否しました。"
          + "別の方法でログインし、アプリでそのパスキーを削除して、新しく作成してください。どのパスキーかはアプリで確認できます。",
        sms: "\(service)のパスキーを拒否しました。コピーされた可能性があります。アプリで削除してください。")
    case .deletionScheduled:
      guard let moment = facts.moment else { return nil }
      let day = "\(moment.year)年\(moment.month)月\(moment.day)日 \(moment.clock)（UTC）"
      return notice(
        facts, subject: "アカウント削除の予定",
        "\(service)のアカウントの削除が申請され、すべてのデバイスからログアウトされました。"
          + "アカウントとすべてのデータは、\(day)に削除されます。\n\n"
          + "取り消すには、それまでにログインしてください。お心当たりがない場合は、すぐにログインして、パスワードを変更してください。",
        sms: "\(service)のアカウントは\(day)に削除されます。取り消すには、それまでにログインしてください。")
    case .numberDetached:
      return notice(
        facts, subject: "電話番号がアカウントから外れました",
        "お客様の電話番号が現在は他の人のものであると確認されたため、\(service)のアカウントから削除し、"
          + "その番号でログインしていたデバイスからログアウトしました。メールアドレスでは引き続きログインできます。"
          + "ご自身の番号である場合は、再度追加してください。",
        sms: "この番号は他の人のものと確認されたため、\(service)のアカウントから削除されました。")
    case .confirmedWithoutPassword:
      return notice(
        facts, subject: "パスワードを設定してください",
        "\(service)のアカウントが確認されました。このメールアドレスでは複数の登録手続きが行われていて、"
          + "どのパスワードを使うべきか判断できなかったため、パスワードは設定されていません。"
          + "アプリの「パスワードを忘れた場合」から設定してください。",
        sms: "\(service)のアカウントが確認されました。「パスワードを忘れた場合」から設定してください。")
    default: return nil
    }
  }

  /// - Parameter short: what the code is, after the name of the service.
  private static func code(
    _ facts: MessageFacts, subject: String, asks: String, short: String, ignore: String
  ) -> MessageText {
    let expiry = "有効期限は\(facts.minutes)分で、使用すると無効になります。"
    let safety =
      "リクエストしたアプリまたはページ以外では入力しないでください。\(facts.service)の担当者がこの情報をお聞きすることはありません。"
    return MessageText(
      subject: title(subject, facts),
      body: """
        \(asks)

        \(facts.code)

        \(expiry)\(safety)

        \(ignore)

        """,
      sms: "\(facts.code) が\(facts.service)\(short)です。\(facts.minutes)分間有効。人に教えないでください。")
  }

  /// As mails in Japan have it: the sender's name in brackets, then the subject.
  private static func title(_ subject: String, _ facts: MessageFacts) -> String {
    "【\(facts.service)】\(subject)"
  }

  private static func notice(
    _ facts: MessageFacts, subject: String, _ words: String, sms: String
  ) -> MessageText {
    MessageText(subject: title(subject, facts), body: words + "\n", sms: sms)
  }
}
