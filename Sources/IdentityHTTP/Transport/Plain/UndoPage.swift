/// The page that the notice of a change links to (DEC-4): it says what will happen, and asks for
/// confirmation. Opening it does nothing, so a link scanner can neither undo a change nor use the
/// token up (CMP-11).
///
/// The token is in the fragment of the URL, which no server and no log sees.
enum UndoPage {
  static let path = "/undo"

  static func draft(nonce: String) -> Draft { MailPage.draft(page(nonce: nonce), nonce: nonce) }

  private static func page(nonce: String) -> String {
    """
    <!doctype html>
    <html lang="en">
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>Undo a change</title>
    <style nonce="\(nonce)">\(MailPage.style)</style>
    <main>
      <h1 id="title">Undo this change?</h1>
      <p id="text"></p>
      <button id="undo" type="button">Undo the change</button>
      <p id="result" role="status"></p>
      <noscript>This page needs JavaScript.</noscript>
    </main>
    <script nonce="\(nonce)">\(script)</script>
    </html>

    """
  }

  private static let script = #"""

    'use strict'
    const texts = {
      en: {
        title: 'Undo this change?',
        text: 'Your addresses, numbers and password become what they were before. Everyone who has '
          + 'signed in since is signed out.',
        undo: 'Undo the change',
        done: 'The change was undone. Choose “forgot password” in the app if somebody else may '
          + 'know your password.',
        gone: 'This link was used before, or is older than 7 days.',
        device: 'Open this link on a device that was signed in to your account before the change.',
        failed: 'The server could not be reached. Try again.',
        wait: 'Too many attempts. Try again later.'
      },
      de: {
        title: 'Änderung rückgängig machen?',
        text: 'Adressen, Nummern und Passwort werden wieder die von vorher. Wer sich seither '
          + 'angemeldet hat, wird abgemeldet.',
        undo: 'Rückgängig machen',
        done: 'Die Änderung ist rückgängig gemacht. Wähle in der App „Passwort vergessen“, wenn '
          + 'jemand anders dein Passwort kennen könnte.',
        gone: 'Dieser Link wurde schon verwendet oder ist älter als 7 Tage.',
        device: 'Öffne diesen Link auf einem Gerät, das vor der Änderung angemeldet war.',
        failed: 'Der Server ist nicht erreichbar. Versuche es noch einmal.',
        wait: 'Zu viele Versuche. Versuche es später noch einmal.'
      },
      ar: {
        title: 'التراجع عن هذا التغيير؟',
        text: 'تعود العناوين والأرقام وكلمة المرور كما كانت، ويُسجَّل خروج كل من دخل منذ ذلك الحين.',
        undo: 'التراجع عن التغيير',
        done: 'جرى التراجع عن التغيير. اختر «نسيت كلمة المرور» في التطبيق إن كان غيرك قد يعرفها.',
        gone: 'استُخدم هذا الرابط من قبل، أو مضى عليه أكثر من 7 أيام.',
        device: 'افتح هذا الرابط على جهاز كان مسجَّلا في حسابك قبل التغيير.',
        failed: 'تعذّر الوصول إلى الخادم. حاول مرة أخرى.',
        wait: 'محاولات كثيرة. حاول لاحقا.'
      },
      es: {
        title: '¿Deshacer este cambio?',
        text: 'Los correos, los teléfonos y la contraseña vuelven a ser los de antes, y se cierra la sesión '
          + 'de quien haya entrado desde entonces.',
        undo: 'Deshacer el cambio',
        done: 'Se ha deshecho el cambio. Elige “¿Olvidaste tu contraseña?” en la app si es posible que otra '
          + 'persona la sepa.',
        gone: 'Este enlace ya se ha usado o tiene más de 7 días.',
        device: 'Abre este enlace en un dispositivo en el que ya tuvieras la sesión iniciada antes del cambio.',
        failed: 'No se pudo conectar con el servidor. Vuelve a intentarlo.',
        wait: 'Demasiados intentos. Vuelve a intentarlo más tarde.'
      },
      ja: {
        title: 'この変更を取り消しますか？',
        text: 'メールアドレス、電話番号、パスワードが変更前の状態に戻ります。変更後にログインした人は全員ログアウトされます。',
        undo: '変更を取り消す',
        done: '変更を取り消しました。パスワードを他の人に知られた可能性がある場合は、アプリの'
          + '「パスワードを忘れた場合」から再設定してください。',
        gone: 'このリンクは使用済みか、発行から7日を過ぎています。',
        device: '変更前からアカウントにログインしていたデバイスで、このリンクを開いてください。',
        failed: 'サーバーに接続できませんでした。もう一度お試しください。',
        wait: '試行回数が上限に達しました。しばらくしてからもう一度お試しください。'
      }
    }
    const language = (navigator.languages || ['en'])
      .map(tag => tag.toLowerCase().split('-')[0]).find(tag => texts[tag]) || 'en'
    const say = texts[language]
    document.documentElement.lang = language
    document.documentElement.dir = language === 'ar' ? 'rtl' : 'ltr'
    document.title = say.title
    const part = id => document.getElementById(id)
    part('title').textContent = say.title
    part('text').textContent = say.text
    part('undo').textContent = say.undo
    const token = location.hash.slice(1)
    if (!token) {
      part('undo').disabled = true
      part('result').textContent = say.gone
    }
    part('undo').addEventListener('click', async () => {
      part('undo').disabled = true
      part('result').textContent = ''
      try {
        const answer = await fetch('/v1/user/identifiers/undo', {
          method: 'POST', credentials: 'omit', headers: {'Content-Type': 'application/json'},
          body: JSON.stringify({undo_token: token})
        })
        const body = await answer.json()
        if (answer.ok) {
          history.replaceState(null, '', location.pathname)
          part('result').textContent = say.done
          return
        }
        if (body.code === 'insufficient_user_authentication') {
          part('result').textContent = say.device
        } else if (body.code === 'limited') {
          part('result').textContent = say.wait
        } else if (answer.status < 500) {
          part('result').textContent = say.gone
        } else {
          throw new Error(body.code)
        }
        part('undo').disabled = body.code !== 'limited'
      } catch {
        part('result').textContent = say.failed
        part('undo').disabled = false
      }
    })

    """#
}
