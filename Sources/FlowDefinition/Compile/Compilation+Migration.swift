import FlowMachine
import Statechart

// What became of names of earlier versions: the document's `supports`, `migrate` and `fallback`.

extension Compilation {
  func writeMigration(_ document: FlowDocument) {
    if let fallback = document.fallback, let target = screensTarget(fallback) {
      builder.tables.stable.fallback = target.id
    }
    if let supports = document.supports, supports.value > document.version.value {
      report(
        .outOfRange, at: supports.position,
        "`supports` is version \(supports.value), which is newer than the flow's version \(document.version.value)",
        "Write the oldest version whose snapshots can be migrated")
    }
    let migration = document.migration
    for rename in migration.states {
      migrationTargets.append(rename.new)
      guard let target = state(rename.new, scopes[0]) else { continue }
      add(rename, .states, .state, target: target.id)
    }
    writeFactRenames(migration)
    writeRequestRenames(migration)
    for rename in migration.timers {
      guard let timer = present(rename.new, .timers, in: timerNames) else { continue }
      add(rename, .timers, .timer, target: timer)
    }
    for rename in migration.overlays {
      let names = builder.tables.overlays.map { text($0.name) }
      guard let overlay = present(rename.new, .overlays, in: names) else { continue }
      add(rename, .overlays, .overlay, target: overlay)
    }
  }

  /// The fallback is a place among the screens.
  private func screensTarget(_ name: Name) -> PlannedState? {
    target(name, from: states[Int(scopes[0].container)], scopes[0])
  }

  // MARK: Facts and their values

  private func writeFactRenames(_ migration: MigrationDeclaration) {
    let names = builder.tables.facts.map { text($0.name) }
    for rename in migration.facts {
      guard let fact = present(rename.new, .facts, in: names),
        add(rename, .facts, .fact, target: fact)
      else { continue }
      let row = builder.tables.facts[Int(fact)]
      guard row.type != .secret else {
        report(
          .badMigration, at: rename.new.position,
          "\(quoted(rename.new.value)) is a secret, and secure storage keeps it under its old name",
          "Keep the old name \(quoted(rename.old.value))")
        continue
      }
      guard row.type == .choice else { continue }
      addValues(of: rename.old.value, to: fact)
    }
    for inner in migration.values {
      let owner = migration.facts.first { $0.old.value == inner.owner.value }?.new ?? inner.owner
      guard let fact = present(owner, .facts, in: names) else { continue }
      guard builder.tables.facts[Int(fact)].type == .choice else {
        report(
          .wrongType, at: inner.owner.position, "\(quoted(owner.value)) has no values",
          "Use a fact of type `choice`")
        continue
      }
      for rename in inner.renames { addValue(rename, inner.owner, owner, fact) }
    }
  }

  /// A value may be gone from a fact that is still there, or from one that has another name now.
  private func addValue(
    _ rename: MigrationDeclaration.Rename, _ owner: Name, _ present: Name, _ fact: FactID
  ) {
    let values = choices(of: builder.tables.facts[Int(fact)])
    guard let place = values.firstIndex(of: rename.new.value) else {
      return reportUnknown(
        "value", rename.new, known: values, in: "the `values` of \(quoted(present.value))")
    }
    let isThere = owner.value == present.value && values.contains(rename.old.value)
    guard !isThere else { return reportPresent(rename.old, .values) }
    guard let numbers = retired(rename.old, .values, of: owner.value) else { return }
    let row = AliasRow(
      .value, owner: numbers.owner, number: numbers.number, target: UInt16(clamping: place))
    // What is said for one value comes before what follows from its name.
    builder.tables.stable.aliases.removeAll {
      $0.kind == .value && $0.owner == row.owner && $0.number == row.number
    }
    builder.tables.stable.aliases.append(row)
  }

  /// The values that a fact had under its old name and still has.
  private func addValues(of old: String, to fact: FactID) {
    guard let owner = lock?.numbers[LockedName(.facts, old)] else { return }
    for (place, value) in choices(of: builder.tables.facts[Int(fact)]).enumerated() {
      guard let number = lock?.numbers[LockedName(.values, value, of: old)] else { continue }
      builder.tables.stable.aliases.append(
        AliasRow(.value, owner: owner, number: number, target: UInt16(clamping: place)))
    }
  }

  // MARK: Requests and their classes

