import FlowMachine
import Statechart
import WireText

// What the responses of a simulated server bring.

extension Compilation {
  /// Refuses a simulated success that would count as `malformed`, whatever the server gives.
  func checkSimulated(
    _ answers: [RequestDeclaration.Simulated], saving saves: [SaveDeclaration],
    _ classes: [FailureClassDeclaration], _ scope: Scope
  ) {
    let failing = classes.flatMap(\.statuses)
    for answer in answers
    where 200...299 ~= answer.status && !failing.contains(where: { $0.contains(answer.status) }) {
      guard answer.shape != nil, let body = JSON(Array(answer.body.utf8)) else { continue }
      for save in saves {
        guard let path = try? PathSyntax.parse(save.path.value),
          let fact = scope.facts[save.fact.value],
          let obstacle = obstacle(saving: save, at: path, of: body.root, in: fact)
        else { continue }
        report(
          .notInContract, at: answer.position, obstacle,
          "Simulate a response that the request can save")
      }
    }
  }

  /// What keeps the machine from saving a value of a response (`Classification`); nil if nothing does.
  private func obstacle(
    saving save: SaveDeclaration, at path: [PathSyntax.Step], of body: JSON.Value, in fact: FactID
  ) -> String? {
    guard let value = body.value(at: path), !value.isNull else {
      return save.isOptional
        ? nil
        : "The simulated response has no \(quoted(save.path.value)), which the request saves, so it would count as `malformed`"
    }
    if let words = misfit(of: value, in: fact) {
      return
        "The simulated \(quoted(save.path.value)) does not fit \(quoted(save.fact.value)): \(words)"
    }
    let isChoice = builder.tables.facts[Int(fact)].type == .choice
    // A number is the choice that its digits name.
    let given =
      isChoice && value.kind == .number
      ? ContractShape.values([String(decoding: value.source, as: UTF8.self)])
      : ContractShape(of: value)
    let wanted = isChoice ? ContractShape.values(choices(of: fact)) : shape(savedIn: fact)
    return given.mismatch(with: wanted, at: save.path.value).map {
      "The simulated \(quoted($0.path)) does not fit \(quoted(save.fact.value)): \($0.words)"
    }
  }

  /// What is wrong with a value that its shape does not tell, or not clearly.
  private func misfit(of value: JSON.Value, in fact: FactID) -> String? {
    let type = builder.tables.facts[Int(fact)].type
    if type == .flag || type == .number, let text = value.text {
      let given = quoted(String(decoding: text, as: UTF8.self))
      return "it is the text \(given), but has to be \(shape(savedIn: fact).words)"
    }
    if type == .number || type == .time, value.kind == .number, value.integer == nil {
      let number = String(decoding: value.source, as: UTF8.self)
      return "it is \(quoted(number)), but has to be a whole number within 64 bits"
    }
    if type == .time, let text = value.text, InternetTime.milliseconds(text) == nil {
      let time = String(decoding: text, as: UTF8.self)
      return "it is \(quoted(time)), but has to be a time such as `2026-03-01T12:00:00Z`"
    }
    if type == .secret, let text = value.text, text.isEmpty {
      return "it is empty"
    }
    if type == .list, value.elements.count > FlowLimits.listRows {
      return "it has \(value.elements.count) rows, but a list has at most \(FlowLimits.listRows)"
    }
    return nil
  }
}

extension JSON.Value {
  fileprivate func value(at path: [PathSyntax.Step]) -> JSON.Value? {
    var value: JSON.Value? = self
    for step in path {
      switch step {
      case .member(let name): value = value?[Array(name.utf8)]
      case .index(let place): value = value?[place]
      }
    }
    return value
  }
}

extension ContractShape {
  /// The shape of one value.
  fileprivate init(of value: JSON.Value) {
    switch value.kind {
    case .null: self = .anything
    case .flag: self = .flag
    case .number: self = .number
    case .text: self = .values([String(decoding: value.text ?? [], as: UTF8.self)])
    case .list:
      let entries = value.elements
      self = .list(
        entries.isEmpty ? .anything : .union(of: entries.map { ContractShape(of: $0) }))
    case .object:
      let members = value.members.map {
        ContractObject.Member(
          name: String(decoding: $0.name, as: UTF8.self), shape: ContractShape(of: $0.value),
          isRequired: true)
      }
      self = .object(ContractObject(members: members, isOpen: false))
    }
  }
}
