import FlowDefinition
import IdentityDomain

/// The experiments of a configuration (`experiments: FILE`).
enum ExperimentsFile {
  private static let keys = [
    "id", "salt", "variants", "state", "winner", "control", "goals", "targeting",
  ]

  /// - Throws: `ServeRefusals`
  static func read(_ file: ReadableFile) throws -> ExperimentCatalog {
    var document = CatalogDocument(file, of: "experiment")
    var declarations: [ExperimentDeclaration] = []
    for node in document.entries {
      if let declaration = declaration(node, &document) { declarations.append(declaration) }
    }
    try document.check()
    do {
      return try ExperimentCatalog(declarations)
    } catch {
      for problem in error.problems {
        document.refuse(
          position(of: problem, in: document),
          "\(problem.experiment), \(problem.field): \(problem.what)")
      }
      throw ServeRefusals(document.refusals)
    }
  }

  private static func declaration(
    _ node: YAMLNode, _ document: inout CatalogDocument
  ) -> ExperimentDeclaration? {
    document.checkKeys(of: node, among: keys)
    let id = document.text("id", of: node)
    let salt = document.text("salt", of: node)
    let state = document.text("state", of: node)
    let list = document.value("variants", of: node, "a list of variants", \.items) ?? []
    let variants = list.compactMap { variant(document: &document, $0) }
    let winner = document.text("winner", of: node, isNeeded: false)
    let control = document.text("control", of: node, isNeeded: false)
    let goals = document.value("goals", of: node, isNeeded: false, "a list of texts", \.texts)
    let targeting = document.value(
      "targeting", of: node, isNeeded: false, "a map of lists", \.pairs)
    var targets: [String: [String]]?
    for pair in targeting ?? [] {
      guard let texts = pair.value.texts else {
        document.refuse(
          pair.value, "\(quoted(pair.key.value)) must be a list of texts; write it as [a, b]")
        continue
      }
      targets = targets ?? [:]
      targets?[pair.key.value] = texts
    }
    guard let id, let salt, let state else { return nil }
    return ExperimentDeclaration(
      id: id, salt: salt, variants: variants, state: state, winner: winner, control: control,
      goals: goals, targeting: targets)
  }

  private static func variant(
    document: inout CatalogDocument, _ node: YAMLNode
  ) -> ExperimentDeclaration.Variant? {
    guard node.pairs != nil else {
      document.refuse(node, "a variant is a map; write {name: …, weight: …}")
      return nil
    }
    document.checkKeys(of: node, among: ["name", "weight"])
    let name = document.text("name", of: node)
    let weight = document.value("weight", of: node, "a whole number") { node in
      node.number.flatMap { Int(exactly: $0) }
    }
    guard let name, let weight else { return nil }
    return ExperimentDeclaration.Variant(name: name, weight: weight)
  }

  /// The line that a problem is about: as deep as its path leads.
  private static func position(
    of problem: ExperimentProblem, in document: CatalogDocument
  ) -> Position {
    let start = Position(file: document.path, line: 1, column: 1)
    // Of those with one name the last one is one too many.
    let named = document.entries.last { $0["id"]?.scalar?.text == problem.experiment }
    let numbered = document.entries.enumerated()
      .first { "number \($0.offset + 1)" == problem.experiment }
    guard var node = named ?? numbered?.element else { return start }
    for step in problem.field.split(whereSeparator: { $0 == "." || $0 == "[" || $0 == "]" }) {
      let next: YAMLNode?
      if let index = Int(step), let items = node.items, items.indices.contains(index) {
        next = items[index]
      } else {
        next = node[String(step)]
      }
      guard let next else { break }
      node = next
    }
    return node.position
  }
}
