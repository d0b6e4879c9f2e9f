import Foundation
import Portico
import PorticoLive
import Testing

@Suite("The device as the system describes it", .timeLimit(.minutes(20)))
struct SystemDeviceTests {
  @Test(
    "The region is a country in two letters, or unknown",
    arguments: [
      ("de_DE", "DE"), ("en_001", nil), ("en", nil), ("ar_EG", "EG"), ("es_419", nil), ("", nil),
      ("zh_Hant_TW", "TW"),
    ])
  func region(_ locale: String, _ region: String?) {
    #expect(Device.region(of: Locale(identifier: locale)) == region)
  }

  @Test("The version is the one that users see; an app without one is at 1.0")
  func version() throws {
    #expect(
      Device.version(of: ["CFBundleShortVersionString": "2.7.1", "CFBundleVersion": "9"]) == "2.7.1"
    )
    for other: [String: Any]? in [
      nil, [:], ["CFBundleShortVersionString": 3], ["CFBundleShortVersionString": ""],
    ] {
      #expect(Device.version(of: other) == "1.0")
    }
  }

  @Test("A flow opens web pages, mail and calls, and no other app or file")
  func links() {
    for address in [
      "https://example.com", "HTTPS://example.com", "mailto:ada@example.org", "tel:+49301234",
    ] {
      #expect(SystemLinks.isAllowed(address), "\(address)")
    }
    for address in [
      "http://example.com", "file:///etc/passwd", "javascript:alert(1)", "notes://7", "",
      "example.com",
      "//example.com", "data:text/html,x", "itms-services://x", "sms:+49301234", "App-Prefs:root",
    ] { #expect(!SystemLinks.isAllowed(address), "\(address)") }
  }

  @Test("Each listener hears the latest report, then each one, until it leaves")
  func observed() async {
    let value = ObservedValue<Int>()
    var early = value.values().makeAsyncIterator()
    value.set(1)
    var late = value.values { "\($0)" }.makeAsyncIterator()
    value.set(2)
    #expect(await early.next() == 1)
    #expect(await early.next() == 2)
    #expect(await late.next() == "1")
    #expect(await late.next() == "2")
    #expect(value.value == 2)
  }

  @Test("PHN-7: a token answers whoever waits; one that comes unasked reaches the flows that run")
  @MainActor func tokens() async {
    let tokens = PushTokens()
    var changes = tokens.changes().makeAsyncIterator()
    async let asked = tokens.next { tokens.received(Data([0x00, 0xFF])) }
    #expect(await asked == .token("00ff"))
    async let failed = tokens.next { tokens.failed() }
    #expect(await failed == .unavailable)
    tokens.failed()
    tokens.received(Data([0x0A]))
    #expect(await changes.next() == "0a")
    var later = tokens.changes().makeAsyncIterator()
    #expect(await later.next() == "0a")
  }
}
