import TestSupport
/// Small flow documents, drawn at random: most of them compile.
struct FlowGenerator {
  var random: SeededGenerator

  private var screens = 0
  private var requests: [String] = []
  private var hasOverlay = false
  private var hasSecret = false
  private var pool: [String] = []
  private var isBounded = true

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func document() -> String {
    screens = random.pick([2, 2, 3, 3, 4])
    requests = Array(["load", "send"].prefix(random.pick([0, 1, 1, 1, 2])))
    hasOverlay = random.chance(60)
    hasSecret = random.chance(35)
    pool = ["open", "color", "count", "name", "network", "mode", "level"].filter { _ in
      random.chance(25)
    }
    if random.chance(20) { pool += ["sum", "both"] }
    if !requests.isEmpty, random.chance(20) { pool.append("rows") }
    var lines: [String] = []
    for screen in 0..<screens { lines += self.screen(screen) }
    var requestLines: [String] = []
    for request in requests { requestLines += self.request(request) }
    let region = !requests.isEmpty && random.chance(20) ? self.region() : []
    let globals = self.globals()
    let properties = self.properties()
    var head = [
      "flow: drawn", "version: 1", "languages: [en]", "goals: [s\(random.below(screens))]",
    ]
    if hasSecret { head.append("session: token") }
    let body = requestLines + region + globals + lines
    let text = (body + properties).joined(separator: "\n")
    if text.contains("mode") {
      head.append("configuration: {mode: {values: [plain, fancy, odd], default: plain}}")
    }
    head += facts(text)
    head += ["properties:"] + properties
    var signals: [String] = []
    if text.contains("poke") { signals.append("poke: {}") }
    if text.contains("sessionExpired") { signals.append("sessionExpired: {}") }
    if text.contains("visitNumber") { signals.append("visitNumber: {value: number, held: true}") }
    if text.contains("link:") { signals.append("link: {value: text, saves: name, held: true}") }
    if !signals.isEmpty { head.append("signals: {\(signals.joined(separator: ", "))}") }
    if !requests.isEmpty { head += ["requests:"] + requestLines }
    if text.contains("notice") {
      let isRestorable = random.chance(30) ? ", restorable: true" : ""
      head.append(
        "overlays: {notice: {elements: [{button: dismiss, label: t}]\(isRestorable)}}")
    }
    head += region + globals + ["initial: s0", "screens:"] + lines + ["texts: {en: {t: T}}"]
    return head.joined(separator: "\n") + "\n"
  }

  // MARK: Declarations

  private mutating func facts(_ text: String) -> [String] {
    var lines: [String] = []
    let place = ["", ", place: memory"]
    let computed = computedFacts(text)
    let text = ([text] + computed).joined(separator: "\n")
    if text.contains("open") { lines.append("  open: {type: flag\(random.pick(place))}") }
    if text.contains("near") || text.contains("rows") {
      lines.append("  near: {type: flag\(random.pick(place))}")
    }
    if text.contains("color") {
      lines.append(
        "  color: {type: choice, values: [red, green, blue, black]\(random.pick(place))}")
    }
    if text.contains("count") {
      let domain = computed.isEmpty ? "" : ", domain: {least: 0, most: 4}"
      lines.append("  count: {type: number, initial: 0\(domain)}")
    }
    lines += computed
    if text.contains("name") { lines.append("  name: {type: text\(random.pick(place))}") }
    if text.contains("rows") {
      lines.append("  rows: {type: list, of: {id: text, near: flag}}")
      lines.append("  pick: {type: text\(random.pick(place))}")
    }
    if text.contains("network") { lines.append("  network: {type: flag, place: device}") }
    if text.contains("level") {
      lines.append("  level: {type: choice, values: [low, middle, high], place: device}")
    }
    if hasSecret { lines.append("  token: {type: secret}") }
    return lines.isEmpty ? [] : ["facts:"] + lines
  }

