import Branding
import FlowDefinition
import FlowVerification

/// The findings of checks as a page: for each the screens on the way to it, in one file without scripts.
struct Storyboard {
  private var sections: [String] = []

  mutating func add(_ check: FlowCheck) {
    let title = MarkupText.escaped(check.name ?? check.document)
    var parts = ["<h1>\(title)</h1>"]
    if !check.verdict.isEmpty { parts.append(paragraph(check.verdict, "verdict")) }
    if let problem = check.domainProblem { parts.append(paragraph(problem.message, "problem")) }
    for diagnostic in check.diagnostics {
      parts.append(paragraph("\(diagnostic)", "problem"))
    }
    for finding in check.verification?.findings ?? [] { parts.append(article(finding)) }
    sections.append("<section>\n\(parts.joined(separator: "\n"))\n</section>")
  }

  /// The whole file.
  var html: String {
    """
    <!doctype html>
    <html lang="en">
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Findings of portico check</title>
    <style>
    \(Self.style)
    </style>
    \(sections.joined(separator: "\n"))
    </html>

    """
  }

  private func paragraph(_ text: String, _ kind: String) -> String {
    "<p class=\"\(kind)\">\(MarkupText.escaped(text))</p>"
  }

  private func article(_ finding: Finding) -> String {
    let place = "\(finding.position.file):\(finding.position.line):\(finding.position.column)"
    var parts = [
      "<h2>\(MarkupText.escaped(finding.problem)).</h2>",
      paragraph("\(finding.remedy).", "remedy"),
      "<p class=\"place\"><code>\(MarkupText.escaped(place))</code> \(finding.property.code)</p>",
    ]
    if !finding.stops.isEmpty {
      let figures = finding.stops.indices.map { figure($0, of: finding.stops) }
      parts.append("<ol>\n\(figures.joined(separator: "\n"))\n</ol>")
    }
    return "<article>\n\(parts.joined(separator: "\n"))\n</article>"
  }

  private func figure(_ index: Int, of stops: [Stop]) -> String {
    let stop = stops[index]
    let next = index + 1 < stops.count ? stops[index + 1].elements : []
    let picture = ScreenPicture(stop.screen, used: next).html
    let kind = index + 1 == stops.count ? " class=\"last\"" : ""
    return """
      <li\(kind)><figure>
      <figcaption>\(index + 1). \(MarkupText.escaped(stop.words))</figcaption>
      \(picture)
      <p class="name">\(MarkupText.escaped(stop.place))</p>
      </figure></li>
      """
  }

  private static let style = """
    :root { color-scheme: light dark; \(colours(.light)) font: 15px/1.45 system-ui, sans-serif; }
    @media (prefers-color-scheme: dark) { :root { \(colours(.dark)) } }
    * { box-sizing: border-box; }
    body { margin: 0 auto; padding: 2rem; background: var(--paper); color: var(--ink); }
    h1 { margin: 0; font-size: 1.5rem; }
    h2 { margin: 0 0 .25rem; font-size: 1.1rem; }
    section + section { margin-top: 3rem; }
    article { margin-top: 2rem; padding-top: 1.5rem; border-top: 1px solid var(--line); }
    p { margin: 0 0 .25rem; max-inline-size: 60rem; }
    .verdict, .place, .name { color: var(--quiet); }
    .problem { white-space: pre-wrap; }
    ol { display: flex; gap: 1.25rem; margin: 1rem 0 0; padding: .25rem; overflow-x: auto; list-style: none; }
    figure { display: flex; flex-direction: column; gap: .5rem; block-size: 100%; inline-size: 15rem; margin: 0; }
    figcaption { min-block-size: 3lh; font-size: .9rem; }
    .name { font-size: .8rem; text-align: center; overflow-wrap: anywhere; }
    \(ScreenPicture.style)
    .last .screen { outline: 3px solid var(--accent); }
    """

  private static func colours(_ appearance: Palette.Appearance) -> String {
    let palette = Palette(accent: Brand.standard.accent, appearance: appearance)
    let all = [
      ("paper", palette.paper), ("surface", palette.surface), ("field", palette.field),
      ("ink", palette.ink), ("quiet", palette.quiet), ("line", palette.line),
      ("edge", palette.edge), ("accent", palette.accent), ("fill", palette.fill),
      ("on-fill", palette.onFill),
    ]
    return all.map { "--\($0): \($1.hex);" }.joined(separator: " ")
  }
}
