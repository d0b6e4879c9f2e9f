import FlowMachine
import Statechart

// The numbers under which names are stored, from the lock file where there is one.

/// What a compilation does with the lock file that lies beside a document.
package enum LockUse: Sendable {
  /// It has to know every name and this version's shape.
  case required
  /// Names that it does not know get the numbers that come next; nothing is said about it.
  case assigning(FlowLock?)
  /// For a document that is edited while it runs: the same, on the numbers of the edit before, or of the lock
  /// file; another shape is another version, whatever the document says, so that snapshots are migrated.
  case evolving(FlowLock?)
}

extension Compilation {
  /// The root and the states that hold a document's screens have names that no document can give.
  private func storedName(of state: PlannedState) -> String {
    if state.parent == nil { return "<flow>" }
    return state.isContainer ? state.scope.prefix + "<screens>" : state.name
  }

  /// Gives every name its number.
  func writeNumbers(at version: Located<Int>) {
    openedLock = openLock(at: version.position)
    let known = openedLock
    var names = NumberedNames(known ?? FlowLock(flow: ""))
    let tables = builder.tables
    func text(_ blob: BlobID) -> String { String(decoding: tables.blobs[Int(blob)], as: UTF8.self) }
    var rows = StableRows()
    rows.states = states.map { names.number(LockedName(.states, storedName(of: $0))) }
    for fact in tables.facts {
      rows.facts.append(names.number(LockedName(.facts, text(fact.name))))
      guard fact.type == .choice else { continue }
      rows.values += tables.ids[fact.choices.indices].map {
        names.number(LockedName(.values, text($0), of: text(fact.name)))
      }
    }
    rows.requests = tables.requests.map { names.number(LockedName(.requests, text($0.name))) }
    for scope in scopes {
      for request in scope.document.requests {
        let classes = scope.classes[request.name.value] ?? []
        rows.classCounts.append(UInt16(classes.count))
        rows.classes += classes.map {
          names.number(LockedName(.classes, $0, of: scope.prefix + request.name.value))
        }
      }
    }
    rows.timers = timerNames.map { names.number(LockedName(.timers, $0)) }
    rows.overlays = tables.overlays.map { names.number(LockedName(.overlays, text($0.name))) }
    rows.services = tables.services.map { names.number(LockedName(.services, text($0))) }
    rows.signals = tables.signals.map { names.number(LockedName(.signals, text($0.name))) }
    builder.tables.stable = rows
    presentNames = Set(names.present)
    if names.hasTooMany {
      report(
        .tooMany, at: version.position,
        "The flow and its earlier versions have more than \(StableRows.most) names of one kind",
        "Start a new flow under another name")
    }
    if known != nil, case .required = lockUse { reportUnlocked(names.added, at: version.position) }
    if known != nil { lock = names.lock }
  }

  /// The lock file, or nil where there is none.
  private func openLock(at position: Position) -> FlowLock? {
    let name = scopes[0].document.name.value
    if case .assigning(let lock) = lockUse { return lock ?? FlowLock(flow: name) }
    if case .evolving(let lock) = lockUse, let lock, lock.flow == name { return lock }
    let path = FlowLock.path(of: scopes[0].file)
    guard let bytes = files(path) else {
      if case .evolving = lockUse { return FlowLock(flow: name) }
      return nil
    }
    let reading = FlowLock.read(bytes: bytes, file: path)
    diagnostics.report(reading.diagnostics)
    guard let lock = reading.lock, lock.flow != name else {
      isLockRefused = reading.lock == nil
      return reading.lock
    }
    isLockRefused = true
    report(
      .staleLock, at: position,
      "The lock file belongs to the flow \(quoted(lock.flow))",
      "A renamed flow is a new flow: rename its document too, or delete the lock file"
    )
    return nil
  }

  private func reportUnlocked(_ names: [LockedName], at position: Position) {
    guard !names.isEmpty else { return }
    let listed = names.prefix(5).map { name in
      let owner = name.owner.isEmpty ? "" : " of \(quoted(name.owner))"
      return "the \(name.kind.word) \(quoted(name.name))\(owner)"
    }
    let rest = names.count == listed.count ? [] : ["\(names.count - listed.count) more"]
    report(
      .staleLock, at: position,
      "The lock file does not list \(enumerated(listed + rest))", lockRemedy)
  }

