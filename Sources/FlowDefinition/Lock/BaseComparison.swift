/// What an update of a base means for the document that extends it: which of the places that it names are
/// no longer as they were when it was locked, and which screens come to it.
///
/// Compared is what the documents say, not where and in which order of lines. A version keeps no texts,
/// so nothing is said of those.
package struct BaseComparison {
  private let old: BaseStates
  private let new: BaseStates

  /// - Parameters:
  ///   - file: the path of the extension.
  ///   - files: reads a file.
  /// - Returns: sentences without their full stops, the places first; none where the document extends
  ///   nothing or was not locked yet, or where a document cannot be read.
  package static func changes(of file: String, files: @escaping FlowCompiler.Files) -> [String] {
    let path = FlowLock.path(of: file)
    guard let bytes = files(path), let lock = FlowLock.read(bytes: bytes, file: path).lock,
      let (version, locked) = lock.versions.max(by: { $0.key < $1.key }),
      let old = BaseStates(
        extendedBy: Paths.join(Paths.folder(of: file), locked.document), files),
      let new = BaseStates(extendedBy: file, files)
    else { return [] }
    return BaseComparison(old: old, new: new).sentences.map { "since version \(version): \($0)" }
  }

  private var sentences: [String] {
    new.extensionKeys.compactMap { sentence(of: $0.place, $0.role) } + newScreens
  }

  private func sentence(of place: String, _ role: BaseStates.Role) -> String? {
    guard let before = old.states[oldName(of: place)], let after = new.states[place],
      before.contents != after.contents
    else { return nil }
    let consequence =
      switch role {
      case .precededBy(let state): "\(quoted(state)) comes before it"
      case .extended: "this document adds to it"
      case .leftOut: "this document leaves it out"
      case .replaced: "this document runs another flow there"
      }
    return "\(quoted(place)) of the base has changed: \(consequence)"
  }

  private var newScreens: [String] {
    let screens = new.order.filter { name in
      new.states[name]?.isScreen == true && old.states[oldName(of: name)] == nil
    }
    guard let first = screens.first else { return [] }
    return [
      screens.count == 1
        ? "The base has a new screen, \(quoted(first))"
        : "The base has \(screens.count) new screens: \(quoted(oneOf: screens, before: "and"))"
    ]
  }

  /// What a state was called before, by the `migrate` of the base's documents.
  private func oldName(of name: String) -> String {
    old.states[name] == nil ? new.oldNames[name] ?? name : name
  }
}

/// The states of a base, those of its own base and of its sub-flows included, as their documents say
/// them.
private struct BaseStates {
  struct State {
    var isScreen: Bool
    /// What it says, without the states inside it.
    var contents: String
  }

  /// What an extension does with a state of its base.
  enum Role {
    case precededBy(String)
    case extended
    case leftOut
    case replaced
  }

  /// By whole names: those of a sub-flow behind that of its state.
  private(set) var states: [String: State] = [:]
  /// These names in the order of the documents.
  private(set) var order: [String] = []
  /// By the present name of a state the one that it had in an earlier version.
  private(set) var oldNames: [String: String] = [:]
  /// The states of the base that the extension names.
  private(set) var extensionKeys: [(place: String, role: Role)] = []
  private let leftOut: Set<String>
  private let files: FlowCompiler.Files

  /// - Returns: nil for a document that extends nothing, or whose base cannot be read.
  init?(extendedBy file: String, _ files: @escaping FlowCompiler.Files) {
    self.files = files
    guard let root = Self.tree(file, files), let base = Self.base(of: root, in: file, files) else {
      return nil
    }
    leftOut = Set(root.entries("without").map(\.key.value))
    for pair in root.entries("before") {
      extensionKeys.append((pair.key.value, .precededBy(pair.value.name?.value ?? "")))
    }
    extensionKeys += root.entries("add").map { ($0.key.value, .extended) }
    extensionKeys += root.entries("without").map { ($0.key.value, .leftOut) }
    extensionKeys += root.entries("flows").map { ($0.key.value, .replaced) }
    add(base, prefix: "", within: [file])
    guard !states.isEmpty else { return nil }
  }

  private static func tree(_ file: String, _ files: FlowCompiler.Files) -> YAMLNode? {
    files(file).flatMap { YAMLTree.read(bytes: $0, file: file).root }
  }

  private static func base(
    of root: YAMLNode, in file: String, _ files: FlowCompiler.Files
  ) -> String? {
    guard let base = root["extends"]?.name?.value else { return nil }
    return Paths.bases(base, of: file).first { files($0) != nil }
  }

  /// - Parameter open: the documents that led to this one; a flow that contains itself is refused elsewhere.
  private mutating func add(_ file: String, prefix: String, within open: [String]) {
    guard !open.contains(file), open.count <= Compilation.mostSubflowLevels,
      let root = Self.tree(file, files)
    else { return }
    if let base = Self.base(of: root, in: file, files) {
      add(base, prefix: prefix, within: open + [file])
    }
    addChildren(of: root, prefix: prefix, file, open)
    for pair in root.entries("add") {
      states[prefix + pair.key.value]?.contents += Self.contents(of: pair.value)
    }
    for pair in root["migrate"]?.entries("states") ?? [] {
      guard let present = pair.value.name?.value else { continue }
      oldNames[prefix + present] = prefix + pair.key.value
    }
  }

  private static let holders = ["screens", "states", "regions"]

  private mutating func addChildren(
    of node: YAMLNode, prefix: String, _ file: String, _ open: [String]
  ) {
    for holder in Self.holders {
      for pair in node.entries(holder) {
        let name = prefix + pair.key.value
        if states[name] == nil { order.append(name) }
        states[name] = State(
          isScreen: holder == "screens", contents: Self.contents(of: pair.value, isState: true))
        // Of what is left out, a version keeps no more than the state itself.
        guard !leftOut.contains(name) else { continue }
        if let subflow = pair.value["flow"]?.name?.value {
          let path = Paths.join(Paths.folder(of: file), subflow)
          add(path, prefix: name + ".", within: open + [file])
        } else {
          addChildren(of: pair.value, prefix: prefix, file, open)
        }
      }
    }
  }

  /// What a node says, in a form of its own.
  private static func contents(of node: YAMLNode, isState: Bool = false) -> String {
    switch node.content {
    case .scalar(let scalar): return "\"" + scalar.text + "\""
    case .sequence(let items):
      return "[" + items.map { contents(of: $0) }.joined(separator: ",") + "]"
    case .mapping(let pairs):
      let said = pairs.filter { !isState || !holders.contains($0.key.value) }
      return "{"
        + said.map { "\"\($0.key.value)\":" + contents(of: $0.value) }.sorted()
        .joined(separator: ",") + "}"
    }
  }
}
