import Foundation

// The program built by `scripts/fuzz`. `PORTICO_FUZZ_TARGET` names the target; with
// `PORTICO_FUZZ_SEEDS` its seeds are written to that folder, and nothing is fuzzed. `--targets`
// alone lists the targets.

/// libFuzzer's own loop. C and Swift pass these arguments in the same way.
@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
  _ count: UnsafeMutablePointer<CInt>,
  _ words: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

private let environment = ProcessInfo.processInfo.environment

private let target: FuzzTarget = {
  let name = environment["PORTICO_FUZZ_TARGET"] ?? ""
  guard let target = FuzzTarget(rawValue: name) else {
    let known = FuzzTarget.allCases.map(\.rawValue).joined(separator: ", ")
    fatalError("PORTICO_FUZZ_TARGET is '\(name)'; it is one of: \(known)")
  }
  return target
}()

@main
struct FuzzMain {
  static func main() throws {
    if CommandLine.arguments.dropFirst() == ["--targets"] {
      print(FuzzTarget.allCases.map(\.rawValue).joined(separator: " "))
      return
    }
    if let folder = environment["PORTICO_FUZZ_SEEDS"] {
      for (index, seed) in (target.seeds + target.flawedSeeds).enumerated() {
        try Data(seed).write(to: URL(fileURLWithPath: "\(folder)/seed-\(index)"))
      }
      return
    }
    var count = CommandLine.argc
    var words = CommandLine.unsafeArgv
    let status = runFuzzer(&count, &words) { start, count in
      do {
        try target.run(Array(UnsafeBufferPointer(start: start, count: count)))
      } catch {
        fatalError("\(error)")
      }
      return 0
    }
    exit(status)
  }
}
