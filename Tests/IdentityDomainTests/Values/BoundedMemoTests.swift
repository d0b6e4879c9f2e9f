import IdentityDomain
import TestSupport
import Testing

@Suite("A memo returns the stored values, within its bound")
struct BoundedMemoTests {
  @Test("It never returns another value than was stored, and never grows beyond its bound")
  func likeTheFunction() {
    var random = SeededGenerator(announcing: "BoundedMemoTests", seed: 0x3E30)
    for most in [2, 3, 10, 64] {
      var memo = BoundedMemo<Int, Int>(most: most)
      var met = 0
      for _ in 0..<5_000 {
        let argument = random.below(most * 3)
        if let value = memo.value(for: argument) {
          #expect(value == argument * argument)
          met += 1
        } else {
          memo.remember(argument * argument, for: argument)
          #expect(memo.value(for: argument) == argument * argument)
        }
        #expect(memo.count <= most + 1)
      }
      #expect(met > 0)
    }
  }

  @Test("A value in frequent use stays, whatever else passes through")
  func inUse() {
    var memo = BoundedMemo<Int, String>(most: 8)
    memo.remember("kept", for: -1)
    for passing in 0..<1_000 {
      memo.remember("passing", for: passing)
      #expect(memo.value(for: -1) == "kept")
    }
  }
}
