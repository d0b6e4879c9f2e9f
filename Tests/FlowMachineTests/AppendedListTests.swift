import FlowMachine
import Foundation
import TestSupport
import Testing

@Suite("Lists to which rows are appended")
struct AppendedListTests {
  private func play() throws -> Play {
    let manual = try #require(Repository.read("docs/flow-language.md")).string
    let section = try #require(manual.components(separatedBy: "### Lists in pages").last)
    let parts = section.components(separatedBy: "```")
    let sample = try #require(parts.dropFirst().first { $0.hasPrefix("yaml\n") }).dropFirst(5)
    return try Play(
      Fixture.flow(
        """
        languages: [en]
        \(sample)
        initial: orders
        texts: {en: {t: "{order}"}}
        """))
  }

  private func rows(_ play: Play) -> [String] {
    guard case .text(let bytes) = play.machine.value(of: play.fact("orders")) else { return [] }
    return ListValue.decode(bytes, columns: 2).map { $0.map(\.string).joined(separator: " ") }
  }

  private func page(_ orders: (id: String, state: String)..., next: String? = nil) -> String {
    let rows = orders.map { #"{"id":"\#($0.id)","state":"\#($0.state)"}"# }
    let next = next.map { #""\#($0)""# } ?? "null"
    return
      #"{"orders":[\#(rows.joined(separator: ","))],"next":\#(next),"more":\#(next != "null")}"#
  }

  @Test("The sample of the manual shows what the manual says: each page below the one before")
  func manual() throws {
    var play = try play()
    #expect(play.drawn("more") == nil)
    play.answer("getOrders", 200, page(("1", "open"), ("2", "open"), next: "c2"))
    play.tap("more")
    #expect(play.sent("getMoreOrders") == #"{"after":"c2"}"#)
    // An order came in meanwhile, so the last one of the first page is the first one of the second.
    play.answer("getMoreOrders", 200, page(("2", "sent"), ("3", "open")))
    #expect(rows(play) == ["1 open", "2 sent", "3 open"])
    #expect(play.drawn("more") == nil)
    let options = try #require(play.drawn("list")).options.map(\.text.string)
    #expect(options == ["1", "2", "3"])
    // Getting the first page again replaces the list.
    play.tap("reload")
    play.answer("getOrders", 200, page(("4", "open")))
    #expect(rows(play) == ["4 open"])
  }

  @Test("Whether a list is empty and how many rows it has follows each page, also across a kill")
  func counted() throws {
    let play = try Play(
      Fixture.flow(
        """
        languages: [en]
        facts:
          rows: {type: list, of: {id: text}}
          size: {type: number, value: count(rows)}
          none: {type: flag, value: rows is empty}
        requests: {load: {app: load, repeat: safe, save: {rows: {path: $.rows, append: id}}}}
        initial: home
        screens:
          home:
            enter: [{request: load}]
            elements:
              - {button: more, label: t}
              - {text: t, when: load.failed or none}
            on: {more: {do: [{request: load}]}}
        texts: {en: {t: "{size}"}}
        """))
    func expect(_ size: FactValue, isEmpty: Bool, _ play: Play) {
      #expect(play.machine.value(of: play.fact("size")) == size)
      #expect(play.machine.value(of: play.fact("none")) == .number(isEmpty ? 1 : 0))
    }
    var current = play
    expect(.absent, isEmpty: false, current)
    for (page, size) in [
      ("[]", 0), ("[]", 0), (#"[{"id":"1"}]"#, 1), (#"[{"id":"1"},{"id":"2"}]"#, 2),
    ] {
      current.answer("load", 200, #"{"rows":\#(page)}"#)
      expect(.number(Int64(size)), isEmpty: size == 0, current)
      try current.relaunch()
      expect(.number(Int64(size)), isEmpty: size == 0, current)
      current.tap("more")
    }
  }

  @Test("A page that does not come leaves the list as it is")
  func failure() throws {
    var play = try play()
    play.answer("getOrders", 200, page(("1", "open"), next: "c2"))
    for answer in [
      Answer.notSent, .lost, .timedOut, .received(status: 500, body: Text("{}")),
      .received(status: 200, body: Text("{}")),
    ] {
      play.tap("more")
      play.answer("getMoreOrders", answer)
      #expect(play.status("getMoreOrders").hasPrefix("failed"))
      #expect(rows(play) == ["1 open"])
    }
    play.tap("more")
    play.answer("getMoreOrders", 200, page(("2", "open")))
    #expect(rows(play) == ["1 open", "2 open"])
  }

  @Test("A kill between two pages takes the whole list or nothing of it")
  func kill() throws {
    var play = try play()
    play.answer("getOrders", 200, page(("1", "open"), next: "c2"))
    play.tap("more")
    try play.relaunch()
    play.answer("getMoreOrders", 200, page(("2", "open")))
    #expect(rows(play) == ["1 open", "2 open"])
    try play.relaunch()
    #expect(rows(play) == ["1 open", "2 open"])
  }

  @Test(
    "A list takes no more than 512 rows: a page that would go beyond is malformed, and nothing of it is kept"
  )
  func full() throws {
    var play = try play()
    let many = (1...FlowLimits.listRows).map { #"{"id":"\#($0)","state":""}"# }
    play.answer(
      "getOrders", 200,
      #"{"orders":[\#(many.joined(separator: ","))],"next":"c2","more":true}"#)
    play.tap("more")
    play.answer("getMoreOrders", 200, page(("512", "sent"), ("513", "open")))
    #expect(play.status("getMoreOrders") == "failed.malformed")
    #expect(rows(play).count == FlowLimits.listRows && rows(play).last == "512 ")
    play.tap("more")
    play.answer("getMoreOrders", 200, page(("512", "sent")))
    #expect(rows(play).count == FlowLimits.listRows && rows(play).last == "512 sent")
  }

  @Test("An outcome of a journal that was tampered with cannot make a list longer")
  func tampered() throws {
    var play = try play()
    play.answer("getOrders", 200, page(("1", "open"), next: "c2"))
    play.tap("more")
    let many = (0..<FlowLimits.listRows).map { [Text("x\($0)"), Text("")] }
    let outcome = RequestOutcome(
      failure: nil, values: [FactChange(play.fact("orders"), .text(ListValue.encode(many)))])
    play.step(
      .answered(
        play.request("getMoreOrders"),
        ticket: play.machine.ticket(of: play.request("getMoreOrders")),
        outcome))
    #expect(rows(play).count == FlowLimits.listRows)
  }

  @Test(
    "However pages overlap or come twice, every row is there once, in the order in which it first came"
  )
  func pages() {
    var random = SeededGenerator(announcing: "pages", seed: 11)
    for _ in 0..<2_000 {
      // What a server has, and its pages, some of which overlap the one before or come again.
      let all = (0..<random.below(12)).map { [Text("\($0)"), Text("old")] }
      var known: Text = ListValue.encode([])
      var end = 0
      while end < all.count {
        let start = max(0, end - random.below(3))
        end = min(all.count, end + 1 + random.below(4))
        let page = ListValue.encode(all[start..<end].map { [$0[0], Text("new")] })
        for _ in 0...random.below(2) {
          known = ListValue.encode(ListValue.joined(known, page, columns: 2, key: 0))
        }
      }
      let rows = ListValue.decode(known, columns: 2)
      #expect(rows.map { $0[0] } == all.map { $0[0] })
      #expect(rows.allSatisfy { $0[1] == Text("new") })
    }
  }

  @Test("Rows without a key replace nothing: no row is lost because a server left its key out")
  func noKey() {
    let page = ListValue.encode([[Text(""), Text("1")], [Text(""), Text("2")]])
    let twice = ListValue.joined(page, page, columns: 2, key: 0)
    #expect(twice.map { $0[1].string } == ["1", "2", "1", "2"])
  }

  @Test(
    "Rows of one page that have the same key all stay: what tells them apart is the server's mistake"
  )
  func sameKeys() {
    let page = ListValue.encode([[Text("a"), Text("1")], [Text("a"), Text("2")]])
    let once = ListValue.joined(ListValue.encode([]), page, columns: 2, key: 0)
    #expect(once.count == 2)
    #expect(ListValue.joined(ListValue.encode(once), page, columns: 2, key: 0) == once)
  }
}
