/// A small random flow, and random edits of it like those of a product.
package struct EditedFlow {
  struct Screen {
    var name: String
    /// States inside it.
    var children: [String] = []
    var hasTimer = false
    var requests: [String] = []
  }
  struct Fact {
    var name: String
    var type: String
    var values: [String] = []
  }
  struct Region {
    var name: String
    var states: [String]
    var restarts = false
    var request: String
  }

  var screens: [Screen] = []
  var facts: [Fact] = []
  var regions: [Region] = []
  var overlays: [String] = []
  var calls: [String: String] = [:]
  var classes: [String: [String]] = [:]
  var services: [String] = []
  var fallback: String?
  /// The contents of `migrate`, by section.
  var migrate: [String: [String: String]] = [:]
  /// States and facts of the shipped versions: what `migrate` can name.
  private var shipped: Set<String> = []
  private var count = 0

  package init(_ random: inout SeededGenerator) {
    overlays = ["bad"]
    for _ in 0..<2 + random.below(4) { addScreen(&random) }
    for _ in 0..<2 + random.below(4) { addFact(&random) }
    for _ in 0..<random.below(3) { addRegion(&random) }
    services = random.chance(50) ? ["chat"] : []
  }

  private mutating func fresh(_ stem: String) -> String {
    count += 1
    return "\(stem)\(count)"
  }

  private mutating func addScreen(_ random: inout SeededGenerator) {
    var screen = Screen(name: fresh("screen"))
    if random.chance(30) { screen.children = [fresh("inner"), fresh("inner")] }
    screen.hasTimer = random.chance(30)
    for _ in 0..<random.below(3) { screen.requests.append(addRequest(&random)) }
    screens.append(screen)
  }

  private mutating func addRequest(_ random: inout SeededGenerator) -> String {
    let name = fresh("request")
    calls[name] = fresh("call")
    classes[name] = random.chance(40) ? ["odd", "late"] : []
    return name
  }

  private mutating func addFact(_ random: inout SeededGenerator) {
    var fact = Fact(name: fresh("fact"), type: random.pick(["text", "flag", "choice", "number"]))
    if fact.type == "choice" { fact.values = ["one", "two", "three"] }
    facts.append(fact)
  }

  private mutating func addRegion(_ random: inout SeededGenerator) {
    let request = addRequest(&random)
    regions.append(
      Region(
        name: fresh("region"), states: [fresh("side"), fresh("side")], restarts: random.chance(40),
        request: request))
  }

  // MARK: Edits

  package mutating func edit(_ random: inout SeededGenerator) {
    switch random.below(13) {
    case 0: addScreen(&random)
    case 1 where screens.count > 1: screens.remove(at: random.below(screens.count))
    case 2:
      let place = random.below(screens.count)
      let new = fresh("screen")
      rename(screens[place].name, to: new, in: "states", isSaid: random.chance(60))
      screens[place].name = new
    case 3:
      let place = random.below(screens.count)
      screens[place].children =
        screens[place].children.isEmpty ? [fresh("inner"), fresh("inner")] : []
    case 4: addFact(&random)
    case 5 where facts.count > 1: facts.remove(at: random.below(facts.count))
    case 6:
      let place = random.below(facts.count)
      let new = fresh("fact")
      rename(facts[place].name, to: new, in: "facts", isSaid: random.chance(60))
      facts[place].name = new
    case 7:
      let place = random.below(facts.count)
      facts[place].type = random.pick(["text", "flag", "choice", "number"])
      facts[place].values = facts[place].type == "choice" ? ["two", "four"] : []
    case 8: addRegion(&random)
    case 9 where !regions.isEmpty: regions.remove(at: random.below(regions.count))
    case 10:
      let place = random.below(screens.count)
      screens[place].hasTimer.toggle()
      screens.swapAt(0, place)
    case 11:
      if random.chance(50) {
        overlays = [fresh("bad")]
      } else if let name = calls.keys.sorted().randomElement(using: &random) {
        calls[name] = fresh("call")
        classes[name] = ["late"]
      }
    default: fallback = random.pick(screens).name
    }
    if let name = fallback, !screens.contains(where: { $0.name == name }) { fallback = nil }
  }

  /// A name that no version had yet is only a step to the next one.
  private mutating func rename(
    _ old: String, to new: String, in section: String, isSaid: Bool
  ) {
    guard isSaid else { return }
    for (earlier, name) in migrate[section] ?? [:] where name == old {
      migrate[section, default: [:]][earlier] = new
    }
    if shipped.contains(old) { migrate[section, default: [:]][old] = new }
  }

  // MARK: The document

  /// The document of the next version, without its header.
  package mutating func ship() -> String {
    let text = text
    for names in names.values { shipped.formUnion(names) }
    return text
  }

  private var names: [String: [String]] {
    let states = screens.map(\.name) + regions.flatMap(\.states) + screens.flatMap(\.children)
    return ["states": states, "facts": facts.map(\.name)]
  }

  private var text: String {
    var lines: [String] = []
    let known = names
    let valid = migrate.mapValues { $0 }.map { section, renames in
      (section, renames.filter { known[section]?.contains($0.value) ?? false })
    }.filter { !$0.1.isEmpty }.sorted { $0.0 < $1.0 }
    if !valid.isEmpty {
      lines.append("migrate:")
      for (section, renames) in valid {
        let pairs = renames.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        lines.append("  \(section): {\(pairs.joined(separator: ", "))}")
      }
    }
    if let fallback { lines.append("fallback: \(fallback)") }
    if !services.isEmpty { lines.append("services: [\(services.joined(separator: ", "))]") }
    lines.append("facts:")
    for fact in facts {
      let values = fact.values.isEmpty ? "" : ", values: [\(fact.values.joined(separator: ", "))]"
      lines.append("  \(fact.name): {type: \(fact.type)\(values)}")
    }
    let requests = (screens.flatMap(\.requests) + regions.map(\.request)).sorted()
    if !requests.isEmpty { lines.append("requests:") }
    for name in requests {
      let own = (classes[name] ?? []).enumerated().map { "\($1): {status: \(401 + $0)}" }
      let part = own.isEmpty ? "" : ", classes: {\(own.joined(separator: ", "))}"
      let dismissal = name.hasSuffix("1") ? "retry" : "stay"
      lines.append(
        "  \(name): {app: \(calls[name] ?? ""), repeat: keyed\(part), failure: {show: \(overlays[0]), dismissal: \(dismissal)}}"
      )
    }
    if !requests.isEmpty {
      lines.append(
        "overlays: {\(overlays[0]): {restorable: true, elements: [{button: dismiss, label: t}]}}")
    }
    if !regions.isEmpty { lines.append("regions:") }
    for region in regions {
      let restart = region.restarts ? "restart: launch, " : ""
      let (first, second) = (region.states[0], region.states[1])
      lines.append(
        "  \(region.name): {\(restart)initial: \(first), states: {\(first): {enter: [{request: \(region.request)}], after: {3s: \(second)}}, \(second): {after: {5s: \(first)}}}}"
      )
    }
    lines.append("initial: \(screens[0].name)")
    lines.append("screens:")
    for screen in screens { lines += self.lines(of: screen) }
    return lines.joined(separator: "\n") + "\n"
  }

  private func lines(of screen: Screen) -> [String] {
    var lines = ["  \(screen.name):", "    back: true", "    elements:"]
    for fact in facts {
      switch fact.type {
      case "flag": lines.append("      - {toggle: \(fact.name), fact: \(fact.name), label: t}")
      case "choice":
        let options = fact.values.map { "\($0): t" }.joined(separator: ", ")
        lines.append(
          "      - {choice: \(fact.name), fact: \(fact.name), label: t, options: {\(options)}}")
      case "number":
        lines.append(
          "      - {field: \(fact.name), fact: \(fact.name), kind: number, label: t}")
      default: lines.append("      - {field: \(fact.name), fact: \(fact.name), label: t}")
      }
    }
    let others = screens.map(\.name)
    for other in others { lines.append("      - {button: to_\(other), label: t}") }
    let moves = others.map { "to_\($0): \($0)" }.joined(separator: ", ")
    lines.append("    on: {\(moves)}")
    var enter = screen.requests.map { "{request: \($0)}" }
    if !services.isEmpty { enter.append("{start: all}") }
    if !enter.isEmpty { lines.append("    enter: [\(enter.joined(separator: ", "))]") }
    if screen.hasTimer { lines.append("    after: {20s: \(screens[0].name)}") }
    if !screen.children.isEmpty {
      let (first, second) = (screen.children[0], screen.children[1])
      lines.append("    initial: \(first)")
      lines.append(
        "    states: {\(first): {after: {2s: \(second)}}, \(second): {after: {4s: \(first)}}}")
    }
    return lines
  }
}
