import Testing

@testable import ServerCommands

@Suite("Addresses of a service manager") struct NotifyAddressTests {
  @Test("A path of the service manager ends with a zero byte, and an abstract name begins with one")
  func bytes() throws {
    #expect(try NotifyAddress("/run/x").bytes == Array("/run/x".utf8) + [0])
    #expect(try NotifyAddress("@x/y").bytes == [0] + Array("x/y".utf8))
  }

  @Test(
    "An address that is not a socket of this machine is refused as the service manager's",
    arguments: ["", "@", "run/x", "vsock:2:1234", "\u{0}x"])
  func otherKinds(_ text: String) {
    #expect(throws: NotifyAddress.Problem.otherKind) { try NotifyAddress(text) }
  }

  @Test("A service manager's address takes 107 bytes, and no more")
  func length() throws {
    let longest = "/" + String(repeating: "é", count: 53)
    #expect(try NotifyAddress(longest).bytes.count == NotifyAddress.room)
    #expect(throws: NotifyAddress.Problem.tooLong(most: 107)) { try NotifyAddress(longest + "x") }
  }
}
