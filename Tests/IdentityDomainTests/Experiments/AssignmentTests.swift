import IdentityDomain
import TestSupport
import Testing

@Suite("Assignments follow the weights, and nothing else")
struct AssignmentTests {
  /// Below this a chi-square test fails: with a fixed seed the result is deterministic, and over
  /// soak rounds it would be one in a million.
  private let threshold = 1e-6

  @Test(
    "Shares follow the weights: chi-square over 20,000 installations, p of at least 1e-6",
    arguments: [[1, 1], [25, 25, 25, 25], [1, 9, 90], [1, 999], [3, 5, 7, 11, 13, 17]])
  func shares(_ weights: [Int]) throws {
    var random = SeededGenerator(announcing: "AssignmentTests.shares \(weights)", seed: 11)
    let names = weights.indices.map { "v\($0)" }
    let experiment = try experiment(declared("e", Array(zip(names, weights))))
    var counts: [String: Int] = [:]
    for _ in 0..<20_000 {
      counts[experiment.drawnVariant(for: random.installation()), default: 0] += 1
    }
    let result = try #require(
      ChiSquare.test(counts: names.map { counts[$0] ?? 0 }, shares: weights.map { Double($0) }))
    #expect(result.pValue >= threshold, "\(result) \(counts)")
  }

  @Test("Sequential ids are divided as well as random ones")
  func counting() throws {
    let experiment = try experiment(declared("e", [("a", 1), ("b", 2), ("c", 3)]))
    var counts = ["a": 0, "b": 0, "c": 0]
    for number in 0..<20_000 {
      counts[experiment.drawnVariant(for: ID("installation-\(number)")), default: 0] += 1
    }
    let result = try #require(
      ChiSquare.test(
        counts: [counts["a"] ?? 0, counts["b"] ?? 0, counts["c"] ?? 0], shares: [1, 2, 3]))
    #expect(result.pValue >= threshold, "\(result) \(counts)")
  }

  @Test("Two experiments are independent: every pair of variants has the product of its shares")
  func independence() throws {
    var random = SeededGenerator(announcing: "AssignmentTests.independence", seed: 12)
    // The same variants and almost the same salt: the most similar case.
    let weights = [("a", 1), ("b", 2), ("c", 1)]
    let first = try experiment(declared("one", salt: "s-1", weights))
    let second = try experiment(declared("two", salt: "s-2", weights))
    var counts: [String: Int] = [:]
    for _ in 0..<40_000 {
      let id = random.installation()
      counts[first.drawnVariant(for: id) + second.drawnVariant(for: id), default: 0] += 1
    }
    let pairs = weights.flatMap { left in
      weights.map { (name: left.0 + $0.0, share: Double(left.1 * $0.1)) }
    }
    let result = try #require(
      ChiSquare.test(counts: pairs.map { counts[$0.name] ?? 0 }, shares: pairs.map(\.share)))
    #expect(result.pValue >= threshold, "\(result) \(counts)")
  }

  @Test("A heavier variant only gains installations, and a lighter one only loses them")
  func growing() throws {
    var random = SeededGenerator(announcing: "AssignmentTests.growing", seed: 13)
    for _ in 0..<40 {
      var weights = (0..<(2 + random.below(5))).map { ("v\($0)", 1 + random.below(20)) }
      let before = try experiment(declared("e", weights))
      let grown = random.below(weights.count)
      weights[grown].1 += 1 + random.below(30)
      let after = try experiment(declared("e", weights))
      for _ in 0..<200 {
        let id = random.installation()
        let (old, new) = (before.drawnVariant(for: id), after.drawnVariant(for: id))
        #expect(old == new || new == weights[grown].0, "\(id) went from \(old) to \(new)")
      }
    }
  }

  @Test("The variants of the decision record match a second implementation in Python")
  func known() {
    let wanted = [
      "AAAAAAAAAAAAAAAAAAAAAA": "screenB1", "abcdefghijklmnopqrstuv": "screenB2",
      "000102030405060708090a": "screenB1",
    ]
    for (id, variant) in wanted {
      #expect(ExperimentCatalog.onboarding.drawnVariant(for: ID(id)) == variant)
    }
  }

  @Test("The order of variants and of experiments changes nothing")
  func order() throws {
    var random = SeededGenerator(announcing: "AssignmentTests.order", seed: 14)
    for _ in 0..<20 {
      let list = (0..<5).map { number in
        declared(
          "e\(number)", (0..<4).map { ("v\($0)", 1 + random.below(50)) })
      }
      var other = list.shuffled(using: &random)
      for place in other.indices { other[place].variants.shuffle(using: &random) }
      let (left, right) = (try ExperimentCatalog(list), try ExperimentCatalog(other))
      #expect(left.experiments.map(\.id) == right.experiments.map(\.id))
      for _ in 0..<100 {
        let id = random.installation()
        #expect(
          left.experiments.map { $0.drawnVariant(for: id) }
            == right.experiments.map { $0.drawnVariant(for: id) })
      }
    }
  }
}
