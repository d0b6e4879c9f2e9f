import Foundation
import Orders
import Portico
import PorticoTesting
import Testing

/// The real entry against the shop's real server, without a screen.
@MainActor @Suite("Orders", .timeLimit(.minutes(10)))
struct OrdersTests {
  @Test("somebody signs in with the shop's own server, is still in after a relaunch, and leaves")
  func journey() async throws {
    let server = try await ShopServer()
    defer { server.stop() }
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("orders-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }

    let first = ordersEntry(shop: server.url, folder: folder)
    let firstLife = Task { await first.run() }
    try await first.wait { $0.shows("Today: half price on lamps") }
    try first.fill("name", "ann")
    try first.fill("password", "wrong")
    try await first.wait { $0.scene.screen?["submit"]?.isEnabled == true }
    try first.tap("submit")
    try await first.wait { $0.shows("That name or password is wrong.") }
    try first.fill("password", "staple battery")
    try first.tap("submit")
    try await first.wait { $0.shows("2 orders") }
    firstLife.cancel()
    await firstLife.value

    let second = ordersEntry(shop: server.url, folder: folder)
    let secondLife = Task { await second.run() }
    try await second.wait { $0.shows("2 orders") }
    try second.tap("leave")
    try await second.wait { $0.scene.screen?.name == "welcome" }
    secondLife.cancel()
    await secondLife.value
  }
}

extension AppEntry {
  fileprivate func shows(_ text: String) -> Bool {
    scene.screen?.elements.contains { $0.text == text } == true
  }

  fileprivate func fill(_ name: ElementName, _ text: String) throws {
    type(text, into: try #require(scene.screen?[name]))
  }

  fileprivate func tap(_ name: ElementName) throws { tap(try #require(scene.screen?[name])) }
}

/// `server.py` in a process of its own.
private struct ShopServer {
  let url: URL
  private let process = Process()

  init() async throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", folder.appendingPathComponent("server.py").path]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let line = await Self.firstLine(of: output.fileHandleForReading.fileDescriptor)
    url = try #require(URL(string: String(line.trimmingPrefix("listening on "))), "\(line)")
  }

  /// Not by SIGTERM: a test runner may have handed that down as blocked.
  func stop() {
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Waits on a thread of its own, not on one that tasks share.
  private static func firstLine(of descriptor: Int32) async -> String {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while true {
          let count = read(descriptor, &byte, 1)
          if count < 0, errno == EINTR { continue }
          if count <= 0 || byte == 0x0A { break }
          line.append(byte)
        }
        continuation.resume(returning: String(decoding: line, as: UTF8.self))
      }
    }
  }
}
