// Whether what is given fits what is asked for.

/// Where a value does not fit.
struct ContractMismatch: Hashable {
  enum Kind: Hashable {
    /// There is no such member; with the names that there are.
    case unknown(known: [String])
    /// A member that has to be there is missing.
    case missing
    case wrong(given: ContractShape, wanted: ContractShape)
  }
  /// From the value that was compared, as in `$.rows`.
  var path: String
  var kind: Kind
}

extension ContractShape {
  /// Compares all values that this shape stands for with what is wanted.
  ///
  /// What can't be decided fits: any text may be one of the values that are wanted.
  ///
  /// - Parameter demandsAll: whether what is required has to be there; without it, parts of an
  ///   answer are enough.
  func mismatch(
    with wanted: ContractShape, at path: String = "$", demandsAll: Bool = true
  ) -> ContractMismatch? {
    switch (self, wanted) {
    case (.anything, _), (_, .anything), (.flag, .flag), (.number, .number), (.text, .text),
      (.values, .text), (.text, .values):
      return nil
    case (.values(let given), .values(let known)) where given.allSatisfy(known.contains):
      return nil
    case (.either(let shapes), _):
      return shapes.lazy.compactMap {
        $0.mismatch(with: wanted, at: path, demandsAll: demandsAll)
      }.first
    case (_, .either(let shapes)):
      let all = shapes.map { mismatch(with: $0, at: path, demandsAll: demandsAll) }
      guard !all.contains(nil) else { return nil }
      // Of several, the one that comes closest: what is wrong inside of it helps more.
      return all.compactMap { $0 }.max { $0.path.count < $1.path.count }
    case (.list(let given), .list(let entry)):
      return given.mismatch(with: entry, at: path + "[0]", demandsAll: demandsAll)
    case (.object(let given), .object(let object)):
      return given.mismatch(with: object, at: path, demandsAll: demandsAll)
    default:
      return ContractMismatch(path: path, kind: .wrong(given: self, wanted: wanted))
    }
  }
}

extension ContractObject {
  fileprivate func mismatch(
    with wanted: ContractObject, at path: String, demandsAll: Bool
  ) -> ContractMismatch? {
    for member in members {
      let place = path + "." + member.name
      guard let target = wanted[member.name] else {
        if wanted.isOpen { continue }
        return ContractMismatch(path: place, kind: .unknown(known: wanted.members.map(\.name)))
      }
      let inner = member.shape.mismatch(with: target.shape, at: place, demandsAll: demandsAll)
      if let inner { return inner }
    }
    guard demandsAll, !isOpen else { return nil }
    let missing = wanted.members.first { $0.isRequired && self[$0.name] == nil }
    return missing.map { ContractMismatch(path: path + "." + $0.name, kind: .missing) }
  }
}

extension ContractShape {
  /// The shape of one value, as YAML or JSON has it.
  package init(of node: YAMLNode) {
    if let items = node.items {
      self = .list(items.isEmpty ? .anything : .union(of: items.map { ContractShape(of: $0) }))
    } else if let pairs = node.pairs {
      let members = pairs.map {
        ContractObject.Member(
          name: $0.key.value, shape: ContractShape(of: $0.value), isRequired: true)
      }
      self = .object(ContractObject(members: members, isOpen: false))
    } else if node.isNull {
      self = .anything
    } else if node.flag != nil {
      self = .flag
    } else if let scalar = node.scalar, scalar.style == .plain,
      NumberSyntax.looksLikeNumber(scalar.text)
    {
      self = .number
    } else {
      self = .values([node.scalar?.text ?? ""])
    }
  }
}
