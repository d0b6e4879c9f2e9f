import Synchronization
import Testing

@testable import Portico

/// FED-6: the capability `openProvider` where the device has a sheet in place of the page.
@Suite("A provider's native sheet")
struct ProviderSheetTests {
  /// What the client is told, and what the flow is answered.
  private func open(
    _ url: String, _ sheets: [String: ProviderSheet]
  ) async throws -> (reply: Reply, told: String?) {
    var device = Device()
    let opened = Mutex<[String]>([])
    device.providers = ProviderPages(
      returnAddress: { "app:/in" },
      open: { page, _ in
        opened.withLock { $0.append(page) }
        return true
      }, sheets: sheets)
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    let handlers = device.handlers(
      wipe: { true }, keepPushToken: { _ in }, sheetEnded: { continuation.yield($0) })
    let handler = try #require(handlers["openProvider"])
    let reply = await handler(
      RequestHandlers.Call(
        name: "openProvider", parameters: ["url": .text(url)], idempotencyKey: nil, timeout: 1_000))
    guard reply == .done(), opened.withLock({ $0 }) == [] else {
      #expect(url.hasPrefix("https") == (reply == .done()))
      return (reply, nil)
    }
    for await told in stream { return (reply, told) }
    return (reply, nil)
  }

  @Test(
    "The sheet gets the nonce unchanged, and the client hears how it ended",
    arguments: [
      (
        ProviderSheet.Ending.signedIn(idToken: "a.b.c", authorizationCode: "A", name: "Ada \"L\""),
        #"{"authorization_code":"A","id_token":"a.b.c","name":"Ada \"L\"","state":"N/1"}"#
      ),
      (.signedIn(idToken: "a.b.c"), #"{"id_token":"a.b.c","state":"N/1"}"#),
      (.closed, #"{"error":"federation_cancelled","state":"N/1"}"#),
      (.failed, #"{"error":"federation_failed","state":"N/1"}"#),
    ])
  func ends(_ ending: ProviderSheet.Ending, _ wanted: String) async throws {
    let sheet = ProviderSheet { nonce in
      #expect(nonce == "N/1")
      return ending
    }
    #expect(try await open("portico-sheet:apple/N/1", ["apple": sheet]).told == wanted)
  }

  @Test("An https page opens no sheet, and a sheet that the device does not have is unavailable")
  func others() async throws {
    let never = ProviderSheet { _ in
      Issue.record("nobody asked for it")
      return .failed
    }
    #expect(
      try await open("https://p.example/portico-sheet:apple/N", ["apple": never]).reply == .done())
    let absent = try await open("portico-sheet:google/N", ["apple": never]).reply
    #expect(absent == .answered(status: 404, body: Array(#"{"code":"unavailable"}"#.utf8)))
  }
}
