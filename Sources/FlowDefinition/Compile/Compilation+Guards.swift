import FlowMachine
import Statechart

/// A guard with its names resolved, before it is laid out as steps.
indirect enum Condition {
  case always
  case test(GuardStep)
  case not(Condition)
  case and(Condition, Condition)
  case or(Condition, Condition)

  func and(_ other: Condition) -> Condition {
    switch (self, other) {
    case (.always, _): other
    case (_, .always): self
    default: .and(self, other)
    }
  }

  /// The steps, with jumps counted from the first one; empty for what always holds.
  var steps: [GuardStep] {
    var layout = GuardLayout()
    if case .always = self { return [] }
    layout.lay(self, ifTrue: GuardLayout.accept, ifFalse: GuardLayout.reject)
    return layout.resolved
  }
}

/// Lays a condition out as tests with jumps that only lead forward.
private struct GuardLayout {
  static let accept = -1
  static let reject = -2

  private var steps: [GuardStep] = []
  /// For each step its two ways on: a label, `accept` or `reject`.
  private var ways: [(ifTrue: Int, ifFalse: Int)] = []
  /// For each label the step that it stands before.
  private var labels: [Int] = []

  mutating func lay(_ condition: Condition, ifTrue: Int, ifFalse: Int) {
    switch condition {
    case .always:
      // Only alone, where there is nothing to lay out.
      break
    case .test(let step):
      steps.append(step)
      ways.append((ifTrue, ifFalse))
    case .not(let inner): lay(inner, ifTrue: ifFalse, ifFalse: ifTrue)
    case .and(let left, let right):
      let label = newLabel()
      lay(left, ifTrue: label, ifFalse: ifFalse)
      labels[label] = steps.count
      lay(right, ifTrue: ifTrue, ifFalse: ifFalse)
    case .or(let left, let right):
      let label = newLabel()
      lay(left, ifTrue: ifTrue, ifFalse: label)
      labels[label] = steps.count
      lay(right, ifTrue: ifTrue, ifFalse: ifFalse)
    }
  }

  private mutating func newLabel() -> Int {
    labels.append(0)
    return labels.count - 1
  }

  var resolved: [GuardStep] {
    zip(steps, ways).map { step, way in
      var step = step
      step.ifTrue = place(way.ifTrue)
      step.ifFalse = place(way.ifFalse)
      return step
    }
  }

  private func place(_ way: Int) -> UInt16 {
    switch way {
    case Self.accept: GuardStep.accept
    case Self.reject: GuardStep.reject
    default: UInt16(labels[way])
    }
  }
}

extension Compilation {
  /// A guard that stands alone: its first step, or `noID` for none.
  func freeGuard(_ expression: Located<GuardExpression>?, _ scope: Scope) -> UInt16 {
    chart.addGuard(condition(expression, scope).steps)
  }

  func condition(_ expression: Located<GuardExpression>?, _ scope: Scope) -> Condition {
    guard let expression else { return .always }
    return condition(expression.value, scope, expression.position)
  }

  func cell(_ cell: CellID, _ comparison: Statechart.Comparison, _ value: Int64) -> Condition {
    .test(GuardStep(.cellToConstant, comparison, a: cell, b: chart.constant(value)))
  }

