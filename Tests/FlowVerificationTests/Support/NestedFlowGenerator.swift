import TestSupport

/// Small flows with one or two sub-flows, drawn at random: what is left behind by a visit, what is
/// bound, what is handled inside and around, and where kills lead differ.
struct NestedFlowGenerator {
  var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// The documents by their paths; `test.flow.yaml` is the outermost one.
  mutating func documents() -> [String: String] {
    let parts = random.pick([["one"], ["one"], ["one", "two"]])
    var files = ["test.flow.yaml": outer(parts)]
    for part in parts { files["\(part).flow.yaml"] = inner(part) }
    return files
  }

  private mutating func outer(_ parts: [String]) -> String {
    let places = ["p0", "p1"] + parts
    var lines = [
      "flow: outer", "version: 1", "languages: [en]", "goals: [p1]",
      "facts:", "  bound: {type: flag}", "  other: {type: flag}",
      "signals: {poke: {}, logout: {}}",
      "properties: {never: {never: in(p1) and bound and other}}",
      "initial: \(random.pick(places))",
    ]
    if random.chance(40) { lines.append("restore: \(random.pick(["p0", parts[0]]))") }
    let action = random.pick(["{clear: user}", "{clear: [bound]}", "{set: {other: true}}"])
    lines.append("on: {logout: {to: p0, do: [\(action)]}}")
    if random.chance(40) {
      lines.append(
        "regions: {beside: {initial: quiet, states: {quiet: "
          + "{always: [{when: bound and other, to: loud, do: [{set: {other: false}}]}]}, "
          + "loud: {on: {poke: quiet}}}}}")
    }
    lines.append("states:")
    for part in parts {
      lines.append("  \(part):")
      lines.append("    flow: \(part).flow.yaml")
      lines.append("    bind: {shared: bound}")
      if random.chance(50) { lines.append("    restore: here") }
      if random.chance(50) { lines.append("    barrier: false") }
      let done = random.pick(["p1", "{to: p1, do: [{set: {other: true}}]}", "p0"])
      lines.append("    outcomes: {done: \(done), gone: \(random.pick(["p0", "p1"]))}")
    }
    lines.append("screens:")
    for place in 0...1 {
      lines.append("  p\(place):")
      lines.append("    elements: [{button: a\(place), label: t}, {button: b\(place), label: t}]")
      let first = random.pick(parts)
      let when =
        random.chance(30) ? "{to: \(first), when: \(random.pick(["bound", "not other"]))}" : first
      let second = random.pick([
        "p\(1 - place)", "{do: [{clear: [other]}]}", "{to: p0, do: [{clear: user}]}",
      ])
      lines.append("    on: {a\(place): \(when), b\(place): \(second)}")
    }
    return (lines + ["texts: {en: {t: T}}"]).joined(separator: "\n") + "\n"
  }

  private mutating func inner(_ name: String) -> String {
    let count = random.pick([1, 2, 3])
    var lines = [
      "flow: \(name)", "version: 1", "languages: [en]", "outcomes: [done, gone]",
      "facts:", "  shared: {type: flag}",
      "  kept: {type: flag\(random.pick(["", ", place: memory", ", scope: device"]))}",
      "  color: {type: choice, values: [red, green, blue]}",
    ]
    let call = random.pick(["", ", once: true", ", final: false"])
    let save = random.pick(["kept", "shared", "color"])
    lines.append("requests: {load: {operation: load, repeat: safe, save: {\(save): $.a}\(call)}}")
    lines.append("signals: {poke: {}}")
    if random.chance(40) {
      lines.append(
        "on: {poke: {to: s0, do: [\(random.pick(["{clear: [kept]}", "{clear: user}"]))]}}")
    }
    lines.append("initial: s0")
    lines.append("states: {ended: {final: done}, left: {final: gone}}")
    lines.append("screens:")
    for screen in 0..<count {
      lines.append("  s\(screen):")
      if random.chance(40) { lines.append("    back: true") }
      lines.append(
        "    elements: [{button: x\(screen), label: t}, {button: y\(screen), label: t}, "
          + "{text: t, when: load.failed}]")
      lines.append("    on: {x\(screen): \(step(count)), y\(screen): \(step(count))}")
      let asks = random.chance(50)
      if asks { lines.append("    enter: [{request: load}]") }
      if asks || random.chance(30) {
        let condition = random.pick([
          "load.succeeded", "load.settled", "load.succeeded and color == red",
          "kept and load.failed",
        ])
        lines.append("    always: [{when: \(condition), to: \(random.pick(["ended", "left"]))}]")
      }
    }
    return (lines + ["texts: {en: {t: T}}"]).joined(separator: "\n") + "\n"
  }

  private mutating func step(_ count: Int) -> String {
    let target = random.pick(["ended", "left", "s\(random.below(count))", "s0"])
    let when = random.pick(["", "", ", when: kept", ", when: color != green", ", when: shared"])
    let action = random.pick([
      "", ", do: [{set: {kept: true}}]", ", do: [{set: {shared: true}}]",
      ", do: [{set: {color: green}}]", ", do: [{clear: [kept]}]", ", do: [{request: load}]",
    ])
    return "{to: \(target)\(when)\(action)}"
  }
}
