extension FlowReader {
  func migration(_ root: YAMLNode) -> MigrationDeclaration {
    var migration = MigrationDeclaration()
    guard let node = root["migrate"] else { return migration }
    migration.states = renames(node.entries("states"))
    migration.facts = renames(node.entries("facts"))
    migration.values = inner(node.entries("values"))
    migration.requests = renames(node.entries("requests"))
    migration.classes = inner(node.entries("classes"))
    migration.timers = renames(node.entries("timers"))
    migration.overlays = renames(node.entries("overlays"))
    return migration
  }

  private func renames(_ pairs: [YAMLNode.Pair]) -> [MigrationDeclaration.Rename] {
    pairs.compactMap { pair in
      pair.value.writtenName.map { MigrationDeclaration.Rename(old: pair.key, new: $0) }
    }
  }

  private func inner(_ pairs: [YAMLNode.Pair]) -> [MigrationDeclaration.Inner] {
    pairs.map {
      MigrationDeclaration.Inner(owner: $0.key, renames: renames($0.value.pairs ?? []))
    }
  }
}
