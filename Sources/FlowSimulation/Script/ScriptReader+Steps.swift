import FlowMachine
import Statechart

extension ScriptReader {
  static let actions = [
    "launch", "relaunch", "kill", "reinstall", "update", "background", "foreground", "wait",
    "network", "storage", "answer", "tell", "signal", "return", "tap", "type", "choose", "toggle",
    "back",
    "dismiss", "dismissScreen", "expect",
  ]

  /// What needs no value.
  private static let plain: [String: PlayAction] = [
    "launch": .launch, "relaunch": .relaunch, "reinstall": .reinstall, "update": .update,
    "background": .foreground(false), "foreground": .foreground(true), "back": .back,
    "dismissScreen": .dismissScreen,
  ]

  /// One step: a word, or a map of an action and perhaps of the reason with which it is refused.
  mutating func action(_ node: ScriptNode) throws(ScriptError) -> (PlayAction, ExpectedRefusal?) {
    if let word = node.word {
      let nothing = ScriptNode(.scalar("", isQuoted: false), line: node.line)
      return (try action(word, nothing, at: node), nil)
    }
    let members = try members(node, "a step: one of \(list(Self.actions))")
    let first = members.first { $0.key != "refused" } ?? members[0]
    guard
      members.count == 1 || Self.plain[first.key] == nil || first.key == "update"
        || first.value.isNothing
    else {
      throw error(
        first, "'\(first.key)' takes no value; write `{\(first.key), \(members[1].key): …}`")
    }
    let action = try action(first.key, first.value, at: node)
    var refusal: ExpectedRefusal?
    for member in members where member.key != first.key {
      guard member.key == "refused", action.isInput else {
        throw error(
          member,
          "'\(member.key)' cannot be combined with '\(first.key)'; start a separate step with '-'")
      }
      refusal = try self.refusal(member.value)
    }
    return (action, refusal)
  }

  private func refusal(_ node: ScriptNode) throws(ScriptError) -> ExpectedRefusal {
    let reasons: [Refusal] = [
      .notOnScreen, .disabled, .noBack, .notOnTop, .late, .unhandled, .wrongValue, .incomplete,
    ]
    let name = try text(node, "a reason")
    if name == "any" { return .any }
    guard let reason = reasons.first(where: { $0.name.string == name }) else {
      throw error(node, unknown("reason", name, among: ["any"] + reasons.map(\.name.string)))
    }
    return .reason(reason)
  }

  private mutating func action(
    _ name: String, _ node: ScriptNode, at step: ScriptNode
  ) throws(ScriptError) -> PlayAction {
    if name == "update", !node.isNothing { return try install(node) }
    if let action = Self.plain[name] {
      guard node.isNothing else {
        throw error(node, "'\(name)' takes no value; write `- \(name)`")
      }
      return action
    }
    switch name {
    case "kill": return try kill(node)
    case "wait": return .wait(try duration(node))
    case "network": return .network(isOnline: try oneOf(["on": true, "off": false], node))
    case "storage": return .storage(try storage(node))
    case "answer": return .answer(try answers(node))
    case "tell": return .tell(try facts(node, at: .device, "facts of place device"))
    case "signal": return try signal(node)
    case "return": return try providerReturn(node)
    case "tap":
      return .tap(try element(try text(node, "an id"), at: node, [.tap]))
    case "type": return .type(try fillings(node))
    case "choose":
      let members = try members(node, "a map of elements to values such as {plan: small}")
      return .set(try members.map { member throws(ScriptError) in try choice(member) })
    case "toggle":
      let members = try members(node, "a map of an element to its state such as {agree: true}")
      guard members.count == 1, let member = members.first else {
        throw error(node, "a step can toggle only one element")
      }
      let element = try element(member.key, at: member.value, [.flag])
      let isOn = try flag(member.value, member.key)
      return .set([PlayAction.Filling(element: element, isOn: isOn)])
    case "dismiss": return .dismiss(try overlay(try text(node, "an overlay"), at: node))
    case "expect": return try expectation(node)
    default: throw error(step, unknown("step", name, among: Self.actions))
    }
  }

  func oneOf<Value>(
    _ words: [String: Value], _ node: ScriptNode
  ) throws(ScriptError) -> Value {
    guard let value = node.word.flatMap({ words[$0] }) else {
      throw error(node, "expected one of \(list(words.keys.sorted())), not \(node.kindName)")
    }
    return value
  }

  private func fillings(_ node: ScriptNode) throws(ScriptError) -> [PlayAction.Filling] {
    try members(node, "a map of elements to values such as {name: Ada}").map {
      member throws(ScriptError) in
      let element = try element(member.key, at: member.value, [.text])
      if member.value.members != nil { return try received(member.value, element) }
      return PlayAction.Filling(
        element: element,
        value: member.value.isNothing ? [] : try text(member.value, "a value").bytes)
    }
  }

  /// The inputs whose values a play chooses.
  private static let chosen = ElementInput.allCases.filter {
    ![.none, .tap, .text, .flag].contains($0)
  }

