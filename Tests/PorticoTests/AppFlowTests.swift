import FlowRuntime
import Portico
import PorticoTesting
import StandardFlows
import TestSupport
import Testing

@MainActor @Suite("A flow that cannot be run", .timeLimit(.minutes(20)))
struct AppFlowTests {
  @Test("Bytes that are no flow are an error that says so")
  func compiled() throws {
    let bytes = StandardFlow.account.bytes
    var newer = bytes
    newer[4] = 0xFF
    var random = SeededRandom(seed: 5)
    var broken = [[], newer, Array(bytes.dropFirst())]
    for _ in 0..<40 { broken.append(Array(bytes.prefix(Int(random.next() % UInt64(bytes.count))))) }
    for _ in 0..<40 {
      broken.append(
        (0..<random.next() % 4_096).map { _ in UInt8(truncatingIfNeeded: random.next()) })
    }
    for bytes in broken {
      let error = #expect(throws: AppFlowError.self) { try AppFlow(compiled: bytes) }
      #expect(error?.description.hasPrefix("The compiled flow cannot be used: ") == true)
    }
    #expect(try AppFlow(compiled: bytes).name == "account")
  }

  /// Nothing, what is no Base64, one cut off, a newer version, and noise.
  private static var generated: [AppFlow] {
    [
      AppFlow(generated: ""), AppFlow(generated: "//"), AppFlow(generated: "not a flow"),
      AppFlow(generated: "UEZMVwMAwgABAGQGAAAQAAAAFAAOAAwACgAIAAkACgASAAYAEQAMABAAEwAQAA4A"),
      AppFlow(generated: "UEZMV/8AwgABAGQGAAAQAAAAFAAOAAwACgAIAAkACgASAAYAEQAMABAAEwAQAA4A"),
      AppFlow(generated: "q83vASNFZ4mrze8BI0VniavN7wEjRWeJq83vASNFZ4k="),
    ]
  }

  @Test("An entry with a generated flow of another version is refused, says why, and opens nothing")
  func generated() async throws {
    for flow in Self.generated {
      let entry = AppEntry(flow, clock: TestClock(0).clock) { () throws(StorageFailure) in
        Issue.record("nobody may open what belongs to another flow")
        throw .locked
      }
      await entry.opened(by: "notes://7")
      await entry.run()
      guard case .refused(let reason) = entry.phase else { throw Unexpected(entry.phase) }
      #expect(reason.hasPrefix("The compiled flow cannot be used: "), "\(reason)")
      #expect(reason.hasSuffix("Compile it again with the `portico` of this version."))
      #expect(entry.scene.screen == nil)
    }
  }

  @Test("A test and a preview of such a flow fail with the same words")
  func tested() throws {
    for flow in Self.generated {
      #expect(throws: FlowTestFailure.self) { try FlowTestStore(flow) }
      #expect(throws: FlowTestFailure.self) { try AppEntry.simulated(flow) }
    }
  }
}