  /// Those that are used, after what they are computed from.
  private mutating func computedFacts(_ text: String) -> [String] {
    var lines: [String] = []
    if text.contains("sum") {
      let value = random.pick([
        "count * 2 - 1", "count + count(open, near)", "6 / (count + 1)", "max(count, 2) % 3",
      ])
      let cases = [
        "\"\(value)\"", "[{when: open, value: \"\(value)\"}, {value: \"0 - count\"}]",
        "[{when: count != 1, value: \"\(value)\"}]",
      ]
      lines.append("  sum: {type: number, value: \(random.pick(cases))}")
    }
    if text.contains("both") {
      let value = random.pick(["open and count < 2", "open or near", "count == 2"])
      let cases = ["\(value)", "[{when: near is present, value: \(value)}]"]
      lines.append("  both: {type: flag, value: \(random.pick(cases))}")
    }
    return lines
  }

  private mutating func request(_ name: String) -> [String] {
    var parts = [
      "\(random.pick(["operation", "app"])): \(name)",
      "repeat: \(random.pick(["safe", "safe", "keyed", "never"]))",
    ]
    var saves: [String] = []
    for fact in ["open", "color", "name"] where pool.contains(fact) && random.chance(35) {
      saves.append(random.chance(70) ? "\(fact): $.a" : "\(fact): {path: $.a, optional: true}")
    }
    if pool.contains("rows"), random.chance(80) {
      saves.append(
        random.pick([
          "rows: $.c", "rows: {path: $.c, append: id}", "rows: {path: $.c, append: near}",
          "rows: {path: $.c, append: id, optional: true}",
        ]))
    }
    if hasSecret && random.chance(60) { saves.append("token: $.b") }
    if !saves.isEmpty { parts.append("save: {\(saves.joined(separator: ", "))}") }
    if saves.contains(where: { !$0.contains("optional") }), random.chance(25) {
      parts.append("once: true")
    }
    if random.chance(25) { parts.append("final: true") }
    if random.chance(20) { parts.append("survives: true") }
    if random.chance(40) { parts.append("classes: {wrong: {status: 401}, taken: {status: 409}}") }
    if hasOverlay, random.chance(75) {
      let unless = random.chance(30) ? ", unless: \(guardText(1))" : ""
      parts.append("failure: {show: notice, dismissal: \(random.pick(["retry", "stay"]))\(unless)}")
    }
    return ["  \(name): {\(parts.joined(separator: ", "))}"]
  }

  private mutating func region() -> [String] {
    let request = random.pick(requests)
    let restart = random.chance(50) ? "restart: launch, " : ""
    let rest =
      random.chance(50)
      ? "always: [{when: \(request).settled, to: rest}]}, rest: {on: {poke: asking}}"
      : "on: {poke: {do: [{request: \(request)}]}}}"
    return [
      "regions: {beside: {\(restart)initial: asking, "
        + "states: {asking: {enter: [{request: \(request)}], \(rest)}}}"
    ]
  }

  private mutating func globals() -> [String] {
    guard random.chance(hasSecret ? 40 : 15) else { return [] }
    let expired =
      hasSecret && random.chance(70) ? ", sessionExpired: s\(random.below(screens))" : ""
    return ["on: {poke: s\(random.below(screens))\(expired)}"]
  }

  private mutating func properties() -> [String] {
    [
      "  first: {never: \(guardText(2))}",
      "  second: {always: \(guardText(2)) or in(s\(random.below(screens)))}",
      "  third: {reachable: \(guardText(1)), from: in(s\(random.below(screens)))}",
      "  fourth: {reachable: \(guardText(2))}",
    ]
  }

  // MARK: Screens

