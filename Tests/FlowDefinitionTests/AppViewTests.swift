import FlowDefinition
import FlowMachine
import Foundation
import Statechart
import Testing

/// Elements that the app draws itself.
@Suite struct AppViewTests {
  private static func flow(_ view: String) throws -> Flow {
    let compiled = Documents(
      """
      facts: {name: {type: text}, plan: {type: choice, values: [a, b]}, on: {type: flag}, born: {type: text}}
      languages: [en]
      goals: [home]
      initial: home
      screens:
        home:
          elements:
            - {image: logo}
            - {text: t\(view)}
            - {progress: t\(view)}
            - {field: name, fact: name, validate: [required]\(view)}
            - {choice: plan, fact: plan, options: {a: t, b: t}\(view)}
            - {toggle: on, fact: on\(view)}
            - {date: born, fact: born\(view)}
            - {button: send, label: t, submits: true\(view)}
            - {link: more, label: t\(view)}
          "on": {send: home, more: home}
      texts: {en: {t: T, invalid.required: R, invalid.date: D}}
      """)
    return try Flow(decoding: #require(compiled.outcome.flow).bytes)
  }

  @Test("A host is told by name which view of the app draws an element; an image has its own name")
  func named() throws {
    let running = try RunningFlow(Self.flow(", view: shiny"))
    let names = try running.surface().elements.map { String(decoding: $0.appName, as: UTF8.self) }
    #expect(names == ["logo"] + [String](repeating: "shiny", count: 8))
    let json = String(
      decoding: running.machine.screen(at: running.now, language: 0).json, as: UTF8.self)
    #expect(json.components(separatedBy: #""view":"shiny""#).count == 9)
    #expect(json.components(separatedBy: #""image":"logo""#).count == 2)
  }

  @Test("To everything but the host an element with a view is the element that it would be without")
  func otherwiseEqual() throws {
    let (plain, drawn) = (try Self.flow(""), try Self.flow(", view: shiny"))
    func cleared(_ flow: Flow) -> [ElementRow] {
      flow.tables.elements.map { row in
        var row = row
        if row.kind != .image { row.appName = noID }
        return row
      }
    }
    #expect(cleared(plain).map { "\($0)" } == cleared(drawn).map { "\($0)" })
    #expect(plain.tables.validators.map { "\($0)" } == drawn.tables.validators.map { "\($0)" })
    for flow in [plain, drawn] {
      var running = try RunningFlow(flow)
      let send = try #require(try running.surface().elements.first { $0.kind == .button })
      running.send(.tap(send.id))
      #expect(running.report.refusal == .incomplete)
    }
  }
}
