import Foundation
import Testing

@Suite("Compiling layer 0 as Embedded Swift")
struct EmbeddedTests {
  @Test("Targets of layer 0 with exports become one file, which is not rebuilt until they change")
  func links() throws {
    let tree = try madeUpTree(exports: churn)
    let first = try runScript("embedded", ["--output", tree.path("out/machine.wasm"), tree.folder])
    #expect(first.status == 0, "\(first.output)")
    #expect(first.output.hasPrefix("embedded: out/machine.wasm, "))
    let again = try runScript("embedded", ["--output", tree.path("out/machine.wasm"), tree.folder])
    #expect(again.output == "embedded: nothing changed\n")
    try tree.write("package let broken: Int = true", to: "Sources/Pure/Broken.swift")
    let broken = try runScript(
      "embedded", ["--output", tree.path("out/machine.wasm"), tree.folder])
    #expect(broken.status == 1)
  }

  @Test("Freed memory is reused, nothing overlaps, and multiplication is exact to 128 bits")
  func runtime() throws {
    let tree = try madeUpTree(exports: churn)
    let built = try runScript("embedded", [tree.folder])
    #expect(built.status == 0, "\(built.output)")
    try tree.write(
      """
      const bytes = require('fs').readFileSync(process.argv[2])
      WebAssembly.instantiate(bytes, {}).then(({ instance: { exports } }) => {
        const damaged = exports.churn(20000)
        const size = exports.memory.buffer.byteLength
        for (let round = 0; round < 5; round++) exports.churn(20000)
        const high = BigInt.asUintN(64, exports.high(0xfedcba9876543210n, 0x123456789abcdef1n))
        console.log(damaged, exports.memory.buffer.byteLength - size, high.toString(16))
      })
      """, to: "churn.js")
    let ran = try run("node", [tree.path("churn.js"), tree.path(".build/web/portico.wasm")])
    #expect(ran.output == "0 0 121fa00ad77d7423\n")
  }

  @Test("Code that Embedded Swift does not support is refused with its file and line")
  func refuses() throws {
    let tree = try madeUpTree(exports: nil)
    try tree.write(
      """
      package protocol Store { func size() -> Int }
      package func size(_ store: any Store) -> Int { store.size() }
      """, to: "Sources/Pure/Store.swift")
    let result = try runScript("embedded", [tree.folder])
    #expect(result.status == 1)
    #expect(result.output.contains("Sources/Pure/Store.swift:2:"))
    #expect(result.output.contains("Pure does not compile as Embedded Swift"))
  }

  @Test("Without exports layer 0 is compiled and nothing is linked")
  func compilesOnly() throws {
    let tree = try madeUpTree(exports: nil)
    let result = try runScript("embedded", [tree.folder])
    #expect(result.status == 0, "\(result.output)")
    #expect(!FileManager.default.fileExists(atPath: tree.path(".build/web/portico.wasm")))
  }

  @Test("A target that the table lists without sources does not pass")
  func missingTarget() throws {
    let tree = try madeUpTree(exports: nil)
    try tree.write("Pure : 0 : :\nPurer : 0 : :\n", to: "scripts/arrows.table")
    let result = try runScript("embedded", [tree.folder])
    #expect(result.status == 1)
    #expect(result.output.contains("Sources/Purer has no Swift file"))
  }

  /// Takes and gives back blocks of many sizes and alignments, and counts the damaged ones.
  private let churn = """
    import Above

    @_expose(wasm, "high") @_cdecl("high")
    public func high(_ left: UInt64, _ right: UInt64) -> UInt64 {
      left.multipliedFullWidth(by: right).high
    }

    @_expose(wasm, "churn") @_cdecl("churn")
    public func churn(_ rounds: Int32) -> Int32 {
      var blocks: [UnsafeMutableRawBufferPointer] = []
      var chance = Chance(seed: 7)
      var damaged: Int32 = 0
      for round in 0..<Int(rounds) {
        if blocks.count == 64 {
          let block = blocks.remove(at: chance.next(below: 64))
          let mark = block.first
          if block.contains(where: { $0 != mark }) { damaged += 1 }
          block.deallocate()
        }
        let size = 1 + chance.next(below: chance.next(below: 9) == 0 ? 40_000 : 300)
        let block = UnsafeMutableRawBufferPointer.allocate(
          byteCount: size, alignment: 1 << chance.next(below: 8))
        for index in 0..<size { block[index] = UInt8(truncatingIfNeeded: round) }
        blocks.append(block)
      }
      for block in blocks { block.deallocate() }
      return damaged
    }
    """

  private func madeUpTree(exports: String?) throws -> MadeUpTree {
    let runtime = try String(
      contentsOf: repository.appendingPathComponent("Web/Machine/runtime.c"), encoding: .utf8)
    let tree = try MadeUpTree([
      "scripts/arrows.table": "Pure : 0 : :\nAbove : 0 : Pure :\nHost : 1 : Above :\n",
      "Web/Machine/runtime.c": runtime,
      "Sources/Pure/Pure.swift": """
      package protocol Source {
        mutating func next() -> UInt32
      }
      package func below<S: Source>(_ limit: Int, from source: inout S) -> Int {
        Int(source.next() % UInt32(limit))
      }
      """,
      "Sources/Above/Chance.swift": """
      import Pure

      package struct Chance: Sendable {
        var seed: UInt32
        package init(seed: UInt32) { self.seed = seed }
        package mutating func next(below limit: Int) -> Int { below(limit, from: &self) }
      }

      extension Chance: Source {
        package mutating func next() -> UInt32 {
          seed = seed &* 1_664_525 &+ 1_013_904_223
          return seed >> 8
        }
      }
      """,
      "Sources/Host/Host.swift": "import Foundation",
    ])
    if let exports {
      try tree.write(exports, to: "Web/Machine/Exports.swift")
    }
    return tree
  }
}
