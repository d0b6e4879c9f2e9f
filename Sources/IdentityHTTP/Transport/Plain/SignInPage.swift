/// The page that the link of a mail opens to sign in (CMP-11). Opening it does nothing. Its buttons lead back to
/// the app on the device that asked, or show a code to type there.
enum SignInPage {
  static let path = "/sign-in"

  static let page = MailPage(
    content: """
      <h1 id="title"></h1>
      <p id="text"></p>
      <button id="this" type="button" hidden></button>
      <button id="other" type="button" class="plain" hidden></button>
      <output id="code"></output>
      <p id="result" role="status"></p>
      """, texts: texts, script: script)

  private static let texts = #"""
    {
      en: {
        title: 'Sign in?',
        text: 'Did you just ask for this link? If not, close this page. Nobody has been signed in.',
        this: 'Continue on this device',
        other: 'I asked on another device',
        back: 'Go back to the app. If you asked for the link on another device, choose “I asked on another device”.',
        type: 'Enter this code on the device where you asked for the link. Don’t share it.',
        gone: 'This link has expired, or you’ve already signed in. Ask for a new one.'
      },
      de: {
        title: 'Anmelden?',
        text: 'Hast du diesen Link gerade angefordert? Wenn nicht, schließe diese Seite. Niemand wurde angemeldet.',
        this: 'Auf diesem Gerät fortfahren',
        other: 'Auf einem anderen Gerät angefordert',
        back: 'Geh zurück zur App. Wenn du den Link auf einem anderen Gerät angefordert hast, wähle „Auf einem '
          + 'anderen Gerät angefordert“.',
        type: 'Gib diesen Code auf dem Gerät ein, auf dem du den Link angefordert hast. Gib ihn nicht weiter.',
        gone: 'Dieser Link ist abgelaufen, oder du bist schon angemeldet. Fordere einen neuen an.'
      },
      ar: {
        title: 'تسجيل الدخول؟',
        text: 'هل طلبت هذا الرابط للتو؟ إذا لم تطلبه، فأغلق هذه الصفحة. لم يُسجَّل دخول أحد.',
        this: 'المتابعة على هذا الجهاز',
        other: 'طلبته على جهاز آخر',
        back: 'ارجع إلى التطبيق. إذا طلبت الرابط على جهاز آخر، فاختر «طلبته على جهاز آخر».',
        type: 'أدخل هذا الرمز على الجهاز الذي طلبت الرابط منه. لا تشاركه مع أحد.',
        gone: 'انتهت صلاحية هذا الرابط، أو سبق أن سجّلت الدخول. اطلب رابطًا جديدًا.'
      },
      es: {
        title: '¿Iniciar sesión?',
        text: '¿Acabas de pedir este enlace? Si no, cierra esta página. Nadie ha iniciado sesión.',
        this: 'Continuar en este dispositivo',
        other: 'Lo pedí en otro dispositivo',
        back: 'Vuelve a la app. Si pediste el enlace en otro dispositivo, elige “Lo pedí en otro dispositivo”.',
        type: 'Escribe este código en el dispositivo en el que pediste el enlace. No lo compartas.',
        gone: 'Este enlace ha caducado o ya has iniciado sesión. Pide un enlace nuevo.'
      },
      ja: {
        title: 'ログインしますか？',
        text: 'このリンクをリクエストしましたか？心当たりがない場合は、このページを閉じてください。'
          + 'まだ誰もログインしていません。',
        this: 'このデバイスで続ける',
        other: '別のデバイスでリクエストした',
        back: 'アプリに戻ってください。別のデバイスでリンクをリクエストした場合は、'
          + '「別のデバイスでリクエストした」を選択してください。',
        type: 'リンクをリクエストしたデバイスで、このコードを入力してください。人に教えないでください。',
        gone: 'このリンクは有効期限が切れたか、すでにログイン済みです。新しいリンクをリクエストしてください。'
      }
    }
    """#

  private static let script = #"""
    const buttons = [part('this'), part('other')]
    // Nothing is left to press.
    const end = () => {
      for (const id of ['text', 'this', 'other']) part(id).hidden = true
      part('result').textContent = say.gone
    }
    if (token) for (const button of buttons) button.hidden = false
    else end()
    const press = async device => {
      for (const button of buttons) button.disabled = true
      part('code').textContent = ''
      const answer = await send('/v1/login/link/opening', {link_token: token, device})
      for (const button of buttons) button.disabled = false
      if (!answer) return
      if (!answer.ok) return end()
      part('code').textContent = answer.verification_code || ''
      part('result').textContent = answer.return_to ? say.back : say.type
      if (answer.return_to) location.assign(answer.return_to)
    }
    part('this').addEventListener('click', () => press('this'))
    part('other').addEventListener('click', () => press('other'))
    """#
}
