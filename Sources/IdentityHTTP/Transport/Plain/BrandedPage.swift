import Branding
import HTTPTypes

/// A page that is complete in one response: for people who come from a mail or from a provider, where no page may be served.
/// It has the name of the service and the look of its brand.
struct BrandedPage: Sendable {
  var language = "en"
  let title: String
  /// HTML, below the name of the service.
  let content: String
  /// In the head, such as the command to load it again.
  var head = ""
  /// JavaScript; nothing else runs.
  var script = ""

  /// - Parameter nonce: unique to this response; nothing else on the page may run or set styles.
  func draft(status: Int, _ service: String, _ brand: Brand, nonce: String) -> Draft {
    let runs = script.isEmpty ? "" : "script-src 'nonce-\(nonce)'; connect-src 'self'; "
    let policy =
      "default-src 'none'; style-src 'nonce-\(nonce)'; \(runs)base-uri 'none'; "
      + "form-action 'none'; frame-ancestors 'none'"
    return Draft(
      status: status, body: Array(document(service, brand, nonce).utf8),
      type: "text/html; charset=utf-8", fields: [.contentSecurityPolicy: policy])
  }

  private func document(_ service: String, _ brand: Brand, _ nonce: String) -> String {
    let name = MarkupText.escaped(service)
    return """
      <!doctype html>
      <html lang="\(language)" dir="\(language == "ar" ? "rtl" : "ltr")">
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="robots" content="noindex">\(head)
      <title>\(title.isEmpty ? "" : title + " · ")\(name)</title>
      <style nonce="\(nonce)">\(Self.sheet(brand))</style>
      <main>
      <header translate="no"><bdi>\(name)</bdi></header>
      \(content)
      </main>
      \(script.isEmpty ? "" : "<script nonce=\"\(nonce)\">\(script)</script>")
      </html>

      """
  }

  /// A card with the name on the accent, as mails have it. Old browsers know no `light-dark()`.
  private static func sheet(_ brand: Brand) -> String {
    let palettes = brand.appearance.palettes
    let rules = palettes.map { ":root { \(Self.tokens(brand.palette($0))) }" }
    let schemes = palettes.map(\.rawValue).joined(separator: " ")
    let dark = rules.count == 2 ? "@media (prefers-color-scheme: dark) { \(rules[1]) }" : ""
    return """

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
