import Branding

/// The text of a mail as HTML, in a brand: what a mail program shows in place of the plain text.
///
/// It is made of that text, so both say the same: a paragraph each, with the code and the link where they stand in it.
/// Everything comes from one string that is escaped, whatever a template put into it. Nothing is loaded from
/// anywhere: no picture, font or style. Styles are inline, since many programs drop a sheet; the sheet only has
/// the dark colours, for those that keep it.
struct MailPage: Sendable {
  private let text: MessageText
  private let facts: MessageFacts
  private let language: LanguageTexts
  private let brand: Brand

  init(_ text: MessageText, _ facts: MessageFacts, in language: LanguageTexts, brand: Brand) {
    self.text = text
    self.facts = facts
    self.language = language
    self.brand = brand
  }

  var html: String {
    let palette = brand.palette(brand.appearance.palettes[0])
    let schemes = brand.appearance.palettes.map(\.rawValue).joined(separator: " ")
    let direction = language.isRightToLeft ? "rtl" : "ltr"
    let tag = MarkupText.escaped(language.tag)
    let table =
      "role=\"presentation\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\""
    let side = language.isRightToLeft ? "right" : "left"
    let font = brand.font.text
    let corner = Int(min(brand.corner.card, 1) * 16)
    let width =
      "max-width:32rem;border-collapse:separate;border:1px solid \(palette.line.hex);border-radius:\(corner)px;overflow:hidden"
    return """
      <!doctype html>
      <html lang="\(tag)" dir="\(direction)">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="\(schemes)">
      <meta name="supported-color-schemes" content="\(schemes)">
      <meta name="format-detection" content="telephone=no">
      <title>\(MarkupText.escaped(text.subject))</title>
      <style>
      :root { color-scheme: \(schemes); }
      \(darkSheet)</style>
      </head>
      <body class="paper" style="margin:0;padding:0;background-color:\(palette.paper.hex)">
      <div lang="\(tag)" dir="\(direction)">
      <table \(table) class="paper" style="background-color:\(palette.paper.hex)">
      <tr><td align="center" style="padding:24px 12px">
      <table \(table) class="card" style="\(width)">
      <tr><td class="panel" dir="auto" align="\(side)" \
      style="padding:16px 28px;background-color:\(palette.panel.hex);color:\(palette.onPanel.hex);\
      font:600 18px/1.4 \(brand.font.heading)" translate="no">\(MarkupText.escaped(facts.service))</td></tr>
      <tr><td class="surface" align="\(side)" \
      style="padding:28px 28px 12px;background-color:\(palette.surface.hex);color:\(palette.ink.hex);\
      font:16px/1.5 \(font)">
      \(paragraphs(palette))
      </td></tr>
      </table>
      \(footer(palette, font))</td></tr>
      </table>
      </div>
      </body>
      </html>

      """
  }

  /// The colours that the inline ones give way to.
  private var darkSheet: String {
    guard brand.appearance == .both else { return "" }
    let dark = brand.palette(.dark)
    let rules = [
      (".paper", "background-color: \(dark.paper.hex)"),
      (".card", "border-color: \(dark.line.hex)"),
      (".panel", "background-color: \(dark.panel.hex); color: \(dark.onPanel.hex)"),
      (".surface", "background-color: \(dark.surface.hex); color: \(dark.ink.hex)"),
      (".tint", "background-color: \(dark.tint.hex); color: \(dark.ink.hex)"),
      (".link", "color: \(dark.accent.hex)"), (".quiet", "color: \(dark.quiet.hex)"),
    ]
    let lines = rules.map { selector, style in
      "\(selector) { \(style.replacing(";", with: " !important;")) !important; }"
    }
    return "@media (prefers-color-scheme: dark) {\n\(lines.joined(separator: "\n"))\n}\n"
  }

  private func paragraphs(_ palette: Palette) -> String {
    let blocks = text.body.split(separator: "\n\n").map { block in
      block.split(separator: "\n").joined(separator: " ")
    }
    let corner = Int(min(brand.corner.control, 0.75) * 16)
    let box =
      "margin:0 0 16px;padding:16px;border-radius:\(corner)px;background-color:\(palette.tint.hex);color:\(palette.ink.hex)"
    return blocks.filter { !$0.isEmpty }.map { block in
      if !facts.code.isEmpty, block == facts.code {
        // One piece of text, so that it is selected and copied as it is typed.
        return "<p class=\"tint\" dir=\"ltr\" translate=\"no\" style=\"\(box);text-align:center;"
          + "font:600 28px/1.3 ui-monospace,Menlo,Consolas,monospace;letter-spacing:2px;overflow-wrap:anywhere;"
          + "-webkit-user-select:all;user-select:all\">\(MarkupText.escaped(facts.code))</p>"
      }
      if !facts.link.isEmpty, block == facts.link {
        return
          "<p class=\"tint\" dir=\"ltr\" style=\"\(box);overflow-wrap:anywhere;word-break:break-all\">"
          + "\(link(palette))</p>"
      }
      return "<p style=\"margin:0 0 16px\">\(MarkupText.escaped(block))</p>"
    }.joined(separator: "\n")
  }

  /// The address is what is seen: nobody has to guess where it leads.
  private func link(_ palette: Palette) -> String {
    let address = MarkupText.escaped(facts.link)
    return
      "<a class=\"link\" dir=\"ltr\" href=\"\(address)\" style=\"color:\(palette.accent.hex)\">\(address)</a>"
  }

  private func footer(_ palette: Palette, _ font: String) -> String {
    guard let tagline = brand.tagline else { return "" }
    return "<p class=\"quiet\" dir=\"auto\" style=\"margin:16px 0 0;color:\(palette.quiet.hex);"
      + "font:14px/1.5 \(font)\">\(MarkupText.escaped(tagline))</p>\n"
  }
}

extension LanguageTexts {
  /// By its primary subtag.
  var isRightToLeft: Bool {
    ["ar", "fa", "he", "ur"].contains(String(tag.prefix { $0 != "-" }))
  }
}
