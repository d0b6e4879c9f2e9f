/// The copies that the locks of one folder keep of one version, side by side in one folder.
struct KeptCopies {
  /// Those of the lock that is written now.
  private var own: Set<String> = []
  /// Those of the other locks.
  private var others: Set<String> = []
  /// Whether another lock keeps copies of which it cannot be said which they are.
  private var isUncertain = false
  /// A version that no lock of the folder has.
  private(set) var free = 1

  /// - Parameters:
  ///   - path: where the lock file lies that is written; `lock` is what it says so far.
  ///   - neighbors: the other lock files of the folder.
  init(
    _ path: String, _ lock: FlowLock?, _ neighbors: [String], version: Int,
    _ files: @escaping FlowCompiler.Files
  ) {
    var newest = version
    if let lock {
      own = Self.documents(of: lock, at: path, version, files) ?? []
      newest = max(newest, lock.newestVersion ?? 0)
    }
    for neighbor in neighbors where neighbor != path {
      guard let bytes = files(neighbor) else { continue }
      guard let other = FlowLock.read(bytes: bytes, file: neighbor).lock else {
        // Other tools have files of this ending too.
        if neighbor.hasSuffix(".flow.lock") { isUncertain = true }
        continue
      }
      newest = max(newest, other.newestVersion ?? 0)
      guard let entry = other.versions[version] else { continue }
      others.insert(Paths.join(Paths.folder(of: neighbor), entry.document))
      if let documents = Self.documents(of: other, at: neighbor, version, files) {
        others.formUnion(documents)
      } else {
        isUncertain = true
      }
    }
    free = newest + 1
  }

  /// Whether something else lies at a path, for another lock.
  func isTaken(_ target: String, _ bytes: [UInt8]?, _ files: FlowCompiler.Files) -> Bool {
    guard let there = files(target), there != bytes else { return false }
    return others.contains(target) || isUncertain && !own.contains(target)
  }

  /// Those of its own that are needed no longer.
  func obsolete(without targets: [String]) -> [String] {
    isUncertain ? [] : own.subtracting(targets).subtracting(others).sorted()
  }

  /// The documents of a locked version; nil where it cannot be compiled any more.
  private static func documents(
    of lock: FlowLock, at path: String, _ version: Int, _ files: @escaping FlowCompiler.Files
  ) -> Set<String>? {
    guard let entry = lock.versions[version] else { return [] }
    let folder = Paths.folder(of: path)
    let kept = Paths.join(folder, "versions/\(version)") + "/"
    let outcome = FlowCompiler.compile(
      file: Paths.join(folder, entry.document), lockUse: .assigning(lock), ignoresTexts: true,
      files: files)
    return outcome.flow.map { Set($0.documents.filter { $0.hasPrefix(kept) }) }
  }
}
