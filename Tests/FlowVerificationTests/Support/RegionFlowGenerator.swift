import TestSupport

/// Small flows with two to four regions beside the screens, drawn at random: what each of them waits
/// for, whether it asks where the person is, and what it shares with the screens and with the others
/// differ.
struct RegionFlowGenerator {
  var random: SeededGenerator
  private var hasSession = false
  private var hasNetwork = false
  private var isOften = false

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func document() -> String {
    hasSession = random.chance(25)
    hasNetwork = random.chance(40)
    // Regions that share much are mostly one slice; such flows are drawn too, but not only such.
    isOften = random.chance(25)
    let names = Array(["r", "q", "u", "v"].prefix(random.pick([2, 2, 3])))
    var lines = [
      "flow: drawn", "version: 1", "languages: [en]", "goals: [p1]",
      "configuration: {fancy: {type: flag, default: false}}", "facts:",
      "  bound: {type: flag}", "  color: {type: choice, values: [red, green, blue]}",
    ]
    if hasSession { lines += ["  token: {type: secret}"] }
    if hasNetwork { lines.append("  network: {type: flag, place: device}") }
    for name in names {
      lines.append("  \(name)Kept: {type: flag\(random.pick(["", ", place: memory"]))}")
      lines.append("  \(name)Mode: {type: choice, values: [one, two]}")
    }
    if hasSession { lines.append("session: token") }
    lines.append("requests:")
    for name in names { lines.append("  \(name)Load: \(request(name))") }
    lines.append("  send: {operation: send, repeat: safe, save: {bound: $.a}}")
    lines += [
      "signals: {poke: {}, logout: {}\(hasSession ? ", sessionExpired: {}" : "")}",
      "overlays: {notice: {elements: [{button: dismiss, label: t}]}}",
      "properties: {never: {never: in(p1) and bound and color == \(random.pick(["red", "blue"]))}}",
      "initial: p0",
    ]
    if random.chance(30) { lines.append("restore: p\(random.below(3))") }
    let expired =
      hasSession && random.chance(70) ? ", sessionExpired: {to: p0, do: [{clear: user}]}" : ""
    let action = random.pick(["{clear: user}", "{clear: [bound]}", "{set: {color: red}}"])
    lines.append("on: {logout: {to: p0, do: [\(action)]}\(expired)}")
    lines.append("regions:")
    for (place, name) in names.enumerated() {
      lines += region(name, beside: names[(place + 1) % names.count])
    }
    lines.append("screens:")
    for place in 0...2 { lines += screen(place, names) }
    return (lines + ["texts: {en: {t: T}}"]).joined(separator: "\n") + "\n"
  }

  private mutating func request(_ name: String) -> String {
    var parts = ["operation: load", "repeat: \(random.pick(["safe", "safe", "never"]))"]
    if random.chance(50) {
      let fact = random.pick(["\(name)Kept", "\(name)Mode"] + (isOften ? ["bound"] : []))
      parts.append("save: {\(fact): $.a}")
      if random.chance(25) { parts.append("once: true") }
    }
    if random.chance(30) { parts.append("classes: {wrong: {status: 401}}") }
    if isOften, random.chance(20) { parts.append("final: true") }
    if isOften, random.chance(20) { parts.append("failure: {show: notice, dismissal: retry}") }
    return "{\(parts.joined(separator: ", "))}"
  }

  private mutating func region(_ name: String, beside other: String) -> [String] {
    let restart = random.chance(30) ? "    restart: launch\n" : ""
    var starts = ["in(p1)", "\(name)Kept is absent", "bound", "color == green", "fancy"]
    starts += isOften ? ["\(other)Kept", "\(other)Load.succeeded", "in(\(other)Rest)"] : []
    if hasNetwork { starts.append("network") }
    let when = random.pick(starts)
    let wait = random.pick([
      "    always: [{when: \(when), to: \(name)Ask}]", "    after: {5s: \(name)Ask}",
      "    on: {poke: \(name)Ask}",
      hasNetwork ? "    on: {changed.network: \(name)Ask}" : "    after: {2s: \(name)Ask}",
    ])
    var works = ["", "", ", do: [{set: {\(name)Mode: two}}]", ", do: [{set: {\(name)Kept: true}}]"]
    if isOften {
      works += [
        ", do: [{set: {bound: true}}]", ", do: [{raise: poke}]",
        ", do: [{set: {\(other)Kept: true}}]",
        ", do: [{show: notice}]", ", do: [{forget: back}]", ", do: [{clear: user}]",
      ]
    }
    let end = random.pick(["\(name)Load.settled", "\(name)Load.succeeded", "\(name)Load.succeeded"])
    let failed =
      random.chance(60) ? ", {when: \(name)Load.failed, to: \(name)Wait\(random.pick(works))}" : ""
    let mode = random.pick(["", "", ", {when: \(name)Mode == two and not in(p0), to: \(name)Wait}"])
    return [
      "  \(name)Side:\n\(restart)    initial: \(name)Wait\n    states:",
      "     \(name)Wait:\n  \(wait)",
      "     \(name)Ask:\n      enter: [{request: \(name)Load}]",
      "      always: [{when: \(end), to: \(name)Rest\(random.pick(works))}\(failed)\(mode)]",
      "     \(name)Rest:\n      after: {\(random.pick(["9s", "30s"])): \(name)Wait}",
    ]
  }

  private mutating func screen(_ place: Int, _ names: [String]) -> [String] {
    var lines = ["  p\(place):"]
    if hasSession, random.chance(30) { lines.append("    protected: true") }
    if random.chance(30) { lines.append("    back: true") }
    var elements = "{button: a\(place), label: t}, {button: b\(place), label: t}"
    if random.chance(30) {
      elements += ", {choice: c\(place), fact: color, label: t, options: {red: t, green: t}}"
    }
    let name = random.pick(names)
    if isOften, random.chance(40) { elements += ", {text: t, when: \(name)Load.failed}" }
    lines.append("    elements: [\(elements)]")
    var guards = ["bound", "not bound", "color == red", "fancy"]
    guards += hasNetwork ? ["network"] : []
    guards += isOften ? ["\(name)Kept", "\(name)Load.running"] : []
    let target = "p\((place + 1) % 3)"
    let first = random.chance(40) ? "{to: \(target), when: \(random.pick(guards))}" : target
    var seconds = [
      "p\(random.below(3))", "{do: [{set: {\(name)Kept: true}}]}", "{do: [{request: send}]}",
      "{to: p0, do: [{clear: user}]}", "{do: [{set: {bound: true}}]}",
      "{to: \(target), do: [{set: {\(name)Mode: one}}]}",
    ]
    if isOften { seconds.append("{do: [{cancel: \(name)Load}]}") }
    lines.append("    on: {a\(place): \(first), b\(place): \(random.pick(seconds))}")
    if random.chance(20) { lines.append("    after: {3s: p\(random.below(3))}") }
    if random.chance(20) {
      let when = random.pick(["send.succeeded", "bound and color == red"])
      lines.append("    always: [{when: \(when), to: p\((place + 2) % 3)}]")
    }
    return lines
  }
}
