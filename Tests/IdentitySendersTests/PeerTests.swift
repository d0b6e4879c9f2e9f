import NetworkTransfer
import IdentityDelivery
import IdentityDomain
import Testing
import WorkThreads

@testable import IdentitySenders

@Suite("The hosts that a sender talks to")
struct PeerTests {
  @Test(
    "Loopback is what cannot leave the machine",
    arguments: [
      ("localhost", true), ("LocalHost", true), ("127.0.0.1", true), ("127.255.0.9", true),
      ("[::1]", true), ("127.0.0.1.example.com", false), ("localhost.example.com", false),
      ("128.0.0.1", false), ("127.1", false), ("127.0.0.256", false), ("[::2]", false),
      ("0.0.0.0", false), ("example.com", false), ("2130706433", false),
    ])
  func loopback(host: String, expected: Bool) throws {
    #expect(try Peer("http://\(host):80/", schemes: ["http"]).isLoopback == expected)
  }

  @Test(
    "Mail is plain on loopback only",
    arguments: [
      ("smtp://localhost", .none, "smtp://localhost:25/example.com"),
      ("smtp://127.0.0.1:2525", .none, "smtp://127.0.0.1:2525/example.com"),
      ("smtp://mail.example.org", .startTLS, "smtp://mail.example.org:587/example.com"),
      ("SMTPS://Mail.example.org", .tls, "smtps://mail.example.org:465/example.com"),
      ("smtps://localhost:1", .tls, "smtps://localhost:1/example.com"),
      ("smtp://[2001:db8::1]:26/", .startTLS, "smtp://[2001:db8::1]:26/example.com"),
    ] as [(String, Transfer.Protection, String)])
  func mail(address: String, protection: Transfer.Protection, url: String) throws {
    let from = try MailFrom("id@example.com")
    let settings = try SMTPSettings(address: address, from: from, user: nil, password: nil)
    #expect(settings.protection == protection && settings.url == url)
    for (user, password) in [("u", nil), (nil, "p"), ("", "p"), ("u", ""), ("u", "p\n")] {
      #expect(throws: Peer.Refusal.self) {
        try SMTPSettings(address: address, from: from, user: user, password: password)
      }
    }
  }

  @Test("No description shows a secret")
  func descriptions() throws {
    let canary = "canary-secret"
    let from = try MailFrom("id@example.com")
    let smtp = try SMTPSettings(
      address: "smtps://localhost", from: from, user: "u", password: canary)
    let twilio = try TwilioSettings(
      account: "AC" + String(repeating: "0", count: 32), token: canary, from: "Portico")
    let hook = try WebhookSender.Settings(address: "https://localhost/", token: canary)
    let clock = StoppedClock()
    let threads = WorkThreads.forTransfers(threads: 1, places: 1)
    let things: [Any] = [
      smtp, twilio, hook, SMTPSender(smtp, clock: clock, threads: threads),
      TwilioSender(twilio, clock: clock, threads: threads),
      WebhookSender(hook, clock: clock, threads: threads),
    ]
    for thing in things {
      var shown = "\(thing) \(String(reflecting: thing))"
      dump(thing, to: &shown)
      #expect(!shown.contains(canary))
    }
  }

  private struct StoppedClock: WallClock {
    func now() -> Timestamp { Timestamp(milliseconds: 0) }
  }

  @Test("A channel without a sender waits")
  func routes() async throws {
    let sender = RoutedSender([.sms: Accepting()])
    try await sender.send(MailTextTests.message(to: "+4915112345678"))
    await #expect(throws: SendFailure.retryable(.channel, .misconfigured, after: nil)) {
      try await sender.send(MailTextTests.message())
    }
  }

  private struct Accepting: MessageSender {
    func send(_ message: RenderedMessage) async throws(SendFailure) {}
  }
}