  private mutating func screen(_ index: Int) -> [String] {
    var lines = ["  s\(index):"]
    if random.chance(40) { lines.append("    back: true") }
    if random.chance(10) { lines.append("    backTarget: false") }
    if hasSecret, random.chance(30) { lines.append("    protected: true") }
    if random.chance(15) { lines.append("    restore: s\(random.below(screens))") }
    if random.chance(10) { lines.append("    visibleFor: 2s") }
    var elements: [String] = []
    var events: [String] = []
    for place in 0...random.below(2) {
      let id = "b\(index)\(place)"
      let enabled = random.chance(20) ? ", enabled: \(guardText(1))" : ""
      elements.append("{button: \(id), label: t\(enabled)}")
      events.append("\(id): \(handler(index))")
    }
    for (place, request) in requests.enumerated() where place % screens == index {
      elements.append("{button: go\(place), label: t}")
      events.append("go\(place): {do: [{request: \(request)}]}")
    }
    let inputs = self.inputs(index)
    elements += inputs
    if inputs.contains(where: { $0.contains("done") }) {
      events.append("done\(index): \(handler(index))")
    }
    if random.chance(10) { events.append("back: \(target(index))") }
    if random.chance(12) {
      events.append(
        "visitNumber: [{when: event == \(random.below(3)), to: \(target(index))}, "
          + "{when: event > 2, do: [\(action())]}]")
    }
    if pool.contains("level"), random.chance(20) {
      events.append("changed.level: \(target(index))")
    }
    // Mostly a fact that nothing reads, and of which each change is an event.
    if random.chance(15) { events.append("changed.network: \(target(index))") }
    if pool.contains("name"), random.chance(15) { events.append("link: \(target(index))") }
    lines.append("    elements: [\(elements.joined(separator: ", "))]")
    lines.append("    on: {\(events.joined(separator: ", "))}")
    if random.chance(40) { lines.append("    enter: [\(action())]") }
    var always: [String] = []
    for _ in 0..<random.pick([0, 1, 1, 2]) {
      always.append("{when: \(guardText(2)), to: \(target(index))}")
    }
    if random.chance(15) { lines.append("    after: {3s: \(target(index))}") }
    if random.chance(15) {
      let stands = random.pick(["", ", background: stands", ", overlay: stands", ", kill: restart"])
      lines.append("    timers: {pause\(index): {after: 5s\(stands)}}")
      always.append("{when: pause\(index).elapsed and \(guardText(1)), to: \(target(index))}")
    }
    if random.chance(12) { lines += inner(index) }
    if !always.isEmpty { lines.append("    always: [\(always.joined(separator: ", "))]") }
    return lines
  }

  /// States inside of a screen, that remember where they were.
  private mutating func inner(_ index: Int) -> [String] {
    let first =
      random.chance(50)
      ? "always: [{when: \(guardText(1)), to: late\(index)}]" : "after: {1s: late\(index)}"
    let initial = random.chance(50) ? "past\(index)" : "early\(index)"
    let past =
      initial.hasPrefix("past")
      ? ["      past\(index): {history: shallow, initial: early\(index)}"] : []
    return ["    initial: \(initial)", "    states:"] + past + [
      "      early\(index): {\(first)}",
      "      late\(index): {enter: [\(action())]}",
    ]
  }

  private mutating func inputs(_ index: Int) -> [String] {
    var elements: [String] = []
    if pool.contains("open"), random.chance(40) {
      elements.append("{toggle: o\(index), fact: open, label: t}")
    }
    if pool.contains("open"), random.chance(30) {
      let bound = random.pick(["", ", required: true, message: t", ", most: 1, message: t"])
      elements.append("{choices: s\(index), label: t, options: {open: t, near: t}\(bound)}")
    }
    if pool.contains("color"), random.chance(40) {
      elements.append(
        "{choice: c\(index), fact: color, label: t, options: {red: t, green: t, blue: t}}")
    }
    if pool.contains("rows"), random.chance(60) {
      let sets = random.pick(["", ", sets: {near: near}"])
      let offers = random.pick(["", "", "", "where: near", "sets: {near: near}"])
      let style = offers.isEmpty ? "" : ", style: rows"
      elements.append(
        "{picker: k\(index), fact: pick, from: rows, value: id, label: id\(sets)\(style)}")
      if !offers.isEmpty {
        elements.append(
          "{picker: a\(index), fact: pick, from: rows, value: id, label: id, style: actions, title: t, \(offers)}"
        )
      }
    }
    if hasSecret, random.chance(15) {
      let validate = random.chance(50) ? ", validate: [{required: true, message: t}]" : ""
      elements.append(
        "{field: p\(index), fact: token, kind: password, label: t\(validate)}")
    }
    if random.chance(15) { elements.append("{button: done\(index), label: t, submits: true}") }
    if pool.contains("name"), random.chance(40) {
      let validate = random.chance(50) ? ", validate: [{required: true, message: t}]" : ""
      elements.append("{field: n\(index), fact: name, label: t\(validate)}")
    }
    return elements
  }

