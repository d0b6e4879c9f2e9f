import FlowMachine
import Statechart

/// Where a guard stands: the document whose names it uses, and the place of each of its words.
struct GuardSite {
  let scope: Scope
  private let start: Name

  init(_ expression: Located<GuardExpression>, in scope: Scope) {
    self.scope = scope
    start = Name("", at: expression.position, isVerbatim: expression.isVerbatim)
  }

  var position: Position { start.position }

  func name(_ word: GuardWord) -> Name {
    Name(word.text, at: start.position(ofOffset: word.offset), isVerbatim: start.isVerbatim)
  }
}

extension Compilation {
  /// A guard that stands alone: its first step, or `noID` for none.
  func freeGuard(_ expression: Located<GuardExpression>?, _ scope: Scope) -> UInt16 {
    chart.addGuard(condition(expression, scope).steps)
  }

  /// The same where no event is being handled, so that there is no value to look at.
  func eventlessGuard(_ expression: Located<GuardExpression>?, _ scope: Scope) -> UInt16 {
    refuseEvent(in: expression, scope)
    return freeGuard(expression, scope)
  }

  func refuseEvent(in expression: Located<GuardExpression>?, _ scope: Scope) {
    guard let expression, expression.value.asksForEvent else { return }
    report(
      .wrongType, at: GuardSite(expression, in: scope).position,
      "`event` is the value of an event, and none is being handled here",
      "Save the value in a fact where the event is handled, and compare the fact")
  }

  func condition(_ expression: Located<GuardExpression>?, _ scope: Scope) -> Condition {
    guard let expression else { return .always }
    return condition(expression.value, GuardSite(expression, in: scope))
  }

  func cell(_ cell: CellID, _ comparison: Statechart.Comparison, _ value: Int64) -> Condition {
    .test(GuardStep(.cellToConstant, comparison, a: cell, b: constant(value)))
  }

  private func condition(_ expression: GuardExpression, _ site: GuardSite) -> Condition {
    switch expression {
    case .not(let inner): return .not(condition(inner, site))
    case .and(let left, let right): return condition(left, site).and(condition(right, site))
    case .or(let left, let right):
      return .or(condition(left, site), condition(right, site))
    case .flag(let word):
      guard let fact = flag(site.name(word), site.scope) else { return .always }
      return cell(fact, .equal, 1)
    case .compare(let word, let comparison, let operand):
      return compare(site.name(word), comparison, operand, site)
    case .event(let comparison, .literal(.number(let number))):
      return .test(GuardStep(.eventToConstant, comparison.inChart, a: 0, b: constant(number)))
    case .event(_, let operand):
      report(
        .wrongType, at: position(of: operand, site) ?? site.position,
        "The value of an event can be compared only with a number",
        "Write a number, or save the value in a fact and compare the fact")
      return .always
    case .presence(let word, let presence):
      return self.presence(site.name(word), presence, site.scope)
    case .status(let word, let status, let failureClass):
      return self.status(
        site.name(word), status, failureClass.map { site.name($0) }, site.scope)
    case .inState(let word):
      guard let state = state(site.name(word), site.scope) else { return .always }
      return .test(GuardStep(.isActive, a: state.id))
    case .shown(let word):
      guard let overlay = overlay(site.name(word), site.scope) else { return .always }
      return cell(builder.tables.overlays[Int(overlay)].cell, .equal, 1)
    }
  }

  /// A fact that a guard names alone. What else has such a name is asked for in another way.
  private func flag(_ name: Name, _ scope: Scope) -> FactID? {
    guard scope.facts[name.value] == nil else { return fact(name, scope, of: [.flag]) }
    let text = name.value
    if scope.requests[text] != nil {
      reportWord(name, "is a request", "Write `\(text).succeeded` or another status")
    } else if scope.timers[text] != nil {
      reportWord(name, "is a timer", "Write `\(text).elapsed` or `\(text).running`")
    } else if scope.overlays[text] != nil {
      reportWord(name, "is an overlay", "Write `shown(\(text))`")
    } else if scope.states[text] != nil {
      reportWord(name, "is a state", "Write `in(\(text))`")
    } else if let dot = text.lastIndex(of: "."), isStarted(String(text[..<dot]), scope) {
      let (request, status) = (
        String(text[..<dot]), String(text[text.index(after: dot)...])
      )
      let known = GuardExpression.Status.allCases.map(\.rawValue)
      let guess =
        scope.requests[request] != nil && failureClasses(of: request, scope).contains(status)
        ? "\(request).failed(\(status))" : Suggestion.nearest(to: status, among: known)
      report(
        .unknownValue,
        at: name.position(ofOffset: text.distance(from: text.startIndex, to: dot) + 1),
        "\(quoted(status)) is not a status",
        "Write \(quoted(oneOf: guess.map { [$0] } ?? known))")
    } else {
      return fact(name, scope)
    }
    return nil
  }