  private func writeRequestRenames(_ migration: MigrationDeclaration) {
    let names = builder.tables.requests.map { text($0.name) }
    for rename in migration.requests {
      guard let request = present(rename.new, .requests, in: names),
        add(rename, .requests, .request, target: request),
        let owner = lock?.numbers[LockedName(.requests, rename.old.value)]
      else { continue }
      for (place, name) in classes(of: request).enumerated() {
        guard let number = lock?.numbers[LockedName(.classes, name, of: rename.old.value)] else {
          continue
        }
        builder.tables.stable.aliases.append(
          AliasRow(.failureClass, owner: owner, number: number, target: UInt16(clamping: place)))
      }
    }
    for inner in migration.classes {
      let owner =
        migration.requests.first { $0.old.value == inner.owner.value }?.new ?? inner.owner
      guard let request = present(owner, .requests, in: names) else { continue }
      let known = classes(of: request)
      for rename in inner.renames {
        guard let place = known.firstIndex(of: rename.new.value) else {
          reportUnknown(
            "failure class", rename.new, known: known,
            in: "the `classes` of \(quoted(owner.value))")
          continue
        }
        let isThere = owner.value == inner.owner.value && known.contains(rename.old.value)
        if isThere {
          reportPresent(rename.old, .classes)
        } else if let numbers = retired(rename.old, .classes, of: inner.owner.value) {
          builder.tables.stable.aliases.append(
            AliasRow(
              .failureClass, owner: numbers.owner, number: numbers.number,
              target: UInt16(clamping: place)))
        }
      }
    }
  }

  private func classes(of request: RequestID) -> [String] {
    for scope in scopes {
      for (name, id) in scope.requests where id == request { return scope.classes[name] ?? [] }
    }
    return []
  }

  // MARK: Names

  func text(_ blob: BlobID) -> String {
    String(decoding: builder.tables.blobs[Int(blob)], as: UTF8.self)
  }

  /// The place of a name that has to be there now.
  private func present(_ name: Name, _ kind: LockedName.Kind, in names: [String]) -> UInt16? {
    if let index = names.firstIndex(of: name.value) { return UInt16(clamping: index) }
    reportUnknown(kind.word, name, known: names, in: quoted(kind.rawValue))
    return nil
  }

  /// - Returns: whether the old name is one of an earlier version.
  @discardableResult
  private func add(
    _ rename: MigrationDeclaration.Rename, _ kind: LockedName.Kind, _ stable: StableKind,
    target: UInt16
  ) -> Bool {
    guard !presentNames.contains(LockedName(kind, rename.old.value)) else {
      reportPresent(rename.old, kind)
      return false
    }
    guard let numbers = retired(rename.old, kind) else { return false }
    builder.tables.stable.aliases.append(
      AliasRow(stable, number: numbers.number, target: target))
    return true
  }

  /// The number of a name that an earlier version had, with that of what it belonged to.
  private func retired(
    _ name: Name, _ kind: LockedName.Kind, of owner: String = ""
  ) -> (owner: UInt16, number: UInt16)? {
    let ownerKind = kind == .values ? LockedName.Kind.facts : .requests
    if let number = lock?.numbers[LockedName(kind, name.value, of: owner)] {
      return (lock?.numbers[LockedName(ownerKind, owner)] ?? 0, number)
    }
    // What a base has renamed may have been gone before anything that extends it was shipped.
    guard !baseFiles.contains(name.position.file), !isLockRefused else { return nil }
    let known = lock?.numbers.keys.filter { $0.kind == kind && $0.owner == owner } ?? []
    let old = known.filter { !presentNames.contains($0) }.map(\.name)
    let guess = nearest(to: name.value, among: old)
    report(
      .badMigration, at: name.position,
      lock == nil
        ? "The flow has no lock file, so the earlier \(kind.word) \(quoted(name.value)) is unknown"
        : "No earlier version had the \(kind.word) \(quoted(name.value))",
      guess.map { "Write `\($0)`" }
        ?? (lock == nil
          ? "Run `portico lock` before you ship a version, or remove the line"
          : "Remove the line"))
    return nil
  }

  private func reportPresent(_ name: Name, _ kind: LockedName.Kind) {
    report(
      .badMigration, at: name.position,
      "The \(kind.word) \(quoted(name.value)) still exists, so snapshots keep it",
      "Remove the line; if its meaning has changed, rename it")
  }
}
