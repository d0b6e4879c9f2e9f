import FlowMachine
import Statechart

extension Compilation {
  /// - Parameter isOwn: whether the operation is of an app's own back end: then a value that a success may be
  ///   without is reported too. The identity API is described for all of its clients, some of which get less than
  ///   the one that runs flows.
  func checkSaves(
    _ saves: [SaveDeclaration], of operation: OperationContract, isOwn: Bool, _ scope: Scope
  ) {
    guard let body = operation.body(of: 200...299) else { return }
    for save in saves {
      guard let path = try? PathSyntax.parse(save.path.value) else { continue }
      guard let found = body.found(at: path) else {
        reportUnknownPath(save.path, path, in: body, of: operation, isFailure: false)
        continue
      }
      if !found.isCertain, isOwn, !save.isOptional {
        report(
          .notInContract, at: save.path.position,
          "A success of \(quoted(operation.name)) may be without \(quoted(save.path.value)), and would then count as `malformed`",
          "Write `{path: \(save.path.value), optional: true}`")
      }
      guard let fact = scope.facts[save.fact.value],
        let wrong = found.shape.mismatch(with: shape(savedIn: fact), at: save.path.value)
      else { continue }
      report(
        .notInContract, at: save.fact.position,
        "\(quoted(save.fact.value)) cannot hold \(quoted(wrong.path)) of \(quoted(operation.name)): \(wrong.words)",
        "Change the type of the fact, or save something else")
    }
  }

  /// What a failure has and the fact cannot hold leaves the fact as it is, so only its place is looked at.
  func checkFailureSaves(
    _ saves: [SaveDeclaration], of operations: [OperationContract], _ scope: Scope
  ) {
    let bodies = operations.compactMap { $0.body(of: 400...599) }
    guard let operation = operations.first, bodies.count == operations.count else { return }
    let body = ContractShape.union(of: bodies)
    for save in saves {
      guard let path = try? PathSyntax.parse(save.path.value), body.found(at: path) == nil else {
        continue
      }
      reportUnknownPath(save.path, path, in: body, of: operation, isFailure: true)
    }
  }

  func checkClasses(_ classes: [FailureClassDeclaration], of operations: [OperationContract]) {
    for failure in classes { check(failure, of: operations) }
  }

  func checkSimulated(_ answers: [RequestDeclaration.Simulated], of operation: OperationContract) {
    for answer in answers { check(answer, of: operation) }
  }

  private func reportUnknownPath(
    _ written: Name, _ path: [PathSyntax.Step], in body: ContractShape,
    of operation: OperationContract, isFailure: Bool
  ) {
    let end = path.indices.first { body.found(at: path[...$0]) == nil } ?? 0
    let known = body.names(at: path[..<end])
    var guess: String?
    if case .member(let name) = path[end] { guess = nearest(to: name, among: known) }
    report(
      .notInContract, at: written.position,
      "\(isFailure ? "No failure" : "No success") of \(quoted(operation.name)) has \(quoted(written.value))",
      guess.map { "Write `\($0)` in it" }
        ?? (known.isEmpty
          ? "Remove it" : "There are \(quoted(oneOf: known, before: "and"))"))
  }

  /// What the machine takes for a fact of this type (`Classification`).
  func shape(savedIn fact: FactID) -> ContractShape {
    let row = builder.tables.facts[Int(fact)]
    switch row.type {
    case .flag: return .flag
    case .number: return .number
    case .time, .text: return .either([.text, .number])
    case .secret: return .text
    case .choice: return .either([.values(choices(of: fact)), .number])
    case .json: return .anything
    case .list:
      let members = builder.tables.columns[row.columns.indices].map { column in
        ContractObject.Member(
          name: builder.string(column.name), shape: shape(ofColumn: column.type), isRequired: true)
      }
      // The rows have more than the flow reads.
      return .list(.object(ContractObject(members: members, isOpen: true)))
    }
  }

  private func shape(ofColumn type: FactType) -> ContractShape {
    switch type {
    case .number: .number
    case .flag: .flag
    default: .either([.text, .number])
    }
  }

  private func check(_ failure: FailureClassDeclaration, of operations: [OperationContract]) {
    let ranges = failure.statuses.isEmpty ? [300...599] : failure.statuses
    let bodies = operations.flatMap { operation in ranges.compactMap { operation.body(of: $0) } }
    guard let operation = operations.first else { return }
    guard !bodies.isEmpty else {
      return report(
        .notInContract, at: failure.name.position,
        "\(quoted(operation.name)) never responds with the status of \(quoted(failure.name.value))",
        "Remove the class, or change its `status`")
    }
    guard let code = failure.code, let path = try? PathSyntax.parse(failure.path.value) else {
      return
    }
    let body = ContractShape.union(of: bodies)
    guard let found = body.found(at: path) else {
      return reportUnknownPath(failure.path, path, in: body, of: operation, isFailure: true)
    }
    let given: ContractShape =
      switch code.value {
      case .text(let text): .values([text])
      case .number: .number
      case .flag: .flag
      }
    guard given.mismatch(with: found.shape) != nil else { return }
    var guess: String?
    if case .text(let text) = code.value {
      guess = nearest(to: text, among: found.shape.allValues)
    }
    report(
      .notInContract, at: code.position,
      "\(quoted(operation.name)) never fails with the code \(quoted(JSONText.plain(code.value)))",
      guess.map { "Write `\($0)`" }
        ?? "Write one of the codes in its description, or remove the class")
  }

  private func check(_ answer: RequestDeclaration.Simulated, of operation: OperationContract) {
    guard let body = operation.body(of: answer.status...answer.status) else {
      return report(
        .notInContract, at: answer.position,
        "\(quoted(operation.name)) never responds with the status \(answer.status)",
        "Simulate a response that the server gives")
    }
    // A simulated response may leave out what the flow does not read.
    guard let wrong = answer.shape?.mismatch(with: body, demandsAll: false) else { return }
    report(
      .notInContract, at: answer.position,
      "\(quoted(operation.name)) never responds like this: \(quoted(wrong.path)) does not fit: \(wrong.words)",
      "Simulate a response that the server gives")
  }
}

extension ContractShape {
  /// The texts of which a value of this shape is one.
  fileprivate var allValues: [String] {
    alternatives.flatMap { if case .values(let values) = $0 { values } else { [String]() } }
  }
}