  private func condition(
    _ expression: GuardExpression, _ scope: Scope, _ position: Position
  ) -> Condition {
    switch expression {
    case .not(let inner): return .not(condition(inner, scope, position))
    case .and(let left, let right):
      return condition(left, scope, position).and(condition(right, scope, position))
    case .or(let left, let right):
      return .or(condition(left, scope, position), condition(right, scope, position))
    case .flag(let name):
      guard let fact = fact(Name(name, at: position), scope, of: [.flag]) else { return .always }
      return cell(fact, .equal, 1)
    case .compare(let name, let comparison, let operand):
      return compare(Name(name, at: position), comparison, operand, scope)
    case .event(let comparison, let operand):
      guard case .literal(.number(let number)) = operand else {
        report(
          .wrongType, at: position, "The value of an event is a number",
          "Compare it with a number, or save it in a fact first")
        return .always
      }
      return .test(
        GuardStep(.eventToConstant, comparison.inChart, a: 0, b: chart.constant(number)))
    case .presence(let name, let presence):
      return self.presence(Name(name, at: position), presence, scope)
    case .status(let name, let status, let failureClass):
      return self.status(Name(name, at: position), status, failureClass, scope)
    case .inState(let name):
      guard let state = state(Name(name, at: position), scope) else { return .always }
      return .test(GuardStep(.isActive, a: state.id))
    case .shown(let name):
      guard let overlay = overlay(Name(name, at: position), scope) else { return .always }
      return cell(builder.tables.overlays[Int(overlay)].cell, .equal, 1)
    }
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
        report(
          .wrongType, at: name.position, "Only a secret can be unreadable",
          "Write `is present` or `is absent`")
        return .always
      }
      return isUnreadable
    case .valid: return .test(GuardStep(.host, a: Question.isValid.rawValue, b: fact))
    }
  }

  private func status(
    _ name: Name, _ status: GuardExpression.Status, _ failureClass: String?, _ scope: Scope
  ) -> Condition {
    if let timer = scope.timers[name.value] {
      let timerCell = builder.tables.timers[Int(timer)].cell
      switch status {
      case .idle: return cell(timerCell, .equal, TimerStatus.idle)
      case .running: return cell(timerCell, .equal, TimerStatus.running)
      case .elapsed: return cell(timerCell, .equal, TimerStatus.elapsed)
      case .succeeded, .failed, .settled: break
      }
      report(
        .wrongType, at: name.position, "A timer is idle, running or elapsed",
        "Write `\(name.value).elapsed`")
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
      report(
        .wrongType, at: name.position, "A request does not elapse",
        "Write `\(name.value).settled`, or name a timer")
      return .always
    }
  }

  func failureClass(_ name: String, of request: Name, _ scope: Scope) -> UInt16? {
    let common = FailureClass.names.map { String(describing: $0) }
    if let place = common.firstIndex(of: name) { return UInt16(place) }
    let own = scope.classes[request.value] ?? []
    if let place = own.firstIndex(of: name) { return FailureClass.own + UInt16(place) }
    reportUnknown(
      "class of failure", Name(name, at: request.position), known: common + own,
      in: "the request's `classes`")
    return nil
  }

  private func compare(
    _ name: Name, _ comparison: GuardExpression.Comparison, _ operand: GuardExpression.Operand,
    _ scope: Scope
  ) -> Condition {
    guard let fact = fact(name, scope) else { return .always }
    let row = builder.tables.facts[Int(fact)]
    let isEquality = comparison == .equal || comparison == .notEqual
    switch row.type {
    case .secret, .list, .json:
      report(
        .wrongType, at: name.position, "A \(row.type) cannot be compared",
        "Ask whether it `is present` or `is absent`")
      return .always
    case .flag, .choice, .text:
      guard isEquality else {
        report(
          .wrongType, at: name.position, "A \(row.type) has no order",
          "Compare it with `==` or `!=`")
        return .always
      }
    case .number, .time: break
    }
    if let value = literal(operand, for: row) {
      return cell(fact, comparison.inChart, value)
    }
    if row.type == .text, case .literal(.text(let text)) = operand {
      return textTest(
        TextTestRow(fact: fact, isLiteral: true, operand: builder.blob(text)), comparison)
    }
    guard case .name(let other) = operand, let second = scope.facts[other] else {
      reportOperand(operand, name, row)
      return .always
    }
    guard row.isSame(as: builder.tables.facts[Int(second)]) else {
      report(
        .wrongType, at: name.position, "\(quoted(name.value)) and \(quoted(other)) differ in type",
        "Compare facts of one type")
      return .always
    }
    if row.type == .text {
      return textTest(TextTestRow(fact: fact, isLiteral: false, operand: second), comparison)
    }
    return .test(GuardStep(.cellToCell, comparison.inChart, a: fact, b: second))
  }

  private func textTest(
    _ row: TextTestRow, _ comparison: GuardExpression.Comparison
  ) -> Condition {
    let test = Condition.test(
      GuardStep(
        .host, a: Question.textEquals.rawValue, b: builder.append(row, to: \.textTests)))
    return comparison == .equal ? test : .not(test)
  }

  /// The number that stands for a literal of a fact's type.
  private func literal(_ operand: GuardExpression.Operand, for row: FactRow) -> Int64? {
    switch (operand, row.type) {
    case (.literal(.flag(let flag)), .flag): return flag ? 1 : 0
    case (.literal(.number(let number)), .number), (.literal(.number(let number)), .time):
      return number
    case (.name(let text), .choice), (.literal(.text(let text)), .choice):
      return choice(text, of: row)
    default: return nil
    }
  }

  func choice(_ text: String, of row: FactRow) -> Int64? {
    let values = builder.tables.ids[row.choices.indices].map { builder.tables.blobs[Int($0)] }
    return values.firstIndex(of: Array(text.utf8)).map { Int64($0) }
  }

  private func reportOperand(
    _ operand: GuardExpression.Operand, _ name: Name, _ row: FactRow
  ) {
    guard row.type == .choice else {
      report(
        .wrongType, at: name.position,
        "\(quoted(name.value)) is of type `\(row.type)` and is compared with something else",
        "Compare it with a literal of that type or with another fact")
      return
    }
    let values = builder.tables.ids[row.choices.indices].map {
      String(decoding: builder.tables.blobs[Int($0)], as: UTF8.self)
    }
    let written: String
    switch operand {
    case .name(let text), .literal(.text(let text)): written = text
    case .literal(let other): written = "\(other)"
    }
    let guess = Suggestion.nearest(to: written, among: values)
    report(
      .unknownValue, at: name.position,
      "\(quoted(written)) is no value of \(quoted(name.value))",
      "Write " + (guess.map { quoted($0) } ?? quoted(oneOf: values)))
  }
}

extension GuardExpression.Comparison {
  var inChart: Statechart.Comparison {
    switch self {
    case .equal: .equal
    case .notEqual: .notEqual
    case .less: .less
    case .lessOrEqual: .lessOrEqual
    case .greater: .greater
    case .greaterOrEqual: .greaterOrEqual
    }
  }
}
