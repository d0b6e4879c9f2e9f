import Foundation
import Testing

@testable import FlowMachine
@testable import PorticoCommands

@Suite("portico check --show")
struct StoryboardTests {
  static let document = """
    flow: trap
    version: 1
    languages: [en]
    facts:
      name: {type: text, place: memory}
    initial: terms
    screens:
      terms:
        elements:
          - {heading: terms.title}
          - {field: name, fact: name, label: terms.name, validate: [required]}
          - {button: next, submits: true}
          - {button: leave, submits: true}
        on: {next: home, leave: gone}
      gone: {elements: [{text: gone.text}]}
      home: {final: true, elements: [{text: home.text}]}
    texts:
      en:
        terms.title: Terms & conditions
        terms.name: Your <name>
        terms.next: Next
        terms.leave: Leave "now"
        gone.text: Good bye
        home.text: Home
        invalid.required: Please enter it.
    """

  @Test(
    "each problem is shown by the screens on the way to it, with the words that people read there")
  func show() async throws {
    let folder = try TemporaryFolder()
    let document = try folder.write(Self.document, to: "trap.flow.yaml")
    let page = "\(folder.path)/found.html"
    let run = try await Program.run(["check", document, "--show", page])
    #expect(run.status == 1)
    #expect(run.lines.last == "pictures written to \(page)")
    let html = try String(contentsOfFile: page, encoding: .utf8)
    #expect(html.contains("<h2>No goal (&#39;home&#39;) is reachable from here"))
    let captions = html.split(separator: "<figcaption>").dropFirst().map {
      String($0.prefix { $0 != "<" })
    }
    let way = [
      "1. launch", "2. type “anything” into “Your &lt;name&gt;”", "3. tap “Leave &quot;now&quot;”",
    ]
    #expect(captions.starts(with: way), "\(captions)")
    // What is used next is marked, and the last screen is where nothing leads on.
    #expect(
      html.contains("<div class=\"used\"><div class=\"button\">Leave &quot;now&quot;</div></div>"))
    #expect(html.contains("<div class=\"heading\">Terms &amp; conditions</div>"))
    #expect(html.contains("<div class=\"field\">anything</div>"))
    let last = try #require(html.split(separator: "<li class=\"last\">").dropFirst().first)
    #expect(last.contains("Good bye"))
    #expect(!html.contains("<script"))
  }

  @Test("a flow without problems has a page that says so")
  func nothing() async throws {
    let folder = try TemporaryFolder()
    let page = "\(folder.path)/found.html"
    let run = try await Program.run(["check", "onboarding", "--show", page])
    #expect(run.status == 0, "\(run.output)")
    let html = try String(contentsOfFile: page, encoding: .utf8)
    #expect(html.contains("no problems"))
    #expect(!html.contains("<figure>"))
  }

  @Test("mistakes in a document stand on the page, since there is nothing to draw")
  func mistakes() async throws {
    let folder = try TemporaryFolder()
    let document = try folder.write(
      Self.document.replacing("initial: terms", with: "initial: term"), to: "trap.flow.yaml")
    let page = "\(folder.path)/found.html"
    let run = try await Program.run(["check", document, "--show", page])
    #expect(run.status == 1, "\(run.errors)")
    let html = try String(contentsOfFile: page, encoding: .utf8)
    #expect(html.contains("trap.flow.yaml:6:10"), "\(html)")
  }

  @Test("a page that cannot be written is one line, and so are options that exclude each other")
  func bad() async throws {
    let folder = try TemporaryFolder()
    let nowhere = try await Program.run(["check", "onboarding", "--show", "\(folder.path)"])
    #expect(nowhere.status == 73)
    #expect(nowhere.errors.split(separator: "\n").count == 1, "\(nowhere.errors)")
    let both = try await Program.run(["check", "onboarding", "--mutate", "--show", "x.html"])
    #expect(both.status == 64)
    #expect(both.errors.contains("leave out --show and --paths"), "\(both.errors)")
  }

  @Test(
    "every kind of element is drawn, closed where it has many options, dimmed where it is disabled")
  func elements() {
    func option(_ number: Int) -> ScreenValue.Option {
      ScreenValue.Option(text: Array("\(number)".utf8), detail: [])
    }
    for kind in ElementKind.allCases {
      for (count, isEnabled) in [(2, true), (9, false)] {
        let element = ScreenValue.Element(
          id: 3, name: [], kind: kind, style: 0, text: Array("Label".utf8), hint: [],
          value: kind == .choices ? .choices([0, 1]) : kind.input.hasOptions ? .choice(1) : .none,
          problem: Array("Wrong".utf8), isEnabled: isEnabled, isBusy: false, isSearchable: false,
          isSubmitting: false, isSecret: false, length: 0, least: [], most: [],
          options: kind.input.hasOptions ? (1...count).map { option($0) } : [],
          appName: Array("logo".utf8), country: [])
        let surface = ScreenValue.Surface(
          name: Array("s".utf8), view: [], style: .screen, title: [], hasBack: true,
          isDismissable: false, isActive: true, elements: [element])
        let html = ScreenPicture(
          ScreenValue(root: nil, screen: surface, overlays: [surface], isRightToLeft: true),
          used: [3]
        ).html
        #expect(html.contains(kind == .image ? "logo" : "Label"), "\(kind)")
        #expect(html.contains("<div class=\"wrong\">Wrong</div>"))
        #expect(html.contains("dir=\"rtl\"") && html.contains("class=\"sheet\""))
        #expect(html.components(separatedBy: "class=\"used\"").count == 3)
        if kind.input != .none { #expect(html.contains(" off") == !isEnabled, "\(kind)") }
        if kind.input == .option { #expect(html.contains("▾") == (count == 9)) }
        if kind.input.hasOptions { #expect(html.contains(kind == .choices ? "☑ 1" : "2")) }
      }
    }
  }
}
