package import FlowMachine

/// What `portico lock` writes: the lock file, and a copy of the version's documents beside it.
package struct FlowLocking: Sendable {
  /// A file to write, with where its bytes come from.
  package struct Copy: Hashable, Sendable {
    package var source: String
    package var target: String
  }

  let flow: CompiledFlow
  package var lockFile: String
  package var text: String
  package var version: Int
  package var copies: [Copy]
  /// What this lock kept of the previous version, and neither it nor another lock still needs.
  package var obsolete: [String]
  /// Names that got their numbers just now.
  package var added: [LockedName]
  /// Names of earlier versions that this one has not.
  package var retired: [LockedName]

  /// Locks the present version of a flow, or says what is wrong.
  ///
  /// - Parameters:
  ///   - workingFolder: the absolute path of the folder in which relative paths begin. It says how the folders are
  ///     called that a document reaches by `../`: what a version keeps lies in its own folder as the documents lie
  ///     beside each other.
  ///   - replaces: this version was locked and never shipped: another shape takes its place.
  ///   - neighbors: the other lock files in the folder of the document, which keep their copies in the same
  ///     folders.
  package static func make(
    file: String, in workingFolder: String = "/", replaces: Bool = false, neighbors: [String] = [],
    files: @escaping FlowCompiler.Files
  ) -> (locking: FlowLocking?, diagnostics: [Diagnostic]) {
    let path = FlowLock.path(of: file)
    var known: FlowLock?
    if let bytes = files(path) {
      let reading = FlowLock.read(bytes: bytes, file: path)
      guard let lock = reading.lock else { return (nil, reading.diagnostics) }
      known = lock
    }
    let outcome = FlowCompiler.compile(file: file, lockUse: .assigning(known), files: files)
    guard let flow = outcome.flow, var lock = flow.lock else { return (nil, outcome.diagnostics) }
    let version = Int(flow.tables.version)
    if let refusal = refusal(flow, known, replaces: replaces, file: file) {
      return (nil, [refusal])
    }
    let layout = CopyLayout(of: flow.documents, beside: file, in: workingFolder)
    let own = "versions/\(version)"
    let folder = Paths.join(Paths.folder(of: file), own)
    lock.versions[version] = FlowLock.Version(
      shape: flow.tables.stable.shape, document: Paths.join(own, layout.place(of: file)))
    let copies = flow.documents.map {
      Copy(source: $0, target: Paths.join(folder, layout.place(of: $0)))
    }
    let kept = KeptCopies(path, known, neighbors, version: version, files)
    for copy in copies where kept.isTaken(copy.target, files(copy.source), files) {
      return (nil, [taken(copy, kept.free, file)])
    }
    let before = Set((known?.numbers ?? [:]).keys)
    let order = { (left: LockedName, right: LockedName) in
      (left.kind.rawValue, left.owner, left.name) < (right.kind.rawValue, right.owner, right.name)
    }
    return (
      FlowLocking(
        flow: flow, lockFile: path, text: lock.text(present: flow.names), version: version,
        copies: copies, obsolete: kept.obsolete(without: copies.map(\.target)),
        added: flow.names.subtracting(before).sorted(by: order),
        retired: before.subtracting(flow.names).sorted(by: order)), []
    )
  }

  /// What the version means for those who have the one before it, and for what it extends.
  ///
  /// - Returns: sentences without their full stops.
  package func changes(
    of file: String, files: @escaping FlowCompiler.Files
  ) throws(FlowError) -> [String] {
    let earlier = EarlierVersion.all(of: file, below: version, files: files).versions
    return try VersionComparison.changes(from: earlier.first, to: flow)
      + BaseComparison.changes(of: file, files: files)
  }

  private static func taken(_ copy: Copy, _ free: Int, _ file: String) -> Diagnostic {
    Diagnostic(
      .staleLock, at: Position(file: file, line: 1, column: 1),
      "The copy of \(quoted(copy.source)) would replace \(quoted(copy.target)), which belongs to another "
        + "flow's lock and has different contents",
      "Write `version: \(free)`, or move the document into a folder of its own")
  }

  private static func refusal(
    _ flow: CompiledFlow, _ known: FlowLock?, replaces: Bool, file: String
  ) -> Diagnostic? {
    let start = Position(file: file, line: 1, column: 1)
    let name = String(decoding: flow.tables.blobs[Int(flow.tables.name)], as: UTF8.self)
    guard let known, let newest = known.newestVersion else { return nil }
    guard known.flow == name else {
      return Diagnostic(
        .staleLock, at: start,
        "The lock file belongs to the flow \(quoted(known.flow)), but this flow is \(quoted(name))",
        "Rename the document, or delete the lock file if the other flow was never shipped"
      )
    }
    let version = Int(flow.tables.version)
    guard version >= newest else {
      return Diagnostic(
        .staleLock, at: start,
        "The lock file already lists version \(newest), but the document has version \(version)",
        "Write `version: \(newest + 1)`")
    }
    guard let locked = known.versions[version], locked.shape != flow.tables.stable.shape,
      !replaces
    else { return nil }
    return Diagnostic(
      .staleLock, at: start,
      "The stored shape of the flow has changed since version \(version) was locked",
      "Write `version: \(version + 1)`, or add `--unshipped` if version \(version) was never shipped"
    )
  }
}

/// Where a version keeps its documents, below its folder: beside each other as they are.
private struct CopyLayout {
  private let file: String
  private let workingFolder: String
  private let common: String

  init(of documents: [String], beside file: String, in workingFolder: String) {
    self.file = file
    self.workingFolder = workingFolder
    common = Paths.commonFolder(
      of: documents.filter { !Paths.isShipped($0) }.map { Paths.join(workingFolder, $0) })
  }

  /// A shipped document lies beside the extension.
  func place(of document: String) -> String {
    guard let shipped = Paths.shippedPath(document) else {
      return Paths.relative(Paths.join(workingFolder, document), to: common)
    }
    return Paths.join(Paths.folder(of: place(of: file)), shipped)
  }
}

extension Paths {
  /// The folder that all of some paths lie in.
  static func commonFolder(of paths: [String]) -> String {
    var common =
      paths.first.map { folder(of: $0).split(separator: "/", omittingEmptySubsequences: false) }
      ?? []
    for path in paths {
      let parts = folder(of: path).split(separator: "/", omittingEmptySubsequences: false)
      common = zip(common, parts).prefix { $0 == $1 }.map(\.0)
    }
    return common.joined(separator: "/")
  }

  static func relative(_ path: String, to folder: String) -> String {
    path.after(folder + "/") ?? path
  }
}
