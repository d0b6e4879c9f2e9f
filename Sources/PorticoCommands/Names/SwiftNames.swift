import FlowMachine
import Statechart

/// The names of flows as Swift constants of the types of `FlowName`, one for each name, in alphabetical order.
struct SwiftNames {
  private var names: [(type: String, names: Set<String>)]

  init(_ flows: [Flow]) {
    names = [
      ("ScreenName", []), ("ViewName", []), ("OverlayName", []), ("ElementName", []),
      ("FactName", []),
      ("RequestName", []), ("SignalName", []),
    ]
    for flow in flows { add(flow) }
  }

  private mutating func add(_ flow: Flow) {
    let tables = flow.tables
    let screens = tables.screens
    let found: [[Text]] = [
      screens.map { flow.stateName($0.state) },
      screens.map { flow.blob($0.view) }
        + tables.elements.filter { $0.kind != .image && $0.appName != noID }
        .map { flow.blob($0.appName) },
      tables.overlays.map { flow.blob($0.name) },
      tables.elements.filter(\.kind.takesInput).map { flow.blob($0.id) },
      tables.facts.filter { $0.place != .configuration }.map { flow.blob($0.name) },
      tables.requests.map { flow.blob($0.name) }, tables.signals.map { flow.blob($0.name) },
    ]
    for (index, texts) in found.enumerated() {
      names[index].names.formUnion(texts.map { String(decoding: $0, as: UTF8.self) })
    }
  }

  /// The source of a file.
  ///
  /// - Parameters:
  ///   - title: the flows whose names these are.
  ///   - isPublic: whether other modules see them.
  func source(title: String, isPublic: Bool) -> String {
    let access = isPublic ? "public " : ""
    var text = "// The names of \(title), written by `portico names`. Do not edit.\n\n"
    text += isPublic ? "public import Portico\n" : "import Portico\n"
    for (type, names) in names where !names.isEmpty {
      text += "\nextension \(type) {\n"
      var taken = names.filter { Self.identifier($0) == $0 }
      for name in names.sorted() {
        var identifier = Self.identifier(name)
        // `a.b` beside `aB`, which keeps its word.
        while identifier != name, !taken.insert(identifier).inserted { identifier += "_" }
        text += "  \(access)static let \(Self.quoted(identifier)): Self = \"\(name)\"\n"
      }
      text += "}\n"
    }
    return text
  }

  /// The parts of a name in a sub-flow become one word: `account.home` is `accountHome`.
  static func identifier(_ name: String) -> String {
    let parts = name.split(separator: ".")
    return (parts.first.map { String($0) } ?? "")
      + parts.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// An identifier as a declaration writes it: a word of Swift's own in backticks.
  static func quoted(_ identifier: String) -> String {
    keywords.contains(identifier) ? "`\(identifier)`" : identifier
  }

  /// The words that Swift takes as a name in quotes only (The Swift Programming Language, "Lexical Structure"), and what
  /// every type has.
  private static let keywords: Set<String> = [
    "Any", "Protocol", "Self", "Type", "as", "associatedtype", "break", "case", "catch", "class",
    "continue",
    "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false",
    "fileprivate",
    "for", "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil",
    "operator",
    "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return", "self",
    "static",
    "struct", "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var",
    "where",
    "while",
  ]
}
