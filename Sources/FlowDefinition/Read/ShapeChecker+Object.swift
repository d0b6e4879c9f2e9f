extension ShapeChecker {
  /// Checks the keys of a map that has a table, and then their values.
  mutating func check(_ pairs: [YAMLNode.Pair], against table: ObjectTable, of owner: Owner) {
    let present = Set(pairs.map(\.key.value))
    if let instead = table.instead, !pairs.isEmpty,
      table.keys.allSatisfy({ !present.contains($0.name) })
    {
      return report(
        .wrongType, at: owner.position, "\(owner.subject) is a map, and not \(table.title)", instead
      )
    }
    for pair in pairs where !diagnostics.isPlenty {
      guard let row = table.row(pair.key.value) else {
        reportUnknown(pair.key, in: table)
        continue
      }
      checkPlace(of: row, at: pair.key, beside: pairs, in: table)
      let value = withoutForeign(in: pair.value, of: row, owner)
      check(value, as: row.shape, of: Owner(pair.key))
    }
    let meant = meantKeys(of: pairs, in: table)
    for row in table.keys where !present.contains(row.name) && !meant.contains(row.name) {
      let isWanted =
        row.condition.map { condition in
          pairs.contains {
            $0.key.value == condition.key && $0.value.name?.value == condition.value
          }
        } ?? row.isRequired
      guard isWanted else { continue }
      report(
        .missingKey, at: owner.position, "\(owner.subject) is missing the key `\(row.name)`",
        "Write `\(row.name):` with \(row.shape.advice)")
    }
    checkExactlyOne(of: table.exactlyOne, in: pairs, of: owner)
  }

  /// The keys that stand under another name, which is reported with the right one; of a map with many keys, by the first of
  /// them.
  private func meantKeys(of pairs: [YAMLNode.Pair], in table: ObjectTable) -> Set<String> {
    var meant: Set<String> = []
    var left = 8
    for pair in pairs where left > 0 && table.row(pair.key.value) == nil {
      left -= 1
      if let key = meantKey(pair.key.value, in: table) { meant.insert(key) }
    }
    return meant
  }

  /// The key that is meant by an unknown one: as it is called elsewhere, or by its spelling.
  private func meantKey(_ key: String, in table: ObjectTable) -> String? {
    if let meant = ObjectTable.keysElsewhere[key], table.row(meant) != nil { return meant }
    return Suggestion.nearest(to: OddCharacter.plain(key), among: table.keys.map(\.name))
  }

  /// The value without an entry that belongs elsewhere and has the form of that place, which is reported.
  private mutating func withoutForeign(
    in value: YAMLNode, of row: KeyRow, _ owner: Owner
  ) -> YAMLNode {
    guard let foreign = row.foreign, let pairs = value.pairs,
      let index = pairs.firstIndex(where: { $0.key.value == foreign.key }),
      pairs[index].value.items == nil
    else { return value }
    let name = owner.subject.filter { $0 != "`" }
    report(
      .misplacedKey, at: pairs[index].key.position, foreign.problem,
      foreign.remedy.replacing("NAME", with: name))
    var rest = pairs
    rest.remove(at: index)
    return YAMLNode(.mapping(rest), at: value.position)
  }

  private mutating func reportUnknown(_ key: Name, in table: ObjectTable) {
    let other = ObjectTable.keysElsewhere[key.value].flatMap { table.elsewhere[$0] }
    if let remedy = table.elsewhere[key.value] ?? other {
      report(
        .misplacedKey, at: key.position, "`\(key.value)` does not belong in \(table.title)", remedy)
      return
    }
    let names = table.keys.map(\.name)
    let remedy: String
    if let meant = meantKey(key.value, in: table) {
      remedy = "Write `\(meant)`"
    } else {
      remedy = "The keys are \(quoted(oneOf: names, before: "and"))"
    }
    if let odd = OddCharacter.find(in: key.value) {
      report(
        odd.isInvisible ? .badCharacter : .unknownKey, at: key.position(ofOffset: odd.offset),
        odd.problem, odd.remedy ?? remedy)
      return
    }
    report(
      .unknownKey, at: key.position, "\(quoted(key.value)) is not a key of \(table.title)", remedy)
  }

  /// Reports a key that means nothing beside the others.
  private mutating func checkPlace(
    of row: KeyRow, at key: Name, beside pairs: [YAMLNode.Pair], in table: ObjectTable
  ) {
    let present = pairs.map(\.key.value)
    if !row.companions.isEmpty, !row.companions.contains(where: present.contains) {
      report(
        .misplacedKey, at: key.position,
        "`\(row.name)` has no effect without \(quoted(oneOf: row.companions))",
        "Add \(quoted(oneOf: row.companions)), or remove `\(row.name)`")
    }
    for pair in pairs where row.opponents.contains(pair.key.value) {
      report(
        .misplacedKey, at: pair.key.position,
        "`\(pair.key.value)` cannot be combined with `\(row.name)`", "Remove one of the two")
    }
    if let condition = row.condition,
      let value = pairs.first(where: { $0.key.value == condition.key })?.value.name?.value,
      value != condition.value
    {
      report(
        .misplacedKey, at: key.position,
        "`\(row.name)` has no meaning for \(table.title) of \(condition.key) \(quoted(value))",
        "Remove it, or write `\(condition.key): \(condition.value)`")
    }
  }

  private mutating func checkExactlyOne(
    of group: [String], in pairs: [YAMLNode.Pair], of owner: Owner
  ) {
    guard !group.isEmpty else { return }
    let present = pairs.filter { group.contains($0.key.value) }
    if present.isEmpty {
      // A misspelt key has its own diagnostic, with the right spelling.
      let isMisspelt = pairs.contains {
        !group.contains($0.key.value)
          && (Suggestion.nearest(to: $0.key.value, among: group) != nil
            || ObjectTable.keysElsewhere[$0.key.value].map { group.contains($0) } ?? false)
      }
      if isMisspelt { return }
      report(
        .exactlyOne, at: owner.position,
        "\(owner.subject) has none of the keys that define what it is",
        "Write one of \(quoted(oneOf: group))")
    } else if present.count > 1 {
      report(
        .exactlyOne, at: present[1].key.position,
        "`\(present[1].key.value)` cannot be combined with `\(present[0].key.value)`",
        "Keep one of the two, or write two entries")
    }
  }
}
