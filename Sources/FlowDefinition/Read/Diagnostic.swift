/// One thing that is wrong with a document, and what to write instead.
package struct Diagnostic: Hashable, Sendable {
  package var code: DiagnosticCode
  package var position: Position
  /// What is wrong: a sentence without its full stop.
  package var problem: String
  /// What to write: a sentence without its full stop.
  package var remedy: String
  /// The path of the file that could not be read, if that is the problem.
  package var unreadable: String?

  package init(
    _ code: DiagnosticCode, at position: Position, _ problem: String, _ remedy: String,
    unreadable: String? = nil
  ) {
    self.unreadable = unreadable
    self.code = code
    self.position = position
    self.problem = problem
    self.remedy = remedy
  }
}

extension Diagnostic: CustomStringConvertible {
  /// The line that the tools print; editors find file, line and column in it.
  package var description: String {
    "\(position.file):\(position.line):\(position.column): error: \(code.rawValue): "
      + "\(problem). \(remedy)."
  }
}

extension Diagnostic: Comparable {
  package static func < (left: Diagnostic, right: Diagnostic) -> Bool {
    if left.position != right.position { return left.position < right.position }
    return (left.code.rawValue, left.problem) < (right.code.rawValue, right.problem)
  }
}

/// The diagnostics of one run, collected so that an author sees all of them at once.
package struct Diagnostics: Sendable {
  /// More would scroll the first ones away, and the first ones are the ones to begin with.
  package static let most = 100

  private var collected: [Diagnostic] = []

  package init() {}

  package var isEmpty: Bool { collected.isEmpty }
  var count: Int { collected.count }

  /// True once there are so many that those to be shown are among them: looking for more, and for
  /// what each word could have meant, would only let a hostile document cost more.
  var isPlenty: Bool { collected.count >= 10 * Diagnostics.most }

  /// In the order of the document, each once, at most `most` of them.
  package var sorted: [Diagnostic] {
    Array(Set(collected).sorted().prefix(Diagnostics.most))
  }

  package mutating func report(
    _ code: DiagnosticCode, at position: Position, _ problem: String, _ remedy: String,
    unreadable: String? = nil
  ) {
    collected.append(Diagnostic(code, at: position, problem, remedy, unreadable: unreadable))
  }

  package mutating func report(_ diagnostics: some Sequence<Diagnostic>) {
    collected.append(contentsOf: diagnostics)
  }

  package mutating func report(_ others: Diagnostics) {
    collected.append(contentsOf: others.collected)
  }

  package mutating func removeAll(where isDropped: (Diagnostic) -> Bool) {
    collected.removeAll(where: isDropped)
  }
}

/// A piece of the document as a message shows it: in backticks, on one line, never longer than a
/// glance, whatever a hostile document wrote there.
package func quoted(_ text: String) -> String {
  let most = 100
  var line = ""
  for (count, scalar) in text.unicodeScalars.enumerated() {
    if count == most { return "`\(line)…`" }
    let isPrintable = scalar.properties.generalCategory != .control && scalar != "`"
    line.unicodeScalars.append(isPrintable ? scalar : " ")
  }
  return "`\(line)`"
}

/// `a`, `b` or `c`, for the remedies that list what would be right.
package func quoted(oneOf words: [String], before last: String = "or") -> String {
  enumerated(words.map { "`\($0)`" }, before: last)
}

/// Parts of a sentence in a row.
func enumerated(_ parts: [String], before last: String = "and") -> String {
  guard let end = parts.last, parts.count > 1 else { return parts.first ?? "" }
  return parts.dropLast().joined(separator: ", ") + " \(last) " + end
}