  /// `{plan: small}`; of several options `{topics: [music, film]}`, which are then all that are chosen, or
  /// `{topics: {music: false}}`, which changes nothing else.
  private func choice(_ member: ScriptNode.Member) throws(ScriptError) -> PlayAction.Filling {
    let node = member.value
    let element = try element(member.key, at: node, Self.chosen)
    let namesakes = flow.tables.elements.filter { flow.blob($0.id) == element }
    let isOneOf = namesakes.contains {
      $0.kind.input != .options && Self.chosen.contains($0.kind.input)
    }
    let isSeveral = namesakes.contains { $0.kind.input == .options }
    // Another screen may have several choices under the name; what the script says tells which it means.
    if isOneOf, !isSeveral || node.items == nil && node.members == nil {
      let value = node.isNothing ? [] : try text(node, "a value").bytes
      if !value.isEmpty { try check(value, among: namesakes, at: node) }
      return PlayAction.Filling(element: element, value: value)
    }
    if let options = node.items {
      return PlayAction.Filling(
        element: element,
        options: try options.map { option throws(ScriptError) in
          let name = try text(option, "an option").bytes
          try check(name, among: namesakes, at: option)
          return name
        })
    }
    var filling = PlayAction.Filling(element: element, value: [])
    let form = "a list of options such as [music], or a map such as {music: true}"
    filling.marks = try members(node, form).map { option throws(ScriptError) in
      try check(option.key.bytes, among: namesakes, at: option.value)
      return PlayAction.Filling.Mark(
        option: option.key.bytes, isChosen: try flag(option.value, option.key))
    }
    return filling
  }

  /// Refuses an option that no element of the name has. The rows of a list are known only while playing.
  private func check(
    _ option: Text, among elements: [ElementRow], at node: ScriptNode
  ) throws(ScriptError) {
    guard elements.allSatisfy({ $0.list == noID }) else { return }
    let known = elements.flatMap { flow.optionNames(of: $0) { _ in .absent } }
    guard !known.contains(where: { $0.isNamed(option) }) else { return }
    throw error(node, unknown("option", option.string, among: known.map(\.string)))
  }

  /// `{inbox: sms, simulated: "123456"}`: what a user reads in a message.
  private func received(
    _ node: ScriptNode, _ element: Text
  ) throws(ScriptError) -> PlayAction.Filling {
    let form = "{inbox: sms, simulated: \"123456\"}"
    var filling = PlayAction.Filling(element: element, value: [])
    var isWhole = false
    for member in try members(node, form) {
      switch member.key {
      case "inbox":
        let channels = ["sms": "sms".bytes, "email": "email".bytes]
        filling.inbox = try oneOf(channels, member.value)
      case "simulated":
        filling.value = try text(member.value, "a value").bytes
        isWhole = true
      default: throw error(member, unknown("key", member.key, among: ["inbox", "simulated"]))
      }
    }
    guard isWhole, filling.inbox != nil else { throw error(node, "expected \(form)") }
    return filling
  }

  // MARK: Lifecycle

  private func kill(_ node: ScriptNode) throws(ScriptError) -> PlayAction {
    if node.isNothing { return .kill }
    if node.word == "power" { return .losePower }
    let form = "`kill`, `kill: power` or `kill: {after: journal}`"
    var side: KillMoment.Side?
    var effect: KillMoment.Target?
    var name: Text?
    for member in try members(node, form) {
      if member.key == "of" {
        name = try text(member.value, "a name").bytes
        continue
      }
      guard side == nil, let known = KillMoment.Side(rawValue: member.key) else {
        throw error(member.value, "expected one of before, during, after, and `of: name`")
      }
      side = known
      if let number = member.value.number, number > 0 {
        effect = .effect(Int(number))
      } else {
        let kinds = EffectKind.allCases.map { ($0.rawValue, $0) }
        effect = .kind(try oneOf(Dictionary(uniqueKeysWithValues: kinds), member.value))
      }
    }
    guard let side, let effect else { throw error(node, "expected \(form)") }
    if side == .during, effect != .kind(.journal) {
      throw error(node, "only a write of the journal can be interrupted: `kill: {during: journal}`")
    }
    return .killAt(KillMoment(side, effect, of: name))
  }

  private func storage(_ node: ScriptNode) throws(ScriptError) -> [PlayAction.StoragePlan] {
    let kinds: [String: StorageFault.Kind] = ["ok": .none, "locked": .locked, "full": .full]
    let parts = PlayAction.StoragePlan.Part.allCases
    guard node.members != nil else {
      let kind = try oneOf(kinds, node)
      // A locked device is in the state before its first unlock after a restart: the journal can be
      // read, secrets cannot.
      let meant: [PlayAction.StoragePlan.Part] = kind == .locked ? [.secrets] : parts
      return meant.map { PlayAction.StoragePlan(part: $0, fault: StorageFault(kind)) }
    }
    return try members(node, "a map of storage parts").map { member throws(ScriptError) in
      guard let part = PlayAction.StoragePlan.Part(rawValue: member.key) else {
        throw error(
          member.value, unknown("part", member.key, among: parts.map(\.rawValue)))
      }
      if let failing = member.value.members?.first {
        guard failing.key == "failsAtWrite", let count = failing.value.number, count > 0 else {
          throw error(member.value, "expected `failsAtWrite: 2`, counted from now")
        }
        return .init(part: part, fault: StorageFault(failingAtWrite: Int(count)))
      }
      return .init(part: part, fault: StorageFault(try oneOf(kinds, member.value)))
    }
  }

  private func signal(_ node: ScriptNode) throws(ScriptError) -> PlayAction {
    if let name = node.text {
      return .signal(try signal(name, at: node), number: absent, text: nil)
    }
    var id: SignalID?
    var number = absent
    var text: Text?
    for member in try members(node, "a signal's name, or {name, number, text}") {
      switch member.key {
      case "name": id = try signal(try self.text(member.value, "a name"), at: member.value)
      case "number":
        guard let value = member.value.number else {
          throw error(member.value, "expected a number, not \(member.value.kindName)")
        }
        number = value
      case "text": text = try self.text(member.value, "a text").bytes
      default:
        throw error(member, unknown("key", member.key, among: ["name", "number", "text"]))
      }
    }
    guard let id else { throw error(node, "the signal's name is missing") }
    return .signal(id, number: number, text: text)
  }
}
