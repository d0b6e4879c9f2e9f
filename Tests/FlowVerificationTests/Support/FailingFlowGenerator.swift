import TestSupport

/// Draws small flows of screens that send requests and go wherever the answers, a timer or a button lead.
struct FailingFlowGenerator {
  private var random: SeededGenerator
  private let count: Int

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    count = 4
  }

  mutating func document() -> String {
    let screens = (0..<count).map { screen($0) }.joined(separator: "\n")
    return """
      flow: failing
      version: 1
      languages: [en]
      goals: [home]
      facts: {item: {type: text, place: memory}}
      requests:
        a: {app: a, with: {item: "{item}"}, repeat: safe, classes: {own: {code: own}}}
        b: {app: b, repeat: safe, classes: {busy: {status: 429}}}
      initial: s0
      screens:
      \(screens)
        home: {elements: [{text: t}]}
      texts: {en: {t: T}}
      """
  }

  private mutating func target() -> String {
    let number = random.below(count + 1)
    return number == count ? "home" : "s\(number)"
  }

  private mutating func screen(_ number: Int) -> String {
    var elements = ["{text: t}"]
    var lines = ["backTarget: \(random.chance(20))"]
    if random.chance(25) { elements.append("{field: f\(number), fact: item, label: t}") }
    if random.chance(35) {
      elements.append("{button: b\(number), label: t}")
      lines.append("on: {b\(number): \(target())}")
    }
    if random.chance(25) { lines.append("after: {5s: \(target())}") }
    if random.chance(75) {
      let (name, own) = random.chance(70) ? ("a", "own") : ("b", "busy")
      lines.append("enter: [{request: \(name)}]")
      var always = ["{when: \(name).succeeded, to: \(target())}"]
      if random.chance(60) { always.append("{when: \(name).failed(\(own)), to: \(target())}") }
      always.append("{when: \(name).failed, to: \(target())}")
      lines.append("always: [\(always.joined(separator: ", "))]")
    }
    lines.insert("elements: [\(elements.joined(separator: ", "))]", at: 0)
    return "  s\(number):\n" + lines.map { "    \($0)" }.joined(separator: "\n")
  }
}
