import FlowDefinition
import FlowMachine
import FlowSimulation
import Foundation
import PorticoCommands
import ServerCommands
import TestSupport
import Testing

/// Flows on a simulated device, with the client that apps have and a server that is really there.
@Suite("A play against a real server")
struct PlayedServerTests {
  /// The player waits for the server on a thread of its own, as the command does.
  private func play(_ flow: String, _ script: String) async throws -> (
    failure: String?, lines: [String]
  ) {
    let (compiled, diagnostics) = FlowCompiler.compile(
      file: "Flows/\(flow)/\(flow).flow.yaml", files: { Repository.read($0) })
    let bytes = try #require(compiled, "\(diagnostics)").bytes
    let text = try #require(Repository.read(script))
    return await withCheckedContinuation { continuation in
      let thread = Thread {
        continuation.resume(returning: Self.play(bytes, text, script))
      }
      thread.stackSize = 8 << 20
      thread.start()
    }
  }

  private static func play(
    _ bytes: [UInt8], _ text: [UInt8], _ name: String
  ) -> (failure: String?, lines: [String]) {
    do {
      let flow = try Flow(decoding: bytes)
      let (root, diagnostics) = YAMLTree.read(bytes: text, file: name)
      guard let root, diagnostics.isEmpty else { throw Unreadable(what: "\(diagnostics)") }
      let (script, errors) = PlayScript.read(ScriptNode(root), for: flow)
      guard let script else { throw Unreadable(what: "\(errors)") }
      var lines: [String] = []
      let player = Player(script, flow, outside: PlayedServer<LocalServer>.stage(server: nil)) {
        lines.append($0.string)
      }
      let failure = player.run()?.description
      return (failure, lines)
    } catch {
      return ("\(error)", [])
    }
  }

  private struct Unreadable: Error {
    let what: String
  }

  @Test("ACC-1, ACC-2, CMP-8: an account is made, killed at its code, left and entered again")
  func account() async throws {
    let (failure, lines) = try await play(
      "account", "Tests/ServerCommandsTests/Play/Scripts/account.play.yaml")
    #expect(failure == nil, "\(failure ?? "")\n\(lines.suffix(12))")
  }

  @Test("DEC-3, MFA-5: an address is changed with a proof by the password, and by a code")
  func changedAddress() async throws {
    let (failure, lines) = try await play(
      "account", "Tests/ServerCommandsTests/Play/Scripts/change-email.play.yaml")
    #expect(failure == nil, "\(failure ?? "")\n\(lines.suffix(12))")
  }

  @Test(
    "DEC-1, DEC-7: a device that no account knows signs in with a code beside the password",
    arguments: ["slept", "guessed-at"])
  func proved(script: String) async throws {
    let (failure, lines) = try await play(
      "entry", "Tests/ServerCommandsTests/Play/Scripts/\(script).play.yaml")
    #expect(failure == nil, "\(failure ?? "")\n\(lines.suffix(12))")
  }
}
