import Synchronization
import Testing

@testable import Portico

@Suite("The address of a provider's page")
struct PageAddressTests {
  private static let refused = [
    "", "foo", "//h", "javascript:alert(1)", "file:///etc/passwd", "http://h", "https://u:p@h",
    "https://u@h/", "https://", "https:///path", "https:h", "https://h\\@evil", "https://h h",
    " https://h", "https://h\n", "https://ü", "ftp://127.0.0.1", "http://127.0.0.1.evil.example",
    "http://localhost@evil.example", "http://[::1", "https://h:8a/", "data:text/html,x",
    "intent://h", "portico-sheets:apple/n", "https://:443", "http:/localhost",
  ]
  private static let shown = [
    "https://h", "HTTPS://h/p?q=https://u@h#f", "https://id.example.com:8443/authorize?a=b%20c",
    "http://localhost:8080/", "http://127.0.0.1/x", "http://[::1]:9/x", "https://h/@user",
  ]

  @Test("It is https, or http on this machine, with a host and nobody's name in it")
  func rule() {
    for address in Self.refused { #expect(!PageAddress.isAllowed(address), "\(address)") }
    for address in Self.shown { #expect(PageAddress.isAllowed(address), "\(address)") }
  }

  @Test(
    "Whatever else a server names as its authorization address, the device is not asked to show")
  func device() async throws {
    let opened = Mutex<[String]>([])
    var device = Device()
    device.providers = ProviderPages(
      returnAddress: { "app:/in" },
      open: { page, _ in
        opened.withLock { $0.append(page) }
        return true
      })
    let handlers = device.handlers(wipe: { true }, keepPushToken: { _ in })
    let open = try #require(handlers["openProvider"])
    for address in Self.refused + Self.shown {
      let reply = await open(
        RequestHandlers.Call(name: "openProvider", parameters: ["url": .text(address)]))
      #expect(reply == (Self.shown.contains(address) ? .done() : .unavailable), "\(address)")
    }
    #expect(opened.withLock { $0 } == Self.shown)
  }
}
