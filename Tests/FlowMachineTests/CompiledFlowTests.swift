import FlowMachine
import Statechart
import TestSupport
import Testing

@Suite("Compiled flows as untrusted bytes")
struct CompiledFlowTests {
  @Test("A flow reads back as it was written, byte for byte")
  func roundTrip() throws {
    for bytes in [try Fixture.everythingBytes.get(), try Fixture.onboardingBytes.get()] {
      let tables = try FlowTables(decoding: bytes)
      #expect(tables.encoded() == bytes)
      #expect(try Flow(decoding: bytes).digest == Checksum.of(bytes, in: 0..<bytes.count))
    }
  }

  @Test("Bytes without the right checksum are refused, whichever byte was changed")
  func checksum() throws {
    let bytes = try Fixture.everythingBytes.get()
    for index in stride(from: 0, to: bytes.count, by: 7) {
      var changed = bytes
      changed[index] ^= 0x10
      #expect(throws: FlowError.self) { try Flow(decoding: changed) }
    }
  }

  @Test("Every truncation is refused, with and without a right checksum")
  func truncations() throws {
    let bytes = try Fixture.everythingBytes.get()
    for length in 0..<bytes.count - 8 {
      let cut = Array(bytes.prefix(length))
      if length % 16 == 0 {
        #expect(throws: FlowError.self) { try FlowTables(decoding: cut) }
      }
      #expect(throws: FlowError.self) {
        try FlowTables(decoding: CompiledBytes.truncated(bytes, to: length))
      }
    }
  }

  @Test("A wrong magic number, an older and a newer format are distinguished")
  func formats() throws {
    var bytes = try Fixture.everythingBytes.get()
    bytes[4] = 200
    #expect(throws: FlowError.futureFormat) { try Flow(decoding: CompiledBytes.repaired(bytes)) }
    bytes[4] = 0
    #expect(throws: FlowError.foreignFormat) { try Flow(decoding: CompiledBytes.repaired(bytes)) }
    bytes[0] = 0
    #expect(throws: FlowError.foreignFormat) { try Flow(decoding: CompiledBytes.repaired(bytes)) }
    #expect(throws: FlowError.truncated) { try Flow(decoding: []) }
  }

  @Test("Changed tables with a valid checksum are refused, or are a flow that never traps")
  func changedTables() throws {
    var random = SeededGenerator(announcing: "changed tables", seed: 101)
    var loaded = 0
    for good in [try Fixture.everythingBytes.get(), try Fixture.onboardingBytes.get()] {
      for _ in 0..<1_500 {
        var bytes = random.flipped(Array(good.dropLast(8)))
        if random.chance(20) { bytes = random.spliced(bytes) }
        let repaired = CompiledBytes.repaired(bytes + [UInt8](repeating: 0, count: 8))
        guard let flow = try? Flow(decoding: repaired) else { continue }
        loaded += 1
        try flow.drive(steps: 10, seed: random.next())
      }
    }
    print("changed tables: \(loaded) of 3000 are flows")
    #expect(loaded > 300)
  }
}
