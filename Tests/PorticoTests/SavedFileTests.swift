import Testing

@testable import Portico

@Suite("A file that a user keeps")
struct SavedFileTests {
  private let call = RequestHandlers.Call(
    name: "saveExport", parameters: ["id": "d1"], idempotencyKey: nil, timeout: 600_000)
  private let file = Array(#"{"id":"a"}"#.utf8)

  private func reply(_ device: Device, _ operation: @escaping RequestHandlers.Handler) async throws
    -> Reply
  {
    let handlers = device.handlers(
      wipe: { true }, keepPushToken: { _ in }, operation: operation)
    let handler = try #require(handlers["saveExport"])
    return await handler(call)
  }

  private func device(_ saving: FileSaving) -> Device {
    var device = Device()
    device.saveFile = { [file] in
      $0 == SavedFile(name: "account-data.json", content: file) ? saving : .failed
    }
    return device
  }

  @Test("CTR-9: the client downloads the file with the session's proof, and the device saves it")
  func kept() async throws {
    let found = try await reply(device(.saved(as: "Files"))) { [file] call in
      call.name == "getExport" && call.parameters == ["id": "d1"]
        ? .answered(status: 200, body: file) : .lost
    }
    #expect(found == .done(["file": "Files"]))
  }

  @Test("CTR-9: a refusal by the server is passed on, and nothing is saved")
  func refused() async throws {
    let no = Reply.answered(status: 404, body: Array(#"{"code":"not_found"}"#.utf8))
    var device = Device()
    device.saveFile = { _ in
      Issue.record("nothing came")
      return .failed
    }
    for reply in [no, .lost, .notSent] {
      #expect(try await self.reply(device) { _ in reply } == reply)
    }
  }

  @Test("CTR-9: a user who declines the file, and a device that cannot save it, are distinguished")
  func unkept() async throws {
    let came: RequestHandlers.Handler = { [file] _ in .answered(status: 200, body: file) }
    #expect(
      try await reply(device(.cancelled), came)
        == .answered(status: 403, body: Array(#"{"code":"not_allowed"}"#.utf8)))
    #expect(try await reply(device(.failed), came) == .unavailable)
    // Without files nothing is asked of the server.
    let asked = try await reply(Device()) { _ in
      Issue.record("asked for nothing")
      return .lost
    }
    #expect(asked == .answered(status: 404, body: Array(#"{"code":"unavailable"}"#.utf8)))
  }
}
