import FlowMachine
import FlowVerification
import Statechart
import TestSupport
import Testing

/// Drawn payments, walked on whole machines: each new key that nobody wants has to be among what is found.
@Suite("New keys on whole machines") struct AlteredContentRandomTests {
  @Test("No walk gives an open payment another key by itself where nothing was found")
  func walk() throws {
    var random = SeededGenerator(announcing: "altered content", seed: 23)
    var (flows, found, keys) = (0, 0, 0)
    for _ in 0..<1_000 where flows < 120 {
      var generator = PaymentGenerator(seed: random.next())
      let text = generator.document()
      guard let checked = try? SoundnessTests.checked(text), checked.explorer.isComplete else {
        continue
      }
      flows += 1
      let isFound = checked.found.contains { $0.property == .repeatedAltered }
      if isFound { found += 1 }
      let count = try newKeys(in: checked, random.next())
      keys += count
      #expect(count == 0 || isFound, "\(text)")
    }
    #expect(flows == 120)
    // Both happen, or nothing is compared.
    #expect(found > 20 && found < 100 && keys > 20, "\(found) of \(flows), \(keys) keys")
  }

  /// Counts the steps that nobody wants and that send an open payment with another key, on random walks.
  private func newKeys(in checked: Checked, _ seed: UInt64) throws -> Int {
    let flow = checked.flow
    let moves = RawMoves(flow: flow, domain: checked.domain)
    let pay = try #require(flow.tables.requests.indices.first.map { RequestID($0) })
    var random = SeededGenerator(seed: seed)
    var count = 0
    for _ in 0..<12 {
      let context = try #require(moves.initialStates.first)
      var machine = FlowMachine.begin(flow, context).machine
      var isTouched = false
      for _ in 0..<50 {
        let all = moves.all(at: machine)
        let move = all[Int(random.next() % UInt64(all.count))]
        let key = machine.idempotencyKey(of: pay)
        let last = machine.lastTicket
        _ = try moves.perform(move, on: &machine)
        var isStarted = false
        machine.forEachEffect {
          if case .perform(pay, let ticket) = $0, ticket > last { isStarted = true }
        }
        let isByItself =
          switch move {
          case .relaunch, .elapse: true
          default: false
          }
        if isStarted {
          let isNew = key != nil && machine.idempotencyKey(of: pay) != key
          if isNew, isByItself, !isTouched { count += 1 }
          isTouched = false
        } else if !isByItself, case .input(let input) = move {
          // What a person wants since then may be another payment.
          if case .answered = input {} else { isTouched = true }
        }
      }
    }
    return count
  }
}

/// Draws a flow with a payment, and actions around it that change what it sends.
private struct PaymentGenerator {
  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  private mutating func place() -> String { random.pick(["", "", ", place: memory"]) }

  private mutating func writes() -> String {
    guard random.chance(45) else { return "" }
    return random.pick([
      "{set: {total: total + 1}}", "{set: {total: 2}}", "{set: {total: 5}}", "{clear: [total]}",
      "{set: {kind: x}}", "{set: {kind: y}}", "{set: {note: other}}", "{clear: [note]}",
      "{set: {other: note}}", "{clear: [other]}", "{set: {count: count + 1}}", "{request: quote}",
      "{set: {kind: y}, when: count > 1}",
    ]) + ", "
  }

  mutating func document() -> String {
    let sent = ["total", "kind", "note", "other"].filter { _ in random.chance(60) }
    let with = sent.map { "\($0): \"{\($0)}\"" }.joined(separator: ", ")
    let restore = random.pick(["", "restore: start\n", "restore: paying\n"])
    let total = random.pick(["initial: 2", "initial: 1"])
    return """
      facts:
        total: {type: number, \(total)\(place())}
        kind: {type: choice, values: [x, y], initial: x\(place())}
        note: {type: text\(place())}
        other: {type: text\(place())}
        count: {type: number, initial: 0, domain: {least: 0, most: 3}}
      requests:
        pay: {app: pay, repeat: keyed\(with.isEmpty ? "" : ", with: {\(with)}")}
        quote: {app: quote, repeat: safe, save: {total: $.total, other: $.other}}
      initial: start
      \(restore)screens:
        start:
          enter: [\(writes())]
          elements: [{button: go, label: t}, {field: note, fact: note, label: t}, {text: t, when: quote.failed}]
          on: {go: {to: paying, do: [\(writes())]}}
        paying:
          enter: [\(writes()){request: pay}]
          elements: [{text: t, when: pay.failed or quote.failed}, {button: leave, label: t}, {button: again, label: t}]
          on: {leave: start, again: {do: [\(writes()){request: pay}]}}
          after: {5s: {to: \(random.pick(["paying", "paying", "start"])), do: [\(writes())]}}
          timers: {later: {after: 9s}}
          always: [{when: pay.succeeded, to: home}, {when: later.elapsed and pay.failed, do: [\(writes()){request: pay}]}]
        home: {elements: [{text: t}, {text: t, when: kind == y or note is present or other is present or total > 3 or count > 2}]}
      """
      .replacing("{set: {count: count + 1}}", with: "{set: {count: count + 1}, when: count < 3}")
      .replacing(", ]", with: "]").replacing("    enter: []\n", with: "")
      .replacing(", do: []", with: "")
  }
}
