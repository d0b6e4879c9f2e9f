import FlowMachine
import Statechart

// Compares each call with the description of its operation: that of the identity API, or one that the document
// lists under `contracts`.

extension Compilation {
  func checkContracts(of scope: Scope) {
    for path in scope.document.contracts { _ = contract(at: path) }
    for declaration in scope.document.requests { checkContracts(of: declaration, scope) }
  }

  private func checkContracts(of declaration: RequestDeclaration, _ scope: Scope) {
    guard let id = scope.requests[declaration.name.value] else { return }
    let calls = builder.tables.requests[Int(id)].calls.indices
    var operations: [OperationContract] = []
    for (call, variant) in zip(calls, declaration.variants) {
      checkSimulated(
        variant.simulated ?? declaration.simulated,
        saving: variant.saves ?? declaration.saves, variant.classes ?? declaration.classes, scope)
      guard let described = described(variant.call, scope) else { continue }
      let operation = described.operation
      operations.append(operation)
      check(described, scope)
      let required = requiredFacts(among: described.entries, described.wanted, scope)
      if !required.isEmpty { requiredFacts[call] = required }
      let saves = variant.saves ?? declaration.saves
      checkSaves(saves, of: operation, isOwn: described.isOwn, scope)
      checkSimulated(variant.simulated ?? declaration.simulated, of: operation)
      checkClasses(variant.classes ?? [], of: [operation])
    }
    // What a request says for all of its variants, any of them may have.
    guard !operations.isEmpty, operations.count == declaration.variants.count else { return }
    let shared = declaration.variants.contains { $0.classes == nil }
    if shared { checkClasses(declaration.classes, of: operations) }
    checkFailureSaves(declaration.failure.saves, of: operations, scope)
  }

  /// A call with the description of its operation. Reports a call that has none and needs one.
  private func described(_ call: CallDeclaration, _ scope: Scope) -> DescribedCall? {
    switch call {
    case .operation(let name, let entries):
      return described(name, entries, IdentityContract.contract)
    case .app(let name, let entries):
      return ownContract(around: scope).flatMap { described(name, entries, $0) }
    case .http(let call):
      return ownContract(around: scope).flatMap { described(call, $0, scope) }
    case .capability: return nil
    }
  }

  private func described(
    _ name: Name, _ entries: [TemplateEntry], _ contract: Contract
  ) -> DescribedCall? {
    guard let operation = contract[name.value] else {
      reportUnknownOperation(name, contract)
      return nil
    }
    // Whatever is no parameter of the path or the query is sent in a body.
    let hasBody = entries.contains { !operation.isInURL($0.key.value) }
    return DescribedCall(
      operation: operation, position: name.position, entries: entries, isOwn: contract.isOwn,
      bodyNeeds: hasBody ? contract.bodyNeeds[operation.name] ?? [] : [])
  }

  private func reportUnknownOperation(_ name: Name, _ contract: Contract) {
    let isOwn = contract.isOwn
    let guess = nearest(to: name.value, among: contract.names).map { "Write `\($0)`" }
    let place = isOwn ? "None of the descriptions in `contracts`" : "The identity API"
    let remedy =
      isOwn
      ? "Add it to one of them, also if the app itself answers it"
      : "Write one of the names in `openapi.yaml`, or `app:` for an operation of your own"
    report(
      .unknownName, at: name.position,
      "\(place) has \(isOwn ? "the" : "no") operation \(quoted(name.value))", guess ?? remedy)
  }

  // MARK: What is sent

  private func check(_ call: DescribedCall, _ scope: Scope) {
    let (name, wanted) = (call.operation.name, call.wanted)
    for entry in call.entries {
      guard let member = wanted[entry.key.value] else {
        guard !wanted.isOpen else { continue }
        let known = wanted.members.map(\.name)
        report(
          .unknownName, at: entry.key.position,
          "\(quoted(name)) has no parameter \(quoted(entry.key.value))",
          nearest(to: entry.key.value, among: known).map { "Write `\($0)`" }
            ?? (known.isEmpty
              ? "Remove it; the operation takes none"
              : "It takes \(quoted(oneOf: known, before: "and"))"))
        continue
      }
      guard let wrong = shape(of: entry.value, scope).mismatch(with: member.shape, at: "") else {
        continue
      }
      report(
        .notInContract, at: entry.key.position,
        "\(quoted(entry.key.value + wrong.path)) does not fit \(quoted(name)): \(wrong.words)",
        "Send what the operation takes")
    }
    for member in wanted.members where member.isRequired {
      guard !call.entries.contains(where: { $0.key.value == member.name }) else { continue }
      report(
        .notInContract, at: call.position,
        "\(quoted(name)) needs the parameter `\(member.name)`, which is not sent",
        call.remedy(withoutParameter: member.name))
    }
  }

