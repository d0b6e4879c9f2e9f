import Portico
import TestSupport
import Testing

@Suite("The text of a field in any order of typing and echoes")
struct TypedTextRandomTests {
  /// A flow that takes texts in order and groups digits by three, and whose screens come late and may be skipped.
  private struct LateFlow {
    var inbox: [String] = []
    var sent = 0
    var taken = 0
    var screens: [(field: Element.Field, taken: Int)] = []

    static func formatted(_ text: String) -> String {
      let digits = text.filter { $0 != " " }
      return digits.enumerated().map { place, digit in
        place > 0 && place % 3 == 0 ? " \(digit)" : "\(digit)"
      }.joined()
    }

    mutating func send(_ text: String) -> Int {
      inbox.append(text)
      sent += 1
      return sent
    }

    mutating func step() {
      guard !inbox.isEmpty else { return }
      let text = inbox.removeFirst()
      taken += 1
      let value = text.isEmpty ? nil : Self.formatted(text)
      screens.append((Element.Field(content: .phone, value: value), taken))
    }
  }

  @Test("PHN-3: whatever comes late, no key is lost, and in the end field and flow agree")
  func anyOrder() {
    var random = SeededGenerator(announcing: "TypedTextRandomTests.anyOrder", seed: 24)
    for _ in 0..<2_000 {
      var flow = LateFlow()
      var typed = TypedText(Element.Field(content: .phone))
      var keys = ""
      for _ in 0..<Int.random(in: 1...40, using: &random) {
        switch Int.random(in: 0..<5, using: &random) {
        case 0, 1:
          let key = "\(Int.random(in: 0...9, using: &random))"
          keys += key
          typed.type(typed.text + key) { flow.send($0) }
        case 2 where !keys.isEmpty:
          keys.removeLast()
          let shorter = String(typed.text.dropLast(typed.text.last == " " ? 2 : 1))
          typed.type(shorter) { flow.send($0) }
        case 3: flow.step()
        default:
          // A slow reader gets the latest alone.
          if let screen = flow.screens.last, Bool.random(using: &random) {
            flow.screens = []
            typed.take(screen.field, after: screen.taken)
          } else if !flow.screens.isEmpty {
            let screen = flow.screens.removeFirst()
            typed.take(screen.field, after: screen.taken)
          }
        }
        #expect(typed.text.filter { $0 != " " } == keys)
      }
      while !flow.inbox.isEmpty { flow.step() }
      for screen in flow.screens { typed.take(screen.field, after: screen.taken) }
      typed.leave()
      #expect(typed.text == LateFlow.formatted(keys))
    }
  }
}