  private func isStarted(_ name: String, _ scope: Scope) -> Bool {
    scope.requests[name] != nil || scope.timers[name] != nil
  }

  private func reportWord(_ name: Name, _ problem: String, _ remedy: String) {
    report(.wrongType, at: name.position, "\(quoted(name.value)) \(problem)", remedy)
  }

  private func presence(
    _ name: Name, _ presence: GuardExpression.Presence, _ scope: Scope
  ) -> Condition {
    guard let fact = fact(name, scope) else { return .always }
    let isAbsent = Condition.test(GuardStep(.isAbsent, a: fact))
    let isSecret = builder.tables.facts[Int(fact)].type == .secret
    let isUnreadable = cell(fact, .equal, SecretStatus.unreadable)
    switch presence {
    case .absent: return isAbsent
    case .present: return isSecret ? .and(.not(isAbsent), .not(isUnreadable)) : .not(isAbsent)
    case .unreadable:
      guard isSecret else {
        reportWord(
          name, "is not a secret, and only a secret can be unreadable",
          "Write `is present` or `is absent`")
        return .always
      }
      return isUnreadable
    case .empty:
      guard builder.tables.facts[Int(fact)].type == .list else {
        reportWord(
          name, "is no list, and only a list can be empty", "Write `is absent`, or compare it")
        return .always
      }
      return isEmptyList(fact)
    case .valid:
      guard scope.uses.fieldFacts.contains(name.value) else {
        reportWord(name, "has no field, so nothing validates it", "Write `is present`")
        return .always
      }
      validityReads.append((fact, name))
      return .test(GuardStep(.host, a: Question.isValid.rawValue, b: fact))
    }
  }

  private func status(
    _ name: Name, _ status: GuardExpression.Status, _ failureClass: Name?, _ scope: Scope
  ) -> Condition {
    if let timer = scope.timers[name.value] { return self.status(of: timer, name, status) }
    guard scope.requests[name.value] != nil else {
      reportUnknown(
        "request or timer", name, known: Array(scope.requests.keys) + Array(scope.timers.keys),
        in: "`requests` or `timers`")
      return .always
    }
    guard let request = request(name, scope) else { return .always }
    let statusCell = builder.tables.requests[Int(request)].cell
    switch status {
    case .idle: return cell(statusCell, .equal, RequestStatus.idle)
    case .running: return cell(statusCell, .equal, RequestStatus.running)
    case .succeeded: return cell(statusCell, .equal, RequestStatus.succeeded)
    case .settled: return cell(statusCell, .greaterOrEqual, RequestStatus.succeeded)
    case .failed:
      guard let failureClass else {
        return cell(statusCell, .greaterOrEqual, RequestStatus.failed)
      }
      guard let place = self.failureClass(failureClass, of: name, scope) else { return .always }
      return cell(statusCell, .equal, RequestStatus.failed + Int64(place))
    case .elapsed:
      reportWord(
        name, "is a request; only timers elapse", "Write `\(name.value).settled`, or use a timer")
      return .always
    }
  }

  private func status(
    of timer: TimerID, _ name: Name, _ status: GuardExpression.Status
  ) -> Condition {
    let timerCell = builder.tables.timers[Int(timer)].cell
    switch status {
    case .idle: return cell(timerCell, .equal, TimerStatus.idle)
    case .running: return cell(timerCell, .equal, TimerStatus.running)
    case .elapsed: return cell(timerCell, .equal, TimerStatus.elapsed)
    case .succeeded, .failed, .settled:
      reportWord(
        name, "is a timer, which is idle, running or elapsed", "Write `\(name.value).elapsed`")
      return .always
    }
  }

  private static let commonClasses = FailureClass.names.map { String(describing: $0) }

  private func failureClasses(of request: String, _ scope: Scope) -> [String] {
    Self.commonClasses + (scope.classes[request] ?? [])
  }

  private func failureClass(_ name: Name, of request: Name, _ scope: Scope) -> UInt16? {
    let common = Self.commonClasses
    if let place = common.firstIndex(of: name.value) { return UInt16(place) }
    let own = scope.classes[request.value] ?? []
    if let place = own.firstIndex(of: name.value) { return FailureClass.own + UInt16(place) }
    reportUnknown(
      "failure class", name, known: common + own, in: "the `classes` of \(quoted(request.value))"
    )
    return nil
  }
}