  /// The facts that are a required parameter each: where one is absent, its parameter is not sent. What is typed as
  /// a secret is looked at by itself.
  private func requiredFacts(
    among entries: [TemplateEntry], _ wanted: ContractObject, _ scope: Scope
  ) -> [FactID] {
    entries.compactMap { entry in
      guard wanted[entry.key.value]?.isRequired == true, case .text(let source) = entry.value,
        let parts = try? TemplateParser.parse(source), parts.count == 1,
        case .reference(let name, _) = parts[0], let fact = scope.facts[name]
      else { return nil }
      let row = builder.tables.facts[Int(fact)]
      return row.type == .secret || row.place == .configuration ? nil : fact
    }
  }

  /// The values that are sent; facts have those of their type.
  private func shape(of value: TemplateValue, _ scope: Scope) -> ContractShape {
    switch value {
    case .literal(let literal):
      switch literal.value {
      case .flag: return .flag
      case .number: return .number
      case .text(let text): return .values([text])
      }
    case .map(let entries):
      let members = entries.map {
        ContractObject.Member(
          name: $0.key.value, shape: shape(of: $0.value, scope), isRequired: true)
      }
      return .object(ContractObject(members: members, isOpen: false))
    case .list(let values):
      return .list(values.isEmpty ? .anything : .union(of: values.map { shape(of: $0, scope) }))
    case .text(let source):
      guard let parts = try? TemplateParser.parse(source), parts.count == 1 else { return .text }
      switch parts[0] {
      case .literal(let text): return .values([text])
      case .reference(let name, _):
        guard let id = scope.facts[name] else { return name.hasSuffix(".left") ? .text : .anything }
        return shape(of: id)
      case .moment: return .text
      }
    }
  }

  private func shape(of fact: FactID) -> ContractShape {
    let row = builder.tables.facts[Int(fact)]
    switch row.type {
    case .flag: return .flag
    case .number, .time: return .number
    case .text, .secret: return .text
    case .choice: return .values(choices(of: fact))
    case .list, .json: return .anything
    }
  }

  func choices(of fact: FactID) -> [String] {
    builder.tables.facts[Int(fact)].choices.indices.map {
      builder.string(builder.tables.ids[$0])
    }
  }

  // MARK: Descriptions of own back ends

  /// The descriptions that a document lists, joined with those of the surrounding documents.
  ///
  /// - Returns: nil if none is listed, or one of them is invalid.
  private func ownContract(around scope: Scope) -> Contract? {
    let paths = sequence(first: scope, next: \.around).flatMap(\.document.contracts)
    let all = paths.map { contract(at: $0) }
    // What is wrong with a description was reported; what it would say is not known.
    guard let first = all.first, !all.contains(nil) else { return nil }
    return all.compactMap { $0 }.dropFirst().reduce(first) { $0?.joined(with: $1) }
  }

  private func contract(at path: Name) -> Contract? {
    let file = Paths.join(Paths.folder(of: path.position.file), path.value)
    if let known = contracts[file] { return known }
    contracts[file] = .some(nil)
    guard let bytes = files(file) else {
      diagnostics.report(
        .unreadableFile, at: path.position, "The file \(quoted(path.value)) cannot be read",
        "Check the path; it is relative to this document", unreadable: file)
      return nil
    }
    let tree = YAMLTree.read(bytes: bytes, file: file, limits: .contract)
    diagnostics.report(tree.diagnostics)
    guard let root = tree.root else { return nil }
    let reading = LargeStack.run { OpenAPIReader.read(root) }
    diagnostics.report(reading.diagnostics)
    guard reading.diagnostics.isEmpty else { return nil }
    contracts[file] = reading.contract
    return reading.contract
  }
}

extension ContractMismatch {
  var words: String {
    switch kind {
    case .unknown(let known) where known.isEmpty: "it has no members"
    case .unknown(let known): "its members are \(quoted(oneOf: known, before: "and"))"
    case .missing: "it is missing"
    case .wrong(let given, let wanted): "it can be \(given.words), but has to be \(wanted.words)"
    }
  }
}