  private mutating func target(_ index: Int) -> String {
    var target = random.below(screens)
    if target == index { target = (index + 1) % screens }
    return "s\(target)"
  }

  private mutating func handler(_ index: Int) -> String {
    if random.chance(40) { return target(index) }
    let action = random.chance(70) ? "do: [\(self.action())]" : ""
    let to = action.isEmpty || random.chance(50) ? "to: \(target(index))" : ""
    let when = random.chance(30) ? "when: \(guardText(1))" : ""
    return "{" + [to, when, action].filter { !$0.isEmpty }.joined(separator: ", ") + "}"
  }

  private mutating func action() -> String {
    var actions: [String] = []
    for request in requests {
      actions += ["{request: \(request)}", "{request: \(request)}", "{cancel: \(request)}"]
    }
    if hasOverlay { actions.append("{show: notice}") }
    if pool.contains("open") { actions += ["{set: {open: true}}", "{set: {open: false}}"] }
    if pool.contains("color") { actions += ["{set: {color: black}}", "{clear: [color]}"] }
    if pool.contains("count") {
      actions += ["{set: {count: count + 1}, when: count < 3}", "{set: {count: 0}}"]
    }
    if pool.contains("sum") {
      actions += ["{set: {count: sum}, when: sum >= 0 and sum < 4}", "{set: {near: both}}"]
    }
    if pool.contains("name") { actions += ["{set: {name: \"'x'\"}}", "{clear: [name]}"] }
    if pool.contains("rows") { actions += ["{clear: [rows]}", "{clear: [rows, pick]}"] }
    if hasSecret { actions.append("{clear: [token]}") }
    if random.chance(5) { actions.append("{clear: user}") }
    return actions.isEmpty ? "{forget: back}" : random.pick(actions)
  }

  // MARK: Guards

  private mutating func guardText(_ most: Int) -> String {
    let first = atom()
    guard most > 1, random.chance(40) else { return first }
    return "\(first) \(random.pick(["and", "or"])) \(atom())"
  }

  private mutating func atom() -> String {
    var atoms = ["in(s\(random.below(screens)))"]
    for request in requests {
      let status = random.pick([
        "succeeded", "succeeded", "succeeded", "failed", "failed(refused)", "settled", "running",
        "idle", "failed(unknown)", "failed(offline)",
      ])
      atoms += ["\(request).\(status)", "\(request).\(status)"]
    }
    if pool.contains("open") { atoms += ["open", "not open", "open is present"] }
    if pool.contains("color") {
      atoms += ["color == red", "color != green", "color is absent", "color == black"]
    }
    if pool.contains("count") { atoms += ["count >= 2", "count == 1", "count > 3"] }
    if pool.contains("name") {
      atoms += ["name is present", "name == 'x'", "name != 'x'", "name == 'yy'"]
    }
    if pool.contains("sum") {
      atoms += ["sum >= 2", "sum == 3", "sum is absent", "sum > count", "sum < 0"]
    }
    if pool.contains("both") { atoms += ["both", "not both", "both is absent"] }
    if pool.contains("rows") {
      atoms += [
        "rows is present", "rows is empty", "not rows is empty", "pick is present", "pick == 'x'",
        "near", "near is absent",
      ]
    }
    if pool.contains("network") { atoms += ["network", "not network"] }
    if pool.contains("level") { atoms += ["level == high", "level != low", "level is absent"] }
    if pool.contains("mode") { atoms += ["mode == fancy", "mode != odd"] }
    if hasSecret { atoms += ["token is present", "token is absent", "token is unreadable"] }
    if hasOverlay { atoms.append("shown(notice)") }
    return random.pick(atoms)
  }
}
