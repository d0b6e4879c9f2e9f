import Foundation
import Testing

/// DEC-1, DEC-3: what opens an account, or changes what opens it, is written in few places, and each of
/// them asks the decision or is asked by it. A new place has to stand here, with its reason.
@Suite("No operation decides by itself")
struct DecisionAskedTests {
  private struct Place: Hashable {
    let write: String
    let file: String
  }

  /// What only the decision may let happen, as it is spelled in the sources.
  private static let writes = [
    " Session(", "?? Session(", "PasswordCredential(", "IdentifierBinding(", ".removeBinding(",
    ".removeAccount(", ".removeDevice(", "DeviceTrust(", "MarketGrant(", ".removePassword(",
  ]

  /// Where, and who asked the decision before.
  private static let places: [Place: String] = [
    Place(write: " Session(", file: "Sessions/Sessions+Opening.swift"): "open asks",
    Place(write: "DeviceTrust(", file: "Sessions/Sessions+Opening.swift"):
      "open asks",
    Place(write: "MarketGrant(", file: "Sessions/Sessions+Opening.swift"):
      "open asks",
    Place(write: " Session(", file: "Launch/LaunchOperations.swift"): "an installation's",
    Place(write: "?? Session(", file: "Launch/LaunchOperations.swift"): "an installation's",
    Place(write: "PasswordCredential(", file: "Passwords/PasswordSignIn+Login.swift"):
      "the same password under new parameters",
    Place(write: "PasswordCredential(", file: "Passwords/PasswordSignIn+Change.swift"): "asks",
    Place(write: "PasswordCredential(", file: "Passwords/PasswordSignIn+Set.swift"): "asks",
    Place(write: "PasswordCredential(", file: "Recovery/Recovery.swift"): "recovers asks",
    Place(write: "PasswordCredential(", file: "Registration/Registration.swift"):
      "a new account",
    Place(write: "IdentifierBinding(", file: "Accounts/IdentityTransaction+Binding.swift"):
      "bind: of a new account, or after beginVerification asked",
    Place(write: ".removeBinding(", file: "Phones/PhoneSignIn+SecondProof.swift"):
      "a number that somebody else proved: open asked",
    Place(write: ".removeBinding(", file: "Accounts/AccountOperations+Identifiers.swift"):
      "beginVerification asked, or edit asks",
    Place(write: ".removeBinding(", file: "Accounts/AccountOperations+Undo.swift"):
      "an undo (DEC-4)",
    Place(write: ".removeDevice(", file: "Accounts/AccountOperations+Undo.swift"):
      "an undo (DEC-4)",
    Place(write: ".removePassword(", file: "Accounts/AccountOperations+Undo.swift"):
      "an undo (DEC-4)",
    Place(write: "PasswordCredential(", file: "Accounts/AccountOperations+Undo.swift"):
      "an undo (DEC-4)",
    Place(write: "IdentifierBinding(", file: "Accounts/AccountImport.swift"): "the operator's",
    Place(write: "PasswordCredential(", file: "Accounts/AccountImport.swift"): "the operator's",
    Place(write: ".removeBinding(", file: "Accounts/AccountOperations+Deletion.swift"): "asks",
    Place(write: ".removeDevice(", file: "Accounts/AccountOperations+Deletion.swift"): "asks",
    Place(write: ".removePassword(", file: "Passwords/PasswordSignIn.swift"): "a deletion asked",
    Place(write: ".removeAccount(", file: "Accounts/AccountOperations+Deletion.swift"): "asks",
    Place(write: ".removeDevice(", file: "Sessions/SessionOperations+SignOut.swift"): "asks",
    Place(write: "IdentifierBinding(", file: "Store/Rows/AccountRows.swift"): "as it was stored",
    Place(write: "IdentifierBinding(", file: "Store/DummyRecord.swift"): "read, never stored",
    Place(write: "DeviceTrust(", file: "Store/DummyRecord.swift"): "read, never stored",
    Place(write: "PasswordCredential(", file: "Store/Rows/AccountRows.swift"): "as it was stored",
    Place(write: "MarketGrant(", file: "Store/Rows/DeviceRows.swift"): "as it was stored",
  ]

  /// What a source writes, without its comments and declarations.
  private static func found(_ text: String, file: String) -> Set<Place> {
    var places: Set<Place> = []
    for line in text.split(separator: "\n") {
      let code = line.drop { $0 == " " }
      if code.hasPrefix("//") || code.contains("struct ") || code.contains("func ") { continue }
      for write in writes where (" " + code).contains(write) {
        places.insert(Place(write: write, file: file))
      }
    }
    return places
  }

  private func sources() throws -> Set<Place> {
    let root = repository.appendingPathComponent("Sources/IdentityDomain")
    let files = try #require(FileManager.default.enumerator(atPath: root.path))
    var found: Set<Place> = []
    for case let file as String in files where file.hasSuffix(".swift") {
      let text = try String(contentsOf: root.appendingPathComponent(file), encoding: .utf8)
      found.formUnion(Self.found(text, file: file))
    }
    return found
  }

  @Test("What opens an account is written only after a decision")
  func everyPlace() throws {
    let found = try sources()
    let unknown = found.subtracting(Self.places.keys).map { "\($0.file): \($0.write)" }.sorted()
    #expect(unknown == [], "ask the decision there, and say so in the list of this test")
    let gone = Set(Self.places.keys).subtracting(found).map { "\($0.file): \($0.write)" }.sorted()
    #expect(gone == [], "the list names what is not there any more")
  }

  @Test("A way in that opens a session by itself is found")
  func wrong() {
    let text = """
      extension Passkeys {
        func passkey() throws {
          // Session( in a comment is none.
          try tables.put(Session(id: id))
          try tables.put(
            PasswordCredential(account: a))
        }
      }
      """
    #expect(
      Self.found(
        "  " + text.replacingOccurrences(of: "put(Session", with: "put( Session"), file: "P")
        == [Place(write: " Session(", file: "P"), Place(write: "PasswordCredential(", file: "P")])
  }
}
