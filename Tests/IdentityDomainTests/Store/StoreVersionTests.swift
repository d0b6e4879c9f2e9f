import IdentityDomain
import Testing

@Suite("What a store's list of steps says to a server")
struct StoreVersionTests {
  private static let known = ["1", "2", "3"]

  private static func version(_ steps: (String, String?)...) -> StoreVersion {
    StoreVersion(steps.map { (id: $0.0, leastReader: $0.1) }, known: known)
  }

  @Test(
    "The first of the steps that a server knows are a store of an earlier version, all of them one of its own"
  )
  func known() {
    #expect(Self.version() == .known([]))
    #expect(Self.version(("1", nil), ("2", nil)) == .known(["1", "2"]))
    #expect(Self.version(("1", nil), ("2", nil), ("3", "3")) == .known(["1", "2", "3"]))
  }

  @Test("A further step is one to work with only if the list names a step that the server knows")
  func newer() {
    let own: [(id: String, leastReader: String?)] = [("1", nil), ("2", nil), ("3", "3")]
    func version(_ steps: [(id: String, leastReader: String?)]) -> StoreVersion {
      StoreVersion(own + steps, known: Self.known)
    }
    #expect(version([("4", "3")]) == .newer(unknown: ["4"]))
    #expect(version([("4", "2"), ("5", "3")]) == .newer(unknown: ["4", "5"]))
    #expect(version([("4", nil)]) == .tooNew(unknown: ["4"]))
    #expect(version([("4", "4")]) == .tooNew(unknown: ["4"]))
    #expect(version([("4", "3"), ("5", "4")]) == .tooNew(unknown: ["5"]))
  }

  @Test("A list with a gap, or in another order, is no store of any version")
  func broken() {
    #expect(Self.version(("1", nil), ("3", "3")) == .broken(missing: "2"))
    #expect(Self.version(("2", nil)) == .broken(missing: "1"))
    #expect(Self.version(("1", nil), ("2", nil), ("4", "3")) == .broken(missing: "3"))
    #expect(Self.version(("2", nil), ("1", nil), ("3", nil)) != .known(["1", "2", "3"]))
    #expect(Self.version(("4", "3"), ("1", nil), ("2", nil), ("3", nil)) != .newer(unknown: ["4"]))
  }

  @Test(
    "No step names one after it, or one before the mark, which servers of that version do not read")
  func readers() {
    for step in StoreMigration.allCases {
      #expect(step.leastReader <= step)
      #expect(step < .leastReader || step.leastReader >= .leastReader)
    }
  }
}
