/// Turns a flow document into the model, and says everything that can be said about it before names
/// are resolved: YAML, keys and shapes first, then what single values mean beside each other.
package struct FlowReader {
  /// The bytes of a file of texts by its path relative to the document; nil if there is none.
  package typealias Files = (_ path: String) -> [UInt8]?

  let file: String
  let limits: YAMLTree.Limits
  let files: Files
  var checker: ShapeChecker
  var diagnostics = Diagnostics()
  var declared: [NameSpace: [String: Position]] = [:]

  /// Reads one document; sub-flows that it names are not read.
  ///
  /// - Parameters:
  ///   - file: the path that positions carry.
  ///   - patterns: compiles the patterns; one that knows those of other documents counts them too.
  ///   - files: reads the texts that lie beside the document.
  /// - Returns: the document if nothing at all is wrong with it, and else the diagnostics in the
  ///   order of the document.
  package static func read(
    bytes: [UInt8], file: String, limits: YAMLTree.Limits = YAMLTree.Limits(),
    patterns: PatternCompiler = PatternCompiler(), files: @escaping Files = { _ in nil }
  ) -> (document: FlowDocument?, diagnostics: [Diagnostic]) {
    let tree = YAMLTree.read(bytes: bytes, file: file, limits: limits)
    guard let root = tree.root else { return (nil, tree.diagnostics) }
    var reader = FlowReader(file: file, limits: limits, patterns: patterns, files: files)
    let document = reader.document(root)
    // What is no YAML of ours cannot be right as anything else: once is enough.
    let refused = Set(tree.diagnostics.map(\.position))
    reader.diagnostics.report(reader.checker.diagnostics)
    reader.diagnostics.removeAll { refused.contains($0.position) }
    reader.diagnostics.report(tree.diagnostics)
    let isWhole = reader.diagnostics.isEmpty
    return (isWhole ? document : nil, reader.diagnostics.sorted)
  }

  /// Reads one document from text.
  package static func read(
    text: String, file: String, limits: YAMLTree.Limits = YAMLTree.Limits(),
    files: @escaping Files = { _ in nil }
  ) -> (document: FlowDocument?, diagnostics: [Diagnostic]) {
    // A text that is too large is not copied first.
    if let refusal = YAMLRefusal(size: text.utf8.count, most: limits.bytes, file: file) {
      return (nil, [refusal.diagnostic])
    }
    return read(bytes: Array(text.utf8), file: file, limits: limits, files: files)
  }

  private init(
    file: String, limits: YAMLTree.Limits, patterns: PatternCompiler, files: @escaping Files
  ) {
    self.file = file
    checker = ShapeChecker(patterns)
    self.limits = limits
    self.files = files
  }

  private mutating func document(_ root: YAMLNode) -> FlowDocument? {
    let start = Position(file: file, line: 1, column: 1)
    let isExtension = root["extends"] != nil
    checker.check(
      root, as: .object(isExtension ? .extension : .flow),
      of: ShapeChecker.Owner(isExtension ? "The extension" : "The flow", at: start))
    guard root.pairs != nil else { return nil }
    let name = root.name("flow") ?? Name("", at: start)
    let version = Located(
      Int(root.number("version") ?? 0), at: root["version"]?.position ?? start)
    var document = FlowDocument(name: name, version: version, root: flowRoot(root, at: start))
    document.summary = root.name("summary")?.value
    document.restore = root.name("restore").flatMap { $0.value == "here" ? nil : $0 }
    document.fallback = root.name("fallback")
    document.supports = root.number("supports").map {
      Located(Int($0), at: root["supports"]?.position ?? start)
    }
    document.migration = migration(root)
    readHeader(root, into: &document)
    document.configuration = configuration(root)
    document.facts = facts(root)
    document.signals = signals(root)
    document.properties = properties(root)
    document.requests = requests(root)
    document.overlays = overlays(root)
    document.timers = timers(root)
    document.texts = texts(root)
    document.extends = extends(root)
    return document
  }
}
