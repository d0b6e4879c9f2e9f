import Branding

/// A page that a link in a mail opens, in the service's brand. Opening it changes nothing (CMP-11); its token is in the
/// fragment of the URL, which no server and no log sees.
struct MailPage: Sendable {
  /// What stands below the service's name. The script fills each element whose id is a name of its texts.
  let content: String
  /// An object of JavaScript: the texts of each language; `title` is that of the page.
  let texts: String
  /// Runs once the texts are there. It has `say`, the texts in the person's language, `part(id)`, `token`, and
  /// `send(path, body)`.
  let script: String

  /// - Parameter nonce: unique to this response; nothing else on the page may run or set styles.
  func draft(_ service: String, _ brand: Brand, nonce: String) -> Draft {
    BrandedPage(
      title: "",
      content: """
        \(content)
        <noscript>
        <p lang="en">Turn on JavaScript to use this page.</p>
        <p lang="de">Aktiviere JavaScript, um diese Seite zu nutzen.</p>
        <p lang="ar" dir="rtl">فعّل JavaScript لاستخدام هذه الصفحة.</p>
        <p lang="es">Activa JavaScript para usar esta página.</p>
        <p lang="ja">このページを使用するには、JavaScriptを有効にしてください。</p>
        </noscript>
        """,
      script: """
        'use strict'
        const texts = \(texts)
        \(Self.common)
        \(script)
        """
    ).draft(status: 200, service, brand, nonce: nonce)
  }

  /// What every page says and does.
  private static let common = #"""
    const common = {
      en: {
        failed: 'Couldn’t connect. Check your connection and try again.',
        broken: 'Something went wrong. Try again in a moment.',
        wait: 'Too many attempts. Try again later.'
      },
      de: {
        failed: 'Keine Verbindung. Prüfe deine Internetverbindung, und versuche es noch einmal.',
        broken: 'Etwas ist schiefgelaufen. Versuche es gleich noch einmal.',
        wait: 'Zu viele Versuche. Versuche es später noch einmal.'
      },
      ar: {
        failed: 'تعذّر الاتصال. تحقق من اتصالك وحاول مرة أخرى.',
        broken: 'حدث خطأ ما. حاول مرة أخرى بعد قليل.',
        wait: 'محاولات كثيرة جدًا. حاول مرة أخرى لاحقًا.'
      },
      es: {
        failed: 'No se pudo conectar. Revisa tu conexión y vuelve a intentarlo.',
        broken: 'Algo salió mal. Vuelve a intentarlo en un momento.',
        wait: 'Demasiados intentos. Vuelve a intentarlo más tarde.'
      },
      ja: {
        failed: '接続できませんでした。接続を確認して、もう一度お試しください。',
        broken: '問題が発生しました。しばらくしてからもう一度お試しください。',
        wait: '試行回数が上限に達しました。しばらくしてからもう一度お試しください。'
      }
    }
    const language = (navigator.languages || ['en'])
      .map(tag => tag.toLowerCase().split('-')[0]).find(tag => texts[tag]) || 'en'
    const say = {...common[language], ...texts[language]}
    const part = id => document.getElementById(id)
    document.documentElement.lang = language
    document.documentElement.dir = language === 'ar' ? 'rtl' : 'ltr'
    document.title = `${say.title} · ${document.title}`
    for (const id in texts[language]) if (part(id)) part(id).textContent = say[id]
    const token = location.hash.slice(1)

    /** Sends it and returns the response; says at once what kept it from having one, and returns null. */
    const send = async (path, body) => {
      part('result').textContent = ''
      try {
        const answer = await fetch(path, {
          method: 'POST', credentials: 'omit', headers: {'Content-Type': 'application/json'},
          body: JSON.stringify(body)
        })
        const read = await answer.json()
        if (answer.status < 500 && read.code !== 'limited') return {ok: answer.ok, ...read}
        part('result').textContent = read.code === 'limited' ? say.wait : say.broken
      } catch {
        part('result').textContent = say.failed
      }
      return null
    }
    """#
}
