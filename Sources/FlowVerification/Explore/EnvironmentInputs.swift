import FlowMachine
import Statechart

/// What the device has told before a step, numbered, so that the number of a step says a move and
/// what was told.
final class EnvironmentInputs {
  /// The first row is nothing.
  private var rows: [[FactChange]] = [[]]
  private var known: [[Int]: [Int]] = [:]
  /// 14 bits are left for what is told: see `SurroundingFacts.mostReports`.
  private static let moveBits = 18
  private static let mostMoves = 1 << moveBits - 1

  func step(_ number: Int) -> (move: Int, told: [FactChange]) {
    number <= Self.mostMoves
      ? (number, []) : (number & Self.mostMoves, rows[number >> Self.moveBits])
  }

  /// The steps with the same move, before which the device has told each combination of some facts'
  /// values too; the step itself is the one in which they are absent.
  func steps(_ number: Int, telling facts: [FactID], _ domain: Domain) -> [Int] {
    let (move, told) = step(number)
    let key = [number >> Self.moveBits] + facts.map { Int($0) }
    if let known = known[key] { return known.map { $0 | move } }
    var found: [Int] = []
    for more in SurroundingFacts.combinations(of: facts, domain)
    where more.contains(where: { $0.value != .absent }) {
      let all = (told + more).sorted { $0.fact < $1.fact }
      let place = rows.firstIndex(of: all) ?? rows.count
      if place == rows.count { rows.append(all) }
      found.append(place << Self.moveBits)
    }
    known[key] = found
    return found.map { $0 | move }
  }
}
