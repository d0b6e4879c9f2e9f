import FlowMachine
import Statechart
import Testing

@Suite("Where a restore leads")
struct RestorePlaceTests {
  @Test("ENT-4: A flow that waits for the dismissal of an overlay continues after a relaunch")
  func dismissedEvent() throws {
    var play = try Play(
      yaml: """
        overlays: {ask: {style: alert, elements: [{button: dismiss, label: t}]}}
        initial: start
        screens:
          start: {elements: [{button: go, label: t}], on: {go: {to: waiting, do: [{show: ask}]}}}
          waiting: {on: {dismissed.ask: asked}}
          asked: {back: true}
        """)
    play.tap("go")
    try play.relaunch()
    #expect(play.screen == "asked")
    #expect(play.backStack == ["start", "waiting"])
  }

  @Test("After restore, transitions whose guards hold now are taken")
  func always() throws {
    var play = try Play(
      yaml: """
        facts: {network: {type: flag, place: device}}
        initial: offline
        screens: {offline: {always: [{when: network, to: online}]}, online: {}}
        """)
    play.told = ["network": .number(1)]
    try play.relaunch()
    #expect(play.screen == "online")
  }

  @Test("Preferences count without a record, and are ignored with one")
  func preferences() throws {
    let yaml =
      "facts: {name: {type: text}}\ninitial: a\nscreens: {a: {always: [{when: name == 'go', to: b}]}, b: {}}"
    let first = try Play(yaml: yaml, told: ["name": .text(Text("go"))])
    #expect(first.screen == "b")
    var second = try Play(yaml: yaml)
    second.told = ["name": .text(Text("go"))]
    try second.relaunch()
    #expect(second.screen == "a")
  }
}
