import TestSupport

/// Small flows with one or two sub-flows, drawn at random: what is left behind by a visit, what is
/// bound, what is handled inside and around, what is asked of servers, who has a session, what lies
/// over a screen, what takes time, and where kills lead differ.
struct NestedFlowGenerator {
  var random: SeededGenerator
  private var hasSession = false
  private var hasPermission = false

  /// Whether an outcome brings a fact of the sub-flow.
  private let bringsFact: Bool

  init(seed: UInt64, bringsFact: Bool = false) {
    random = SeededGenerator(seed: seed)
    self.bringsFact = bringsFact
  }

  /// The documents by their paths; `test.flow.yaml` is the outermost one.
  mutating func documents() -> [String: String] {
    hasSession = random.chance(40)
    hasPermission = random.chance(30)
    let parts = random.pick([["one"], ["one"], ["one", "two"]])
    var files = ["test.flow.yaml": outer(parts)]
    for part in parts { files["\(part).flow.yaml"] = inner(part) }
    return files
  }

  // MARK: Around

  private mutating func outer(_ parts: [String]) -> String {
    let places = ["p0", "p1"] + parts
    var lines = [
      "flow: outer", "version: 1", "languages: [en]", "goals: [p1]",
      "facts:", "  bound: {type: flag}", "  other: {type: flag}",
    ]
    if hasSession { lines += ["  token: {type: secret}", "session: token"] }
    if hasPermission { lines.append("  granted: {type: flag, place: device}") }
    let asks = random.chance(40)
    if asks { lines += ["requests:", "  send: \(request(saving: ["bound"]))"] }
    lines += [
      "signals: {poke: {}, logout: {}\(hasSession ? ", sessionExpired: {}" : "")}",
      "overlays: {notice: {elements: [{button: dismiss, label: t}]}}",
      "properties: {never: {never: in(p1) and bound and other}}",
      "initial: \(random.pick(places))",
    ]
    if random.chance(40) { lines.append("restore: \(random.pick(["p0", parts[0]]))") }
    let action = random.pick(["{clear: user}", "{clear: [bound]}", "{set: {other: true}}"])
    let expired =
      hasSession && random.chance(70) ? ", sessionExpired: {to: p0, do: [{clear: user}]}" : ""
    lines.append("on: {logout: {to: p0, do: [\(action)]}\(expired)}")
    lines += beside(asks)
    lines.append("states:")
    for part in parts { lines += reference(part) }
    lines.append("screens:")
    for place in 0...1 { lines += screen(place, parts, asks) }
    return (lines + ["texts: {en: {t: T}}"]).joined(separator: "\n") + "\n"
  }

  private mutating func reference(_ part: String) -> [String] {
    var lines = ["  \(part):", "    flow: \(part).flow.yaml"]
    lines.append("    bind: {shared: bound\(hasSession ? ", key: token" : "")}")
    if random.chance(50) { lines.append("    restore: here") }
    if random.chance(50) { lines.append("    barrier: false") }
    let plain = random.pick(["p1", "{to: p1, do: [{set: {other: true}}]}", "p0"])
    let done = bringsFact ? "{to: p1, do: [{set: {other: \(part).kept}}]}" : plain
    lines.append("    outcomes: {done: \(done), gone: \(random.pick(["p0", "p1"]))}")
    return lines
  }

  private mutating func beside(_ asks: Bool) -> [String] {
    switch random.below(asks ? 3 : 2) {
    case 0: return []
    case 1:
      return [
        "regions: {beside: {initial: quiet, states: {quiet: "
          + "{always: [{when: bound and other, to: loud, do: [{set: {other: false}}]}]}, "
          + "loud: {on: {poke: quiet}}}}}"
      ]
    default:
      let after = random.chance(40) ? ", after: {5s: asking}" : ""
      return [
        "regions: {beside: {\(random.pick(["", "restart: launch, "]))initial: asking, states: "
          + "{asking: {enter: [{request: send}], always: [{when: send.\(random.pick(["settled", "succeeded"])), "
          + "to: rest}]}, rest: {on: {poke: asking}\(after)}}}}"
      ]
    }
  }

  private mutating func screen(_ place: Int, _ parts: [String], _ asks: Bool) -> [String] {
    var lines = ["  p\(place):"]
    if hasSession, random.chance(30) { lines.append("    protected: true") }
    if random.chance(30) { lines.append("    back: true") }
    var elements = "{button: a\(place), label: t}, {button: b\(place), label: t}"
    if asks, random.chance(40) { elements += ", {text: t, when: send.failed}" }
    lines.append("    elements: [\(elements)]")
    let first = random.pick(parts)
    let guards = ["bound", "not other"] + (hasPermission ? ["granted", "not granted"] : [])
    let when =
      random.chance(30) ? "{to: \(first), when: \(random.pick(guards))}" : first
    let second = random.pick([
      "p\(1 - place)", "{do: [{clear: [other]}]}", "{to: p0, do: [{clear: user}]}",
      "{do: [{show: notice}]}", asks ? "{do: [{request: send}]}" : "p\(1 - place)",
    ])
    lines.append("    on: {a\(place): \(when), b\(place): \(second)}")
    if random.chance(15) {
      lines.append("    after: {3s: \(random.pick(parts + ["p\(1 - place)"]))}")
    }
    if hasPermission, random.chance(30) {
      lines.append("    always: [{when: granted and bound, to: p\(1 - place)}]")
    }
    if random.chance(15) { lines.append("    enter: [{show: notice}]") }
    return lines
  }

