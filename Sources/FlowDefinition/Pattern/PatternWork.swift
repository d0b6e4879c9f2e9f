package import FlowMachine

/// Counts what it takes to compile patterns: the looks at states of an automaton and at their steps.
///
/// One pattern of a thousand characters can take billions, so there is a bound for each and one for all of a document.
package struct PatternWork {
  /// So far, of all patterns.
  package private(set) var count = 0
  private var most = Self.mostOfOne
  private let mostOfAll: Int

  /// What people write takes a small part of it (`PatternTests`).
  package static let mostOfOne = 2_000_000
  package static let mostOfDocument = 4 * mostOfOne

  static let tooLarge = SyntaxError(
    "This pattern grows too large",
    "Use fewer or smaller repetitions. Limit the length with `{least: …}` and `{most: …}` in `validate`, or with `length`"
  )
  private static let tooMuchTogether = SyntaxError(
    "The patterns of this flow grow too large together",
    "Use one pattern in several places, fewer or smaller repetitions, or let the server check this text"
  )

  init(most: Int = Self.mostOfDocument) { mostOfAll = most }

  /// Counts for one more pattern.
  mutating func begin() { most = min(count + Self.mostOfOne, mostOfAll) }

  mutating func add(_ more: Int) throws(SyntaxError) {
    count += more
    guard count <= most else {
      throw count > mostOfAll ? Self.tooMuchTogether : Self.tooLarge
    }
  }
}

/// The patterns of a flow, of which each is compiled once, wherever and however often it stands.
package final class PatternCompiler {
  private var known: [String: Result<PatternTable, SyntaxError>] = [:]
  /// What all of them took.
  package private(set) var work: PatternWork

  /// - Parameter most: the steps that all patterns may take.
  package init(most: Int = PatternWork.mostOfDocument) { work = PatternWork(most: most) }

  /// - Throws: what cannot be parsed, matches nothing, or is too large, by itself or with the patterns before it.
  package func table(_ pattern: String) throws(SyntaxError) -> PatternTable {
    if let known = known[pattern] { return try known.get() }
    let result: Result<PatternTable, SyntaxError>
    do throws(SyntaxError) {
      work.begin()
      result = .success(try PatternAutomaton(pattern, &work).table)
    } catch {
      result = .failure(error)
    }
    known[pattern] = result
    return try result.get()
  }
}
