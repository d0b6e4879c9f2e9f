import FlowMachine
import Statechart

// Requests that can fail without anything being said about it. A flow that waits for such a success
// waits for ever.

extension Compilation {
  func checkFailures() {
    for scope in scopes {
      for request in scope.document.requests {
        checkFailure(of: request, scope)
        checkOrder(of: request.classes)
        for variant in request.variants { checkOrder(of: variant.classes ?? []) }
      }
    }
  }

  /// Classes are tried in order, so one may be left nothing by an earlier one.
  private func checkOrder(of classes: [FailureClassDeclaration]) {
    for (place, later) in classes.enumerated() {
      guard let earlier = classes[..<place].first(where: { $0.takesAll(of: later) }) else {
        continue
      }
      report(
        .unused, at: later.name.position,
        "\(quoted(later.name.value)) is a failure class that never occurs: \(quoted(earlier.name.value)) takes each of its responses",
        "Write it before \(quoted(earlier.name.value)), or remove it")
    }
  }

  private func checkFailure(of request: RequestDeclaration, _ scope: Scope) {
    let name = request.name.value
    let looks = scope.uses.looks[name] ?? []
    if let position = neverPosition(of: request) {
      let unknown = String(describing: FailureClass.names[Int(FailureClass.unknown)])
      guard !isSeen(unknown, request, looks) else { return }
      report(
        .unhandledFailure, at: position,
        "\(quoted(name)) is never repeated, and its outcome `unknown` is not handled",
        "Add `failure: {show: OVERLAY, dismissal: stay}`, or a guard with `\(name).failed(unknown)`"
      )
      return
    }
    let saves = request.saves + request.variants.flatMap { $0.saves ?? [] }
    guard !saves.isEmpty || looks.contains(where: { $0.status == .succeeded }),
      !isSeen(nil, request, looks)
    else { return }
    report(
      .unhandledFailure, at: request.name.position,
      "\(quoted(name)) can fail, and the failure is not handled",
      "Add `failure: {show: OVERLAY}`, or a guard with `\(name).failed` or `\(name).settled`")
  }

  private func neverPosition(of request: RequestDeclaration) -> Position? {
    request.variants.lazy.compactMap { $0.repetition ?? request.repetition }
      .first { $0.value == .never }?.position
  }

  /// Whether something shows or asks for a failure.
  ///
  /// - Parameter failureClass: of this class; nil: of any.
  private func isSeen(
    _ failureClass: String?, _ request: RequestDeclaration, _ looks: [DocumentUses.Look]
  ) -> Bool {
    let isAskedFor = looks.contains { look in
      switch look.status {
      case .settled: true
      case .failed:
        look.failureClass == nil || failureClass == nil || look.failureClass == failureClass
      case .idle, .running, .succeeded, .elapsed: false
      }
    }
    guard !isAskedFor, request.failure.show != nil else { return isAskedFor }
    let unless = request.failure.unless?.value
    return unless.map { holds($0, for: request.name.value, failureClass: failureClass) != true }
      ?? true
  }

  /// Whether a guard holds once a request has failed, as far as that alone decides it.
  func holds(
    _ expression: GuardExpression, for request: String, failureClass: String?
  ) -> Bool? {
    expression.value { atom in
      guard case .status(let word, let status, let asked) = atom, word.text == request else {
        return nil
      }
      switch status {
      case .settled: return true
      case .idle, .running, .succeeded, .elapsed: return false
      case .failed:
        guard let asked else { return true }
        return failureClass.map { $0 == asked.text }
      }
    }
  }
}

extension FailureClassDeclaration {
  /// Whether each response of another class is one of this class.
  fileprivate func takesAll(of other: FailureClassDeclaration) -> Bool {
    if let code {
      guard other.code?.value == code.value, other.path.value == path.value else { return false }
    }
    guard !statuses.isEmpty else { return true }
    guard !other.statuses.isEmpty else { return false }
    return other.statuses.allSatisfy { range in
      range.allSatisfy { status in statuses.contains { $0.contains(status) } }
    }
  }
}
