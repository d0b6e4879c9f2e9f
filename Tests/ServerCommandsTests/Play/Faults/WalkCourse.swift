/// A walk with nothing wrong, and what it comes to with one fault.
struct WalkCourse: Sendable {
  let walk: Walk
  /// All exchanges, in their order.
  let calls: [String]
  private let flow: WalkedFlow
  private let ends: [FaultedWalk.End]

  init(_ walk: Walk, _ flow: WalkedFlow) throws {
    self.walk = walk
    self.flow = flow
    let run = try FaultedWalk(walk, flow, nil)
    do {
      ends = try walk.chapters.map { try run.live($0) }
    } catch {
      throw Walker.Stuck(
        description:
          "\(error)\n\(run.walker.trace.suffix(30).joined(separator: "\n"))"
      )
    }
    calls = run.wire.calls
  }

  var plans: [WirePlan] {
    calls.indices.flatMap { index in
      WireFault.allCases.flatMap { fault in
        WirePlan.Kill.allCases.map { WirePlan(fault: fault, place: index + 1, kill: $0) }
      }
    }
  }

  /// - Returns: what did not hold, and the call that went wrong.
  func problems(with plan: WirePlan) -> (problems: [String], call: String?) {
    do {
      let run = try FaultedWalk(walk, flow, plan)
      var problems: [String] = []
      do {
        for (chapter, unfaulted) in zip(walk.chapters, ends) {
          var end = try run.live(chapter)
          guard plan.place <= unfaulted.calls else { continue }
          problems += check(end, unfaulted, plan)
          // And it stays so.
          var again = chapter
          again.begins = [.relaunch]
          end = try run.live(again)
          problems += check(end, unfaulted, plan)
          break
        }
      } catch {
        problems.append("\(error)")
      }
      if run.wire.isBroken { problems.append("something came that the wire does not understand") }
      if run.wire.struckCall == nil {
        problems.append("the exchange that was to go wrong never came")
      }
      if !problems.isEmpty {
        problems.append(run.walker.trace.suffix(14).joined(separator: "\n    "))
        problems.append(
          run.wire.told.suffix(24).map {
            "\($0.call) \($0.status) \($0.code) \($0.key?.suffix(6) ?? "")"
          }
          .joined(separator: "\n    "))
      }
      return (problems, run.wire.struckCall)
    } catch { return (["\(error)"], nil) }
  }

  private func check(
    _ end: FaultedWalk.End, _ unfaulted: FaultedWalk.End, _ plan: WirePlan
  ) -> [String] {
    var problems: [String] = []
    let mayEnd = plan.fault == .refused
    // A relaunch in the middle of a registration is a reset there (BOOT-11).
    let isReset = walk.resetsAfterKills && plan.kill != .none || end.hasGivenUp
    // Each intent has one effect, whatever became of its answers.
    let sessions = end.told.filter { $0.call != "POST /v1/installation/session" }
    for (intent, told) in Dictionary(grouping: sessions.filter { $0.key != nil }, by: \.intent) {
      let opened = Set(told.compactMap(\.session))
      if opened.count > 1 { problems.append("\(intent) opened \(opened.count) sessions") }
    }
    let opened = Set(sessions.compactMap(\.session)).count
    if end.census.sessions != opened {
      problems.append("\(end.census.sessions) sessions are stored, and \(opened) were told of")
    }
    let sent = Set(end.told.filter { $0.sendsCode }.map(\.intent)).count
    if end.census.codes > sent {
      problems.append("\(end.census.codes) codes went out for \(sent) intents")
    }
    // And there are no more intents than with nothing wrong.
    for (name, path) in Census.all {
      let (most, count) = (unfaulted.census[keyPath: path], end.census[keyPath: path])
      let allowed = plan.repetitions(of: calls[plan.place - 1]) + (isReset ? 1 : 0)
      let isMany = count > most + allowed
      if isMany { problems.append("\(count) \(name), and \(most) with nothing wrong") }
    }
    // Who sets a password ends the session that they set it with, and is told of another: who never heard
    // of it is refused, and signs in with the new one.
    let isReplaced = end.told.contains {
      $0.call == "PUT /v1/market/password" && $0.code == "session_expired"
    }
    if !mayEnd, !isReset, !isReplaced, end.losses != unfaulted.losses {
      problems.append("a session was lost without a refusal: \(end.losses)")
    }
    return problems
  }
}

extension FaultyWire.Told {
  var intent: String { "\(call) \(key ?? "without a key")" }

  /// Whether it was asked for a message with a code, and did not refuse.
  var sendsCode: Bool { isSending && (200..<300).contains(status) || code == "not_confirmed" }
}

extension WirePlan {
  /// How often something may be done once more. After a refusal people do other things again, and
  /// after a kill they are refused twice. A kill can take what was typed, and the repeat that the app
  /// makes by itself meets the fault as well: typed again it is another intent, since nobody compares
  /// secrets.
  fileprivate func repetitions(of call: String) -> Int {
    switch fault {
    // A sign-in at a provider is over with any refusal; they begin another.
    case .unauthorized, .foreignRefusal: call.contains("/v1/federation/") ? 1 : 0
    case .refused: kill == .none ? 1 : 2
    case .answerLost, .late, .half, .page, .doubled: kill == .none ? 0 : 1
    case .requestLost, .unavailable: 0
    }
  }
}
