import Branding
import HTTPTypes

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
    let policy =
      "default-src 'none'; script-src 'nonce-\(nonce)'; style-src 'nonce-\(nonce)'; "
      + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    return Draft(
      status: 200, body: Array(document(service, brand, nonce).utf8),
      type: "text/html; charset=utf-8",
      fields: [.contentSecurityPolicy: policy])
  }

  private func document(_ service: String, _ brand: Brand, _ nonce: String) -> String {
    let name = MarkupText.escaped(service)
    return """
      <!doctype html>
      <html lang="en">
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="robots" content="noindex">
      <title>\(name)</title>
      <style nonce="\(nonce)">\(MailPageSheet(brand).text)</style>
      <main>
      <header translate="no"><bdi>\(name)</bdi></header>
      \(content)
      <noscript>
      <p lang="en">Turn on JavaScript to use this page.</p>
      <p lang="de">Aktiviere JavaScript, um diese Seite zu nutzen.</p>
      <p lang="ar" dir="rtl">فعّل JavaScript لاستخدام هذه الصفحة.</p>
      <p lang="es">Activa JavaScript para usar esta página.</p>
      <p lang="ja">このページを使用するには、JavaScriptを有効にしてください。</p>
      </noscript>
      </main>
      <script nonce="\(nonce)">'use strict'
      const texts = \(texts)
      \(Self.common)
      \(script)</script>
      </html>

      """
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

/// The look of these pages: a card with the name on the accent, as the mail has it.
struct MailPageSheet: Sendable {
  let text: String

  init(_ brand: Brand) {
    let palettes = brand.appearance.palettes
    let rules = palettes.map { ":root { \(Self.tokens(brand.palette($0))) }" }
    let schemes = palettes.map(\.rawValue).joined(separator: " ")
    let dark = rules.count == 2 ? "@media (prefers-color-scheme: dark) { \(rules[1]) }" : ""
    text = """

      :root { color-scheme: \(schemes); font: 1.0625rem/1.5 \(brand.font.text); }
      \(rules[0])
      \(dark)
      body { margin: 0; background: var(--paper); color: var(--ink); }
      main { max-width: 30rem; margin: 8vh auto; padding: 0 1.75rem 1.75rem; overflow: hidden;
        background: var(--surface); border: 1px solid var(--line);
        border-radius: \(brand.corner.card)rem; }
      @media (max-width: 34rem) { main { margin: 0; border: 0; border-radius: 0; min-height: 100vh;
        box-sizing: border-box; } body { background: var(--surface); } }
      header { margin: 0 -1.75rem 1.75rem; padding: 1rem 1.75rem; background: var(--panel);
        color: var(--on-panel); font: 600 1.125rem/1.4 \(brand.font.heading); overflow-wrap: anywhere; }
      h1 { margin: 0 0 1rem; font: 600 1.5rem/1.25 \(brand.font.heading); text-wrap: balance; }
      h1:lang(ja) { word-break: auto-phrase; }
      p { margin: 0 0 1rem; }
      button { display: block; width: 100%; margin: 0 0 .75rem; font: inherit; font-weight: 600;
        min-height: \(brand.density.control)rem; padding: .5rem 1.5rem; cursor: pointer;
        border: 1px solid var(--fill); border-radius: \(brand.corner.control)rem;
        background: var(--fill); color: var(--on-fill); }
      button:enabled:hover { background: var(--fill-hovered); }
      button.plain, button.plain:enabled:hover { background: none; border-color: var(--edge);
        color: var(--accent); }
      button:disabled { opacity: .55; cursor: default; }
      button:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
      output { display: block; margin: 0 0 1rem; font: 600 2rem/1.3 ui-monospace, Menlo, Consolas, monospace;
        letter-spacing: .15em; direction: ltr; user-select: all; }
      [hidden], output:empty, #result:empty { display: none; }
      #result { margin: .25rem 0 0; }

      """
  }

  private static func tokens(_ palette: Palette) -> String {
    let colors: [(String, RGBColor)] = [
      ("paper", palette.paper), ("surface", palette.surface), ("ink", palette.ink),
      ("line", palette.line), ("edge", palette.edge), ("accent", palette.accent),
      ("fill", palette.fill), ("on-fill", palette.onFill), ("fill-hovered", palette.fillHovered),
      ("panel", palette.panel), ("on-panel", palette.onPanel),
    ]
    return colors.map { "--\($0): \($1.hex);" }.joined(separator: " ")
  }
}
