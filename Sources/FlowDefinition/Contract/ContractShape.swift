/// What a JSON value may be, as the description of an API says it.
///
/// As much of JSON Schema as decides whether a call of a flow fits: types, members and lists of
/// values. What a schema says beyond that (lengths, patterns, ranges) is left to the server.
package indirect enum ContractShape: Hashable, Sendable {
  case anything
  case flag
  case number
  case text
  /// One of these texts.
  case values([String])
  case list(ContractShape)
  case object(ContractObject)
  case either([ContractShape])
}

package struct ContractObject: Hashable, Sendable {
  package struct Member: Hashable, Sendable {
    package var name: String
    package var shape: ContractShape
    package var isRequired: Bool

    package init(name: String, shape: ContractShape, isRequired: Bool) {
      self.name = name
      self.shape = shape
      self.isRequired = isRequired
    }
  }
  /// In the order of the description.
  package var members: [Member]
  /// Whether there may be members that are not listed.
  package var isOpen: Bool

  package init(members: [Member], isOpen: Bool) {
    self.members = members
    self.isOpen = isOpen
  }

  package subscript(name: String) -> Member? { members.first { $0.name == name } }

  /// An object that is one of the two.
  package func union(with other: ContractObject) -> ContractObject {
    var result = ContractObject(members: members, isOpen: isOpen || other.isOpen)
    for index in members.indices where other[members[index].name] == nil {
      result.members[index].isRequired = false
    }
    for member in other.members {
      if let index = members.firstIndex(where: { $0.name == member.name }) {
        result.members[index].shape = .union(of: [members[index].shape, member.shape])
        result.members[index].isRequired = members[index].isRequired && member.isRequired
      } else {
        result.members.append(Member(name: member.name, shape: member.shape, isRequired: false))
      }
    }
    return result
  }
}

extension ContractShape {
  /// What is found at a path, and whether it is always there.
  ///
  /// - Returns: nil if no value of this shape has anything there; else the problem is only that it
  ///   may be missing.
  package func found(at path: some Collection<PathSyntax.Step>) -> (
    shape: ContractShape, isCertain: Bool
  )? {
    guard let step = path.first else { return (self, true) }
    let rest = path.dropFirst()
    switch (self, step) {
    case (.anything, _): return (.anything, true)
    case (.object(let object), .member(let name)):
      guard let member = object[name] else { return object.isOpen ? (.anything, true) : nil }
      guard let inner = member.shape.found(at: rest) else { return nil }
      return (inner.shape, inner.isCertain && member.isRequired)
    case (.list(let entry), .index):
      guard let inner = entry.found(at: rest) else { return nil }
      return (inner.shape, false)
    case (.either(let shapes), _):
      let all = shapes.map { $0.found(at: path) }
      let there = all.compactMap { $0 }
      guard !there.isEmpty else { return nil }
      return (
        .union(of: there.map(\.shape)),
        there.count == all.count && there.allSatisfy(\.isCertain)
      )
    default: return nil
    }
  }

  /// The names that can stand where a path ends: what its writer may have meant.
  package func names(at path: some Collection<PathSyntax.Step>) -> [String] {
    switch path.isEmpty ? self : found(at: path)?.shape {
    case .object(let object): object.members.map(\.name)
    case .either(let shapes): shapes.flatMap { $0.names(at: [PathSyntax.Step]()) }
    default: []
    }
  }

  /// One shape for what several allow.
  ///
  /// Objects become one, in which a member is required that is required in each of them; so do lists, and lists
  /// of values. What only goes together in one of the objects is not kept: schemas of that kind grow without bound.
  package static func union(of shapes: [ContractShape]) -> ContractShape {
    var result: [ContractShape] = []
    for shape in shapes.flatMap(\.alternatives) where !result.contains(shape) {
      let joined = result.indices.first { index in
        guard let both = either(result[index], shape) else { return false }
        result[index] = both
        return true
      }
      if joined == nil { result.append(shape) }
    }
    return result.count == 1 ? result[0] : .either(result)
  }

  /// nil: there is no simpler shape for these two.
  private static func either(_ left: ContractShape, _ right: ContractShape) -> ContractShape? {
    switch (left, right) {
    case (.anything, _), (_, .anything): .anything
    case (.text, .values), (.values, .text): .text
    case (.values(let first), .values(let second)):
      .values(first + second.filter { !first.contains($0) })
    case (.list(let first), .list(let second)): .list(.union(of: [first, second]))
    case (.object(let first), .object(let second)): .object(first.union(with: second))
    default: nil
    }
  }

  /// The shapes of which a value has one.
  package var alternatives: [ContractShape] {
    if case .either(let shapes) = self { shapes.flatMap(\.alternatives) } else { [self] }
  }

  /// In words for a message: "a number", "`worker` or `client`".
  package var words: String {
    switch self {
    case .anything: "any value"
    case .flag: "`true` or `false`"
    case .number: "a number"
    case .text: "a text"
    case .values(let values): quoted(oneOf: values)
    case .list: "a list"
    case .object: "an object"
    case .either(let shapes):
      shapes.map(\.words).joined(separator: " or ")
    }
  }
}
