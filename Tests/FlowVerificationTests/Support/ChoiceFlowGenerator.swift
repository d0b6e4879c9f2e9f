import TestSupport

/// Random flows with many choices that are kept, and read in a few places: in each something can be wrong, or nothing.
struct ChoiceFlowGenerator {
  private var random: SeededGenerator
  private var facts: [String] = []
  private var screens = 0
  private var requests: [String] = []

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func document() -> String {
    facts = (0..<3 + random.below(4)).map { "f\($0)" } + (random.chance(60) ? ["color"] : [])
    screens = 2 + random.below(3)
    requests = (0..<random.below(3)).map { "r\($0)" }
    let places = (0..<screens).flatMap { screen($0) }
    var lines = ["flow: choices", "version: 1", "languages: [en]", "goals: [end]", "facts:"]
    for fact in facts {
      let type = fact == "color" ? "choice, values: [red, green, blue]" : "flag"
      let initial = fact != "color" && random.chance(40) ? ", initial: \(random.chance(50))" : ""
      let place = random.pick(["", ", place: memory", ", scope: device"])
      lines.append("  \(fact): {type: \(type)\(place)\(initial)}")
    }
    lines.append("  network: {type: flag, place: device}")
    lines.append("signals: {poke: {}\(random.chance(20) ? ", held: {held: true}" : "")}")
    if !requests.isEmpty { lines.append("requests:") }
    for request in requests { lines.append(self.request(request)) }
    if random.chance(15) { lines.append("restore: s\(random.below(screens))") }
    lines += ["initial: s0", "screens:"] + places
    lines.append("  end: {elements: [{heading: t}]}")
    return (lines + ["texts: {en: {t: T, u: U, v: V}}", ""]).joined(separator: "\n")
  }

  private mutating func request(_ name: String) -> String {
    var parts = ["app: \(name)", "repeat: \(random.pick(["safe", "safe", "keyed", "never"]))"]
    if random.chance(30) {
      let fact = random.pick(facts)
      parts.append(
        "save: {\(fact): \(random.chance(50) ? "$.a" : "{path: $.a, optional: true}")}")
    }
    if random.chance(25) { parts.append("survives: true") }
    if random.chance(20) { parts.append("final: true") }
    return "  \(name): {\(parts.joined(separator: ", "))}"
  }

  // MARK: Guards and actions

  private mutating func test() -> String {
    let fact = random.pick(facts)
    guard fact == "color" else {
      return random.pick(["\(fact)", "not \(fact)", "\(fact) is present"])
    }
    return random.pick(["color == red", "color != green", "color is present"])
  }

  private mutating func condition() -> String {
    switch random.below(6) {
    case 0: "\(test()) and \(test())"
    case 1: "\(test()) or \(test())"
    case 2 where !requests.isEmpty:
      "\(random.pick(requests)).\(random.pick(["failed", "succeeded", "running"])) and \(test())"
    default: test()
    }
  }

  private mutating func action() -> String {
    let fact = random.pick(facts)
    switch random.below(6) {
    case 0: return "{clear: \(fact)}"
    case 1: return "{clear: user}"
    case 2 where !requests.isEmpty: return "{request: \(random.pick(requests))}"
    case 3 where fact != "color":
      let other = facts.last { $0 != fact && $0 != "color" } ?? fact
      return "{set: {\(fact): \(other)}}"
    default:
      return
        "{set: {\(fact): \(fact == "color" ? random.pick(["red", "blue"]) : random.pick(["true", "false"]))}}"
    }
  }

  private mutating func target() -> String {
    random.chance(25) ? "end" : "s\(random.below(screens))"
  }

  private mutating func transition() -> String {
    let actions = random.chance(40) ? ", do: [\(action())]" : ""
    return "{to: \(target())\(actions)}"
  }

  private mutating func handler() -> String {
    guard random.chance(30) else { return transition() }
    let last = random.chance(60) ? ", \(transition())" : ""
    return "[{when: \(condition()), to: \(target())}\(last)]"
  }

  // MARK: Screens

  private mutating func screen(_ index: Int) -> [String] {
    var (elements, events): ([String], [String]) = ([], [])
    func add(_ element: String) { elements.append("      - {\(element)}") }
    for place in 0..<1 + random.below(3) {
      let guarded =
        random.chance(45) ? ", \(random.pick(["when", "enabled"])): \(condition())" : ""
      add("button: b\(index)\(place), label: t\(guarded)")
      events.append("b\(index)\(place): \(handler())")
    }
    for (place, fact) in facts.enumerated() where random.chance(45) {
      let guarded = random.chance(15) ? ", when: \(condition())" : ""
      if fact == "color" {
        add(
          "choice: p\(index), fact: color, label: t, options: {red: t, green: u, blue: v}\(guarded)"
        )
      } else {
        add("toggle: w\(index)\(place), fact: \(fact), label: t\(guarded)")
      }
    }
    if let request = requests.randomElement(using: &random), random.chance(60) {
      add("button: go\(index), label: u")
      events.append("go\(index): {do: [{request: \(request)}]}")
      add("text: v, when: \(request).failed\(random.chance(35) ? " and \(test())" : "")")
      if random.chance(60) { add("progress: u, when: \(request).running") }
    }
    if random.chance(15) { events.append("poke: \(handler())") }
    if random.chance(10) { events.append("changed.network: \(handler())") }
    var lines = ["  s\(index):"]
    if random.chance(40) { lines.append("    back: true") }
    if random.chance(10) { lines.append("    restore: \(target())") }
    if random.chance(25) { lines.append("    enter: [\(action())]") }
    if random.chance(12) { lines.append("    after: {3s: \(target())}") }
    lines += ["    elements:"] + elements + ["    on:"] + events.map { "      \($0)" }
    if random.chance(30) {
      lines.append("    always: [{when: \(condition()), to: \(target())}]")
    }
    return lines
  }
}
