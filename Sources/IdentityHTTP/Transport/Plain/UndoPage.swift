/// The page that the notice of a change links to (DEC-4): it says what will happen, and asks for
/// confirmation. Opening it does nothing, so a link scanner can neither undo a change nor use the
/// token up (CMP-11).
enum UndoPage {
  static let path = "/undo"

  static let page = MailPage(
    content: """
      <h1 id="title"></h1>
      <p id="text"></p>
      <button id="undo" type="button" hidden></button>
      <p id="result" role="status"></p>
      """, texts: texts, script: script)

  private static let texts = #"""
    {
      en: {
        title: 'Undo this change?',
        text: 'Your account will be as it was before the change, and everyone who has signed in since will be '
          + 'signed out.',
        undo: 'Undo the change',
        done: 'The change was undone. If someone else might know your password, choose “Forgot password?” in the app.',
        gone: 'This link has already been used, or is more than 7 days old.',
        device: 'Open this link on a device that was signed in to your account before the change.'
      },
      de: {
        title: 'Änderung rückgängig machen?',
        text: 'Dein Konto ist danach wieder wie vor der Änderung, und alle, die sich seitdem angemeldet haben, '
          + 'werden abgemeldet.',
        undo: 'Änderung rückgängig machen',
        done: 'Die Änderung wurde rückgängig gemacht. Wenn jemand anders dein Passwort kennen könnte, wähle in '
          + 'der App „Passwort vergessen?“.',
        gone: 'Dieser Link wurde schon verwendet oder ist älter als 7 Tage.',
        device: 'Öffne diesen Link auf einem Gerät, das schon vor der Änderung angemeldet war.'
      },
      ar: {
        title: 'التراجع عن هذا التغيير؟',
        text: 'سيعود حسابك كما كان قبل التغيير، وسيُسجَّل خروج كل من دخل منذ ذلك الحين.',
        undo: 'التراجع عن التغيير',
        done: 'تم التراجع عن التغيير. إذا كان شخص آخر قد عرف كلمة مرورك، فاختر «هل نسيت كلمة المرور؟» في التطبيق.',
        gone: 'سبق استخدام هذا الرابط، أو مضى عليه أكثر من 7 أيام.',
        device: 'افتح هذا الرابط على جهاز سجّلت الدخول منه إلى حسابك قبل التغيير.'
      },
      es: {
        title: '¿Deshacer este cambio?',
        text: 'Tu cuenta volverá a estar como antes del cambio, y se cerrará la sesión de quien haya entrado desde '
          + 'entonces.',
        undo: 'Deshacer el cambio',
        done: 'Se ha deshecho el cambio. Si es posible que otra persona sepa tu contraseña, elige “¿Olvidaste tu '
          + 'contraseña?” en la app.',
        gone: 'Este enlace ya se ha usado o tiene más de 7 días.',
        device: 'Abre este enlace en un dispositivo en el que ya tuvieras la sesión iniciada antes del cambio.'
      },
      ja: {
        title: 'この変更を取り消しますか？',
        text: 'アカウントが変更前の状態に戻ります。変更後にログインした人は全員ログアウトされます。',
        undo: '変更を取り消す',
        done: '変更を取り消しました。パスワードを他の人に知られた可能性がある場合は、アプリの'
          + '「パスワードを忘れた場合」から再設定してください。',
        gone: 'このリンクは使用済みか、発行から7日を過ぎています。',
        device: '変更前からアカウントにログインしていたデバイスで、このリンクを開いてください。'
      }
    }
    """#

  private static let script = #"""
    const end = words => {
      part('text').hidden = part('undo').hidden = true
      part('result').textContent = words
    }
    if (token) part('undo').hidden = false
    else end(say.gone)
    part('undo').addEventListener('click', async () => {
      part('undo').disabled = true
      const answer = await send('/v1/user/identifiers/undo', {undo_token: token})
      part('undo').disabled = false
      if (!answer) return
      if (answer.code === 'insufficient_user_authentication') return end(say.device)
      if (answer.ok) history.replaceState(null, '', location.pathname)
      end(answer.ok ? say.done : say.gone)
    })
    """#
}
