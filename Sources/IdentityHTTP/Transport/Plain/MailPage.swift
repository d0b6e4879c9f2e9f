import HTTPTypes

/// What the pages have in common that the links in mails open. Opening one changes nothing (CMP-11); its token is in the
/// fragment of the URL, which no server and no log sees.
enum MailPage {
  /// - Parameter nonce: unique to this response; nothing else on the page may run or set styles.
  static func draft(_ page: String, nonce: String) -> Draft {
    let policy =
      "default-src 'none'; script-src 'nonce-\(nonce)'; style-src 'nonce-\(nonce)'; "
      + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    return Draft(
      status: 200, body: Array(page.utf8), type: "text/html; charset=utf-8",
      fields: [.contentSecurityPolicy: policy])
  }

  static let style = """

    :root { color-scheme: light dark; font: 1.0625rem/1.5 system-ui, sans-serif; }
    body { margin: 0; }
    main { max-width: 32rem; margin: 12vh auto; padding: 0 1.5rem; }
    h1 { font-size: 1.5rem; line-height: 1.25; }
    button { font: inherit; font-weight: 600; min-height: 3rem; padding: 0 1.5rem; border: 0;
      border-radius: .75rem; background: #0b57d0; color: #fff; cursor: pointer; }
    button:disabled { opacity: .5; cursor: default; }
    button:focus-visible { outline: 3px solid currentColor; outline-offset: 3px; }
    button.plain { background: none; color: inherit; text-decoration: underline; }
    output { display: block; font-size: 2rem; font-weight: 600; letter-spacing: .15em; }
    @media (prefers-color-scheme: dark) { button:not(.plain) { background: #a8c7fa; color: #062e6f; } }

    """
}