  private var lockRemedy: String {
    let version = scopes[0].document.version.value
    guard let newest = openedLock?.newestVersion, newest >= version else {
      return "Run \(lockCommand)"
    }
    return "Write `version: \(newest + 1)` and run \(lockCommand)"
  }

  /// With the path of the document as it was given: the name of a flow names only a shipped one.
  private var lockCommand: String {
    let file = String(
      scopes[0].file.unicodeScalars.map { scalar in
        let isShown = scalar.properties.generalCategory != .control && scalar != "`"
        return isShown ? Character(scalar) : "?"
      })
    return "`portico lock \(file.contains(" ") ? "'\(file)'" : file)`"
  }

  /// Last of all, when everything that has a shape is there.
  func writeShape(at version: Located<Int>) {
    let shape = StoredShape.digest(of: builder.tables, chart, isScreen: states.map(\.isScreen))
    builder.tables.stable.shape = shape
    guard let lock else { return }
    let number = isEvolving ? evolvedVersion(shape, lock, least: version.value) : version.value
    if isEvolving {
      builder.tables.version = UInt16(clamping: number)
      self.lock?.versions[number] = FlowLock.Version(shape: shape, document: "")
    }
    for (earlier, entry) in lock.versions.sorted(by: { $0.key < $1.key })
    where earlier < number && earlier >= oldestSupported {
      builder.tables.stable.versions.append(
        VersionRow(version: UInt16(clamping: earlier), shape: entry.shape))
    }
    guard case .required = lockUse else {
      return
    }
    checkShape(shape, of: version, lock)
  }

  private var isEvolving: Bool {
    if case .evolving = lockUse { true } else { false }
  }

  /// The newest version where it has this shape, and else the next.
  private func evolvedVersion(_ shape: Int64, _ lock: FlowLock, least: Int) -> Int {
    guard let newest = lock.newestVersion else { return least }
    return lock.versions[newest]?.shape == shape ? max(newest, least) : max(newest + 1, least)
  }

  private func checkShape(_ shape: Int64, of version: Located<Int>, _ lock: FlowLock) {
    if let newest = lock.newestVersion, version.value < newest {
      report(
        .staleLock, at: version.position,
        "The lock file already lists version \(newest), which is newer than this one",
        "Write `version: \(newest + 1)` and run \(lockCommand)")
    } else if let locked = lock.versions[version.value] {
      guard locked.shape != shape else { return }
      report(
        .staleLock, at: version.position,
        "The stored shape of the flow has changed since version \(version.value) was locked",
        "Write `version: \(version.value + 1)` and run \(lockCommand)")
    } else {
      report(
        .staleLock, at: version.position,
        "The lock file does not list version \(version.value)",
        "Run \(lockCommand)")
    }
  }

  private var oldestSupported: Int { scopes[0].document.supports?.value ?? 1 }
}

/// Numbers that were known, and those that names get beyond them.
private struct NumberedNames {
  var lock: FlowLock
  private(set) var present: [LockedName] = []
  private(set) var added: [LockedName] = []
  private(set) var hasTooMany = false
  private var greatest: [LockedName: UInt16] = [:]

  init(_ lock: FlowLock) {
    self.lock = lock
    for (name, number) in lock.numbers {
      let group = LockedName(name.kind, "", of: name.owner)
      greatest[group] = max(greatest[group] ?? 0, number)
    }
  }

  mutating func number(_ name: LockedName) -> UInt16 {
    present.append(name)
    if let known = lock.numbers[name] { return known }
    let group = LockedName(name.kind, "", of: name.owner)
    guard greatest[group] ?? 0 < StableRows.most else {
      hasTooMany = true
      return StableRows.most
    }
    let number = (greatest[group] ?? 0) + 1
    greatest[group] = number
    lock.numbers[name] = number
    added.append(name)
    return number
  }
}
