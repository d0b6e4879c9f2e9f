/// The page that the link of a mail opens to sign in (CMP-11). Opening it does nothing. Its buttons lead back to
/// the app on the device that asked, or show a code to type there.
enum SignInPage {
  static let path = "/sign-in"

  static func draft(nonce: String) -> Draft { MailPage.draft(page(nonce: nonce), nonce: nonce) }

  private static func page(nonce: String) -> String {
    """
    <!doctype html>
    <html lang="en">
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>Sign in</title>
    <style nonce="\(nonce)">\(MailPage.style)</style>
    <main>
      <h1 id="title">Sign in?</h1>
      <p id="text"></p>
      <p><button id="this" type="button">Continue on this device</button></p>
      <p><button id="other" type="button" class="plain">Show a code</button></p>
      <output id="code"></output>
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
        title: 'Sign in?',
        text: 'Did you ask for this link just now? If not, close this page: nobody has been signed '
          + 'in.',
        this: 'Continue on this device',
        other: 'I asked on another device',
        back: 'Go back to the app. If you asked for the link on another device, choose the code.',
        type: 'Type this code on the device where you asked for the link. Don’t share it.',
        gone: 'This link has expired, or you have already signed in. Ask for a new one.',
        failed: 'The server could not be reached. Try again.',
        wait: 'Too many attempts. Try again later.'
      },
      de: {
        title: 'Anmelden?',
        text: 'Hast du diesen Link gerade angefordert? Wenn nicht, schließe diese Seite: Niemand '
          + 'wurde angemeldet.',
        this: 'Auf diesem Gerät fortfahren',
        other: 'Ich war auf einem anderen Gerät',
        back: 'Geh zurück zur App. Wenn du den Link auf einem anderen Gerät angefordert hast, nimm '
          + 'den Code.',
        type: 'Gib diesen Code auf dem Gerät ein, auf dem du den Link angefordert hast. Verrate ihn '
          + 'niemandem.',
        gone: 'Dieser Link ist abgelaufen, oder du bist schon angemeldet. Fordere einen neuen an.',
        failed: 'Der Server ist nicht erreichbar. Versuche es noch einmal.',
        wait: 'Zu viele Versuche. Versuche es später noch einmal.'
      },
      ar: {
        title: 'تسجيل الدخول؟',
        text: 'هل طلبت هذا الرابط للتو؟ إن لم تطلبه فأغلق هذه الصفحة: لم يُسجَّل دخول أحد.',
        this: 'المتابعة على هذا الجهاز',
        other: 'طلبته على جهاز آخر',
        back: 'عد إلى التطبيق. إن طلبت الرابط على جهاز آخر فاختر الرمز.',
        type: 'اكتب هذا الرمز على الجهاز الذي طلبت الرابط عليه. لا تخبر به أحدا.',
        gone: 'انتهت صلاحية هذا الرابط، أو سبق أن سجّلت الدخول. اطلب رابطا جديدا.',
        failed: 'تعذّر الوصول إلى الخادم. حاول مرة أخرى.',
        wait: 'محاولات كثيرة. حاول لاحقا.'
      },
      es: {
        title: '¿Iniciar sesión?',
        text: '¿Acabas de pedir este enlace? Si no, cierra esta página: nadie ha iniciado sesión.',
        this: 'Continuar en este dispositivo',
        other: 'Lo pedí en otro dispositivo',
        back: 'Vuelve a la app. Si pediste el enlace en otro dispositivo, elige “Lo pedí en otro dispositivo”.',
        type: 'Escribe este código en el dispositivo en el que pediste el enlace. No lo compartas.',
        gone: 'Este enlace ha caducado o ya has iniciado sesión. Pide un enlace nuevo.',
        failed: 'No se pudo conectar con el servidor. Vuelve a intentarlo.',
        wait: 'Demasiados intentos. Vuelve a intentarlo más tarde.'
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
        gone: 'このリンクは有効期限が切れたか、すでにログイン済みです。新しいリンクをリクエストしてください。',
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
    for (const id of ['title', 'text', 'this', 'other']) part(id).textContent = say[id]
    const token = location.hash.slice(1)
    const enable = can => { part('this').disabled = part('other').disabled = !can }
    // Nothing is left to press.
    const end = () => {
      for (const id of ['text', 'this', 'other']) part(id).hidden = true
      part('result').textContent = say.gone
    }
    if (!token) end()
    const press = async device => {
      enable(false)
      part('result').textContent = part('code').textContent = ''
      try {
        const answer = await fetch('/v1/login/link/opening', {
          method: 'POST', credentials: 'omit', headers: {'Content-Type': 'application/json'},
          body: JSON.stringify({link_token: token, device})
        })
        const body = await answer.json()
        if (answer.ok) {
          part('code').textContent = body.verification_code || ''
          part('result').textContent = body.return_to ? say.back : say.type
          if (body.return_to) location.assign(body.return_to)
        } else if (body.code === 'limited') {
          part('result').textContent = say.wait
        } else if (answer.status < 500) {
          return end()
        } else {
          throw new Error(body.code)
        }
      } catch {
        part('result').textContent = say.failed
      }
      enable(true)
    }
    part('this').addEventListener('click', () => press('this'))
    part('other').addEventListener('click', () => press('other'))

    """#
}
