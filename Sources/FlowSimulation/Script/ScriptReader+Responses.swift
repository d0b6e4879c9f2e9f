import FlowMachine
import Statechart

// What a server and the network make of the requests of a flow.

extension ScriptReader {
  func answers(_ node: ScriptNode) throws(ScriptError) -> [PlayAction.AnswerStatement] {
    try members(node, "a map of requests to responses").map { member throws(ScriptError) in
      let id = try request(member.key, at: member.value)
      var plan = AnswerPlan([])
      for node in try listOrOne(member.value) { try add(node, of: id, to: &plan) }
      guard !plan.entries.isEmpty || !plan.later.isEmpty else {
        throw error(member.value, "expected at least one response")
      }
      return .init(request: member.key.bytes, plan: plan)
    }
  }

  private func add(
    _ node: ScriptNode, of request: RequestID, to plan: inout AnswerPlan
  ) throws(ScriptError) {
    let courses: [String: SimulatedAnswer.Course] = [
      "lost": .requestLost, "answerLost": .answerLost, "offline": .offline, "never": .never,
    ]
    if let word = node.word {
      if word == "simulated" { return plan.entries.append(.unstated) }
      guard let course = courses[word] else {
        throw error(
          node, unknown("response", word, among: courses.keys.sorted() + ["simulated"]))
      }
      let answer = SimulatedAnswer(course, isSimulated: course.isProcessedUnheard)
      try requireAnswer(of: request, answer, at: node)
      return plan.entries.append(.answer(answer))
    }
    var answer = SimulatedAnswer()
    var isStated = false
    var once: String?
    for member in try members(node, "a response such as {status: 200, body: {}}") {
      switch member.key {
      case "status":
        guard let status = member.value.number, (100...599).contains(status) else {
          throw error(member.value, "a status must be a number from 100 to 599")
        }
        answer.status = UInt16(status)
        isStated = true
      case "body":
        answer.body = json(member.value)
        isStated = true
      case "text":
        answer.body = try text(member.value, "a text").bytes
        isStated = true
      case "after": answer.delay = try duration(member.value)
      case "twice": answer.isDoubled = try flag(member.value, "twice")
      case "once":
        once = try self.text(member.value, "the name of a request")
        _ = try self.request(once ?? "", at: member.value)
      default:
        guard let course = courses[member.key] else {
          let known = ["status", "body", "text", "after", "twice", "once"] + courses.keys.sorted()
          throw error(member, unknown("key", member.key, among: known))
        }
        if try flag(member.value, member.key) { answer.course = course }
      }
    }
    answer.isSimulated = answer.course.isProcessedUnheard && !isStated
    try requireAnswer(of: request, answer, at: node)
    if let once {
      plan.later.append(.init(request: once.bytes, answer: answer))
    } else {
      plan.entries.append(.answer(answer))
    }
  }
  /// What repeats the request gets the response that was lost, so there has to be one.
  private func requireAnswer(
    of request: RequestID, _ answer: SimulatedAnswer, at node: ScriptNode
  ) throws(ScriptError) {
    let calls = flow.tables.calls[flow.tables.requests[Int(request)].calls.indices]
    let isMissing = calls.contains { call in
      call.repetition == .keyed && call.simulated.count == 0
        && flow.tables.saves[call.saves.indices].contains { !$0.isOptional }
    }
    guard answer.isSimulated, isMissing else { return }
    throw error(
      node,
      "what repeats this request gets the response that was lost, from which it saves a value: "
        + "write its body, `{answerLost: true, body: …}`")
  }
}

extension SimulatedAnswer.Course {
  /// Whether the server processes the request, and the app never hears of it.
  fileprivate var isProcessedUnheard: Bool { self == .answerLost || self == .never }
}
