import TestSupport

/// Small flows that keep what a person has chosen, drawn at random: where it is chosen, asked for,
/// copied, cleared and chosen again, and what is lost by a kill differ.
struct ChoiceFlowGenerator {
  var random: SeededGenerator
  private var screens = 0
  private var hasRequest = false
  private let flags = ["f", "g", "h"]

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func document() -> String {
    screens = random.pick([4, 5, 6])
    hasRequest = random.chance(50)
    var lines = [
      "flow: drawn", "version: 1", "languages: [en]", "goals: [s\(screens - 1)]", "facts:",
    ]
    for flag in flags { lines.append("  \(flag): {type: flag\(place())}") }
    lines.append("  color: {type: choice, values: [red, green, blue, black]\(place())}")
    lines.append("  shade: {type: choice, values: [red, green, blue, black]\(place())}")
    if random.chance(20) { lines.append("  network: {type: flag, place: device}") }
    let hasNetwork = lines.last?.contains("network") == true
    if hasRequest {
      let fact = random.pick(flags + ["color"])
      lines.append(
        "requests: {load: {operation: load, repeat: safe, save: {\(fact): "
          + "\(random.pick(["$.a", "{path: $.a, optional: true}"]))}}}")
    }
    lines.append("signals: {poke: {}}")
    if random.chance(40) {
      lines.append("properties: {never: {never: in(s1) and \(atom()) and \(atom())}}")
    }
    lines.append("initial: s0")
    if random.chance(20) { lines.append("restore: s\(random.below(screens))") }
    if random.chance(30) { lines.append("on: {poke: {to: s0, do: [\(action())]}}") }
    if random.chance(25) {
      lines.append(
        "regions: {beside: {initial: calm, states: {calm: {always: [{when: \(atom()), to: busy}]}, "
          + "busy: {on: {poke: {to: calm, do: [\(action())]}}}}}}")
    }
    lines.append("screens:")
    for screen in 0..<screens { lines += self.screen(screen, hasNetwork) }
    return (lines + ["texts: {en: {t: T}}"]).joined(separator: "\n") + "\n"
  }

  private mutating func place() -> String {
    random.pick(["", "", "", ", place: memory", ", scope: device"])
  }

  private mutating func screen(_ screen: Int, _ hasNetwork: Bool) -> [String] {
    var lines = ["  s\(screen):"]
    if random.chance(50) { lines.append("    back: true") }
    var elements = ["{button: a\(screen), label: t}", "{button: b\(screen), label: t}"]
    if random.chance(25) {
      elements.append("{toggle: t\(screen), fact: \(random.pick(flags)), label: t}")
    }
    if random.chance(20) {
      elements.append(
        "{choice: c\(screen), fact: color, label: t, options: {red: t, green: t, blue: t}}")
    }
    if hasRequest, random.chance(30) {
      elements.append("{text: t, when: load.failed and \(atom())}")
    }
    lines.append("    elements: [\(elements.joined(separator: ", "))]")
    lines.append("    on: {a\(screen): \(step(screen)), b\(screen): \(step(screen))}")
    if hasRequest, random.chance(30) {
      lines.append("    enter: [{request: load}]")
      let when = random.pick(["load.settled", "load.succeeded", "load.failed and \(atom())"])
      lines.append("    always: [{when: \(when), to: \(target(screen))}]")
    } else if random.chance(25) {
      lines.append("    always: [{when: \(atom()) and \(atom()), to: \(target(screen))}]")
    }
    if random.chance(10) { lines.append("    after: {3s: \(target(screen))}") }
    if hasNetwork, random.chance(20) {
      lines.append("    restore: s\(random.below(screens))")
    }
    return lines
  }

  private mutating func target(_ screen: Int) -> String {
    random.chance(60) ? "s\((screen + 1) % screens)" : "s\(random.below(screens))"
  }

  private mutating func step(_ screen: Int) -> String {
    let target = target(screen)
    switch random.below(5) {
    case 0: return target
    case 1: return "[{when: \(atom()), to: \(target)}, {to: \(self.target(screen))}]"
    default:
      let when = random.chance(15) ? ", when: \(atom())" : ""
      return "{to: \(target)\(when), do: [\(action())]}"
    }
  }

  private mutating func action() -> String {
    let flag = random.pick(flags)
    return random.pick([
      "{set: {\(flag): true}}", "{set: {\(flag): false}}", "{clear: [\(flag)]}",
      "{set: {color: \(random.pick(["red", "green", "black"]))}}", "{set: {shade: color}}",
      "{set: {\(flag): \(random.pick(flags))}}", "{set: {\(flag): true}, when: \(atom())}",
      random.chance(30) ? "{clear: user}" : "{set: {\(flag): true}}",
    ])
  }

  private mutating func atom() -> String {
    let flag = random.pick(flags)
    return random.pick([
      flag, "not \(flag)", "\(flag) is present", "color == red", "color != green", "shade == red",
      "color is absent",
    ])
  }
}