  // MARK: Inside

  private mutating func inner(_ name: String) -> String {
    let count = random.pick([1, 2, 3])
    var lines = [
      "flow: \(name)", "version: 1", "languages: [en]", "outcomes: [done, gone]",
      "facts:", "  shared: {type: flag}",
      "  kept: {type: flag\(random.pick(["", ", place: memory", ", scope: device"]))}",
      "  color: {type: choice, values: [red, green, blue]}",
    ]
    if hasSession { lines.append("  key: {type: secret}") }
    if hasPermission { lines.append("  granted: {type: flag, place: device}") }
    let saves = ["kept", "shared", "color"] + (hasSession ? ["key", "key"] : [])
    lines += [
      "requests: {load: \(request(saving: saves, overlay: "alarm"))}",
      "signals: {poke: {}}",
      "overlays: {alarm: {elements: [{button: dismiss, label: t}]}}",
    ]
    if random.chance(40) {
      lines.append(
        "on: {poke: {to: s0, do: [\(random.pick(["{clear: [kept]}", "{clear: user}"]))]}}")
    }
    lines.append("initial: s0")
    if random.chance(20) { lines.append("restore: s\(random.below(count))") }
    if random.chance(15) {
      lines.append(
        "regions: {inside: {initial: calm, states: {calm: {always: [{when: kept, to: busy}]}, "
          + "busy: {enter: [{request: load}], always: [{when: not kept, to: calm}]}}}}")
    }
    lines.append("states: {ended: {final: done}, left: {final: gone}}")
    lines.append("screens:")
    for screen in 0..<count { lines += innerScreen(screen, count) }
    return (lines + ["texts: {en: {t: T}}"]).joined(separator: "\n") + "\n"
  }

  private mutating func innerScreen(_ screen: Int, _ count: Int) -> [String] {
    var lines = ["  s\(screen):"]
    if random.chance(40) { lines.append("    back: true") }
    if hasSession, random.chance(20) { lines.append("    protected: true") }
    if random.chance(15) { lines.append("    restore: s\(random.below(count))") }
    lines.append(
      "    elements: [{button: x\(screen), label: t}, {button: y\(screen), label: t}, "
        + "{text: t, when: load.failed}]")
    var events = "x\(screen): \(step(count)), y\(screen): \(step(count))"
    if random.chance(10) { events += ", back: \(step(count))" }
    if hasPermission, random.chance(20) { events += ", changed.granted: \(step(count))" }
    lines.append("    on: {\(events)}")
    let asks = random.chance(50)
    if asks { lines.append("    enter: [{request: load}]") }
    if random.chance(10) { lines.append("    visibleFor: {for: 3s, background: stands}") }
    if random.chance(10) { lines.append("    after: {3s: \(step(count))}") }
    if asks || random.chance(30) {
      let condition = random.pick([
        "load.succeeded", "load.settled", "load.succeeded and color == red",
        "kept and load.failed",
      ])
      let loop = random.chance(10) ? ["s\(random.below(count))"] : []
      lines.append(
        "    always: [{when: \(condition), to: \(random.pick(["ended", "left"] + loop))}]")
    }
    return lines
  }

  private mutating func request(saving facts: [String], overlay: String = "notice") -> String {
    var parts = [
      random.pick([
        "app: load, repeat: safe", "app: load, repeat: never",
        "app: load, repeat: keyed",
      ])
    ]
    let isSaving = random.chance(70)
    if isSaving { parts.append("save: {\(random.pick(facts)): $.a}") }
    if isSaving, random.chance(25) { parts.append("once: true") }
    if random.chance(25) { parts.append("final: true") }
    if random.chance(20) { parts.append("classes: {wrong: {status: 401}}") }
    if random.chance(40) {
      parts.append("failure: {show: \(overlay), dismissal: \(random.pick(["retry", "stay"]))}")
    }
    return "{\(parts.joined(separator: ", "))}"
  }

  private mutating func step(_ count: Int) -> String {
    let target = random.pick(["ended", "left", "s\(random.below(count))", "s0"])
    let when = random.pick(
      ["", "", ", when: kept", ", when: color != green", ", when: shared"]
        + (hasPermission ? [", when: granted"] : []))
    let action = random.pick([
      "", ", do: [{set: {kept: true}}]", ", do: [{set: {shared: true}}]",
      ", do: [{set: {color: green}}]", ", do: [{clear: [kept]}]", ", do: [{request: load}]",
      ", do: [{show: alarm}]",
    ])
    return "{to: \(target)\(when)\(action)}"
  }
}
