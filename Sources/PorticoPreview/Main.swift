import Foundation
import StandardFlows

// PorticoPreview: the page with the shipped flows, while the server is still being compiled.
//
// Owns: the first stage of `make run` (scripts/run). Must not: need anything that takes long to
// build. Flows get their simulated answers here, and the page says so.

@main
enum PorticoPreview {
  static func main() async {
    let arguments = CommandLine.arguments
    guard arguments.count == 4, let port = UInt16(arguments[2]) else {
      fail("usage: portico-preview SITE PORT PROGRESS; scripts/run calls it")
    }
    let site = URL(fileURLWithPath: arguments[1])
    let progress = BuildProgress(file: arguments[3])
    do {
      let flows = StandardFlow.all.map { ("/flows/\($0.name).flow", Data($0.bytes)) }
      let server = try PageServer(folder: site, more: flows, progress: progress)
      try await server.run(port: port, start: "/?flow=onboarding&dev") { port in
        FileHandle.standardOutput.write(Data("listening on http://127.0.0.1:\(port)\n".utf8))
      }
    } catch {
      fail("\(error)")
    }
  }

  private static func fail(_ problem: String) -> Never {
    FileHandle.standardError.write(Data("portico-preview: \(problem)\n".utf8))
    exit(1)
  }
}
