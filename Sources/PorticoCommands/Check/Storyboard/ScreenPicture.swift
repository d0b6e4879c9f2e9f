import Branding
import FlowMachine

/// A screen as a small picture in HTML: what people see there, with the words of the flow, without its brand.
struct ScreenPicture {
  private let screen: ScreenValue
  /// What is used next.
  private let used: [ElementID]

  init(_ screen: ScreenValue, used: [ElementID]) {
    self.screen = screen
    self.used = used
  }

  var html: String {
    let direction = screen.isRightToLeft ? " dir=\"rtl\"" : ""
    var parts: [String] = []
    if let surface = screen.screen {
      parts.append(surface.elements.isEmpty ? blank(surface) : self.surface(surface, "main"))
    } else {
      parts.append("<div class=\"main blank\">no screen</div>")
    }
    for overlay in screen.overlays {
      parts.append(surface(overlay, overlay.style == .overlay ? "cover" : "sheet"))
    }
    return "<div class=\"screen\"\(direction)>\(parts.joined())</div>"
  }

  private func blank(_ surface: ScreenValue.Surface) -> String {
    "<div class=\"main blank\">\(text(surface.name))</div>"
  }

  private func surface(_ surface: ScreenValue.Surface, _ kind: String) -> String {
    var parts: [String] = []
    if surface.hasBack { parts.append("<div class=\"back\" aria-label=\"Back\">‹</div>") }
    if !surface.title.isEmpty { parts.append("<div class=\"title\">\(text(surface.title))</div>") }
    parts += surface.elements.map { element in
      let html = self.element(element)
      return used.contains(element.id) ? "<div class=\"used\">\(html)</div>" : html
    }
    return "<div class=\"\(kind)\">\(parts.joined())</div>"
  }

  private func element(_ element: ScreenValue.Element) -> String {
    let label = text(element.text)
    let problem =
      element.problem.isEmpty ? "" : "<div class=\"wrong\">\(text(element.problem))</div>"
    return drawn(element, label) + problem
  }

  private func drawn(_ element: ScreenValue.Element, _ label: String) -> String {
    let off = element.isEnabled ? "" : " off"
    switch element.kind.input {
    case .none: return shown(element, label)
    case .tap where element.kind == .link: return "<div class=\"link\(off)\">\(label)</div>"
    case .tap: return "<div class=\"button\(off)\">\(label)\(element.isBusy ? " …" : "")</div>"
    case .text:
      return "<div class=\"label\">\(label)</div>"
        + "<div class=\"field\(off)\">\(value(of: element))</div>"
    case .flag:
      return
        "<div class=\"option\(off)\">\(element.value == .flag(true) ? "☑" : "☐") \(label)</div>"
    case .option where element.isAction:
      return element.options.map(\.text).filter { !$0.isEmpty }
        .map { "<div class=\"button\(off)\">\(text($0))</div>" }.joined()
    case .option where element.options.count > Self.mostOptions:
      return "<div class=\"label\">\(label)</div>"
        + "<div class=\"field\(off)\">\(chosen(in: element)) ▾</div>"
    case .option, .options:
      let title = label.isEmpty ? "" : "<div class=\"label\">\(label)</div>"
      return title + options(of: element, off)
    }
  }

  private func shown(_ element: ScreenValue.Element, _ label: String) -> String {
    switch element.kind {
    case .heading: "<div class=\"heading\">\(label)</div>"
    case .image: "<div class=\"image\">\(text(element.appName))</div>"
    case .progress: "<div class=\"progress\"><span></span>\(label)</div>"
    case .notice: "<div class=\"notice\">\(label)</div>"
    case .steps:
      "<div class=\"text\">\(element.steps.reached)/\(element.steps.count) \(label)</div>"
    case .avatar:
      "<div class=\"image\">\(text(element.initials))</div><div class=\"text\">\(label)</div>"
    case .secret: "<div class=\"text\">\(label)</div><div class=\"field\">••••••••</div>"
    default: "<div class=\"text\">\(label)</div>"
    }
  }

  /// A list with more is drawn closed.
  private static let mostOptions = 6

  private func options(of element: ScreenValue.Element, _ off: String) -> String {
    let isSingle = element.kind.input == .option
    return element.options.enumerated().map { place, option in
      let isOn = element.value.chosen.contains(place)
      let mark = isSingle ? (isOn ? "◉" : "○") : (isOn ? "☑" : "☐")
      return "<div class=\"option\(off)\">\(mark) \(text(option.text))</div>"
    }.joined()
  }

  private func chosen(in element: ScreenValue.Element) -> String {
    element.value.chosen.filter { element.options.indices.contains($0) }
      .map { text(element.options[$0].text) }.joined(separator: ", ")
  }

  private func value(of element: ScreenValue.Element) -> String {
    switch element.value {
    case .text(let typed): text(typed)
    case .secret: "••••••••"
    default: ""
    }
  }

  private func text(_ bytes: Text) -> String {
    MarkupText.escaped(String(decoding: bytes, as: UTF8.self))
  }

  static let style = """
    .screen { position: relative; flex: 1; min-block-size: 24rem; overflow: hidden; border: 1px solid var(--edge);
      border-radius: 1.25rem; background: var(--surface); font-size: .85rem; overflow-wrap: anywhere; }
    .main, .cover, .sheet { display: flex; flex-direction: column; gap: .6rem; padding: 1rem; background: var(--surface); }
    .cover { position: absolute; inset: 0; }
    .sheet { position: absolute; inset-inline: .5rem; inset-block-end: .5rem; border: 1px solid var(--edge);
      border-radius: 1rem; box-shadow: 0 0 0 30rem rgb(0 0 0 / 35%); }
    .blank { align-items: center; padding-block: 10rem; color: var(--quiet); }
    .back { color: var(--accent); font-size: 1.4rem; line-height: 1; }
    [dir="rtl"] .back { transform: scaleX(-1); align-self: start; }
    .title { font-weight: 600; text-align: center; }
    .heading { font-size: 1.15rem; font-weight: 700; line-height: 1.2; }
    .text, .label, .option { white-space: pre-line; }
    .label { color: var(--quiet); margin-block-end: -.4rem; }
    .field { min-block-size: 2.2em; padding: .35em .6em; border: 1px solid var(--edge); border-radius: .5rem;
      background: var(--field); }
    .button { padding: .5em; border-radius: .6rem; background: var(--fill); color: var(--on-fill); text-align: center; }
    .link { color: var(--accent); text-align: center; }
    .notice { padding: .5em .7em; border-inline-start: 3px solid var(--edge); background: var(--field); }
    .wrong { margin-block-start: -.4rem; font-size: .8rem; }
    .wrong::before { content: "⚠ "; }
    .image { padding: 1.2rem .5rem; border-radius: .6rem; background: var(--field); color: var(--quiet); text-align: center; }
    .progress { display: flex; flex-direction: column; align-items: center; gap: .4rem; padding: 1rem; color: var(--quiet); }
    .progress span { inline-size: 1.6rem; block-size: 1.6rem; border: 3px solid var(--line);
      border-block-start-color: var(--accent); border-radius: 50%; }
    .off { opacity: .55; }
    .used { display: flex; flex-direction: column; gap: .6rem; outline: 2px dashed var(--accent); outline-offset: 3px; border-radius: .3rem; }
    """
}
