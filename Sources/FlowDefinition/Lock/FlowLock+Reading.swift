import FlowMachine

extension FlowLock {
  /// Reads a lock file.
  ///
  /// - Returns: the lock if nothing is wrong with the file, and else what is.
  package static func read(
    bytes: [UInt8], file: String
  ) -> (lock: FlowLock?, diagnostics: [Diagnostic]) {
    let tree = YAMLTree.read(bytes: bytes, file: file)
    var reader = LockReader(file: file)
    if let line = conflictLine(bytes) {
      reader.report(
        at: Position(file: file, line: line, column: 1),
        "The lock file has the marks of a merge conflict")
      return (nil, reader.diagnostics.sorted)
    }
    guard let root = tree.root else { return (nil, tree.diagnostics) }
    let lock = reader.lock(root)
    var diagnostics = reader.diagnostics
    diagnostics.report(tree.diagnostics)
    return (diagnostics.isEmpty ? lock : nil, diagnostics.sorted)
  }
}

extension FlowLock {
  /// The first line on which a version control says that two branches contradict each other.
  private static func conflictLine(_ bytes: [UInt8]) -> Int? {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let marks = ["<<<<<<<", ">>>>>>>", "|||||||"].map { Array($0.utf8) }
    return lines.firstIndex { line in marks.contains { line.starts(with: $0) } }.map { $0 + 1 }
  }
}

/// Takes the tree of a lock file apart. People do not write it, so one remedy serves for all that
/// can be wrong with it.
private struct LockReader {
  let file: String
  var diagnostics = Diagnostics()
  private var seen: [LockedName: [UInt16: String]] = [:]

  init(file: String) {
    self.file = file
  }

  mutating func lock(_ root: YAMLNode) -> FlowLock {
    var lock = FlowLock(flow: root.name("flow")?.value ?? "")
    if lock.flow.isEmpty { report(at: root.position, "The lock file is missing the key `flow`") }
    for pair in root.pairs ?? [] {
      switch pair.key.value {
      case "flow": continue
      case "versions": lock.versions = versions(pair.value)
      case "retired": for pair in pairs(of: pair) { section(pair, &lock) }
      default: section(pair, &lock)
      }
    }
    return lock
  }

  private mutating func versions(_ node: YAMLNode) -> [Int: FlowLock.Version] {
    var versions: [Int: FlowLock.Version] = [:]
    for pair in node.pairs ?? [] {
      let shape = pair.value.name("shape")?.value ?? ""
      guard let version = UInt16(pair.key.value), version > 0, shape.utf8.count == 16,
        let digest = UInt64(shape, radix: 16), let document = pair.value.name("document")?.value,
        NameSyntax.isRelativePath(document)
      else {
        report(at: pair.key.position, "\(quoted(pair.key.value)) is not a version with its shape")
        continue
      }
      versions[Int(version)] = FlowLock.Version(
        shape: Int64(bitPattern: digest), document: document)
    }
    return versions
  }

  private mutating func section(_ pair: YAMLNode.Pair, _ lock: inout FlowLock) {
    guard let kind = LockedName.Kind(rawValue: pair.key.value) else {
      return report(
        at: pair.key.position, "\(quoted(pair.key.value)) is not a section of a lock file")
    }
    for entry in pairs(of: pair) {
      guard kind.hasOwner else {
        add(LockedName(kind, entry.key.value), entry, &lock)
        continue
      }
      for inner in pairs(of: entry) {
        add(LockedName(kind, inner.key.value, of: entry.key.value), inner, &lock)
      }
    }
  }

  private mutating func add(
    _ name: LockedName, _ pair: YAMLNode.Pair, _ lock: inout FlowLock
  ) {
    guard let number = pair.value.number, let short = UInt16(exactly: number),
      short > 0, short <= StableRows.most
    else {
      return report(at: pair.value.position, "\(quoted(name.name)) has no valid number")
    }
    guard lock.numbers[name] == nil else {
      return report(at: pair.key.position, "\(quoted(name.name)) has two numbers")
    }
    let group = LockedName(name.kind, "", of: name.owner)
    if let other = seen[group]?[short] {
      return report(
        at: pair.value.position,
        "\(quoted(name.name)) and \(quoted(other)) have the same number \(short)")
    }
    seen[group, default: [:]][short] = name.name
    lock.numbers[name] = short
  }

  private mutating func pairs(of pair: YAMLNode.Pair) -> [YAMLNode.Pair] {
    if pair.value.pairs == nil {
      report(at: pair.value.position, "\(quoted(pair.key.value)) is not a map")
    }
    return pair.value.pairs ?? []
  }

  fileprivate mutating func report(at position: Position, _ problem: String) {
    diagnostics.report(
      .badLock, at: position, problem,
      "Restore the file as it was shipped; if two branches assigned the same number, "
        + "keep the file of one branch and run `portico lock` again")
  }
}
