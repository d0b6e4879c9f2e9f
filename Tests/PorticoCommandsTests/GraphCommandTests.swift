import Foundation
import Testing

/// `portico graph`, with Graphviz where a picture is drawn.
@Suite struct GraphCommandTests {
  @Test(
    "graph draws every screen and the arrows between them", arguments: ["mermaid", "dot", "svg"])
  func draws(format: String) async throws {
    let run = try await Program.run(["graph", "onboarding", "--format", format])
    #expect(run.status == 0, "\(run.errors)")
    for screen in [
      "screenA", "screenB1", "screenB2", "screenB3", "screenC1", "screenC2", "screenD",
    ] {
      #expect(run.output.contains(screen))
    }
    #expect(run.output.contains("rLogin succeeded"))
  }

  @Test(
    "The picture of a shipped flow is at most 1,600 pixels wide, and its texts stay readable",
    arguments: ["account", "phone", "market", "bootstrap", "onboarding", "entry"])
  func fits(flow: String) async throws {
    let folder = try TemporaryFolder()
    let run = try await Program.run(["graph", flow, "-o", folder.path + "/flow.svg"])
    #expect(run.status == 0 && run.output.isEmpty, "\(run.errors)")
    let picture = String(decoding: try folder.read("flow.svg"), as: UTF8.self)
    let size = try #require(picture.firstMatch(of: /<svg width="(\d+)pt" height="(\d+)pt"/))
    // A point is 4/3 of a pixel.
    #expect(try #require(Int(size.1)) <= 1_200)
    let scale = try #require(picture.firstMatch(of: /scale\(([0-9.]+)/))
    #expect(try #require(Double(scale.1)) >= 0.7)
  }

  @Test(
    "--expand opens a sub-flow, --all every one, and a name that fits none is refused with those that do"
  )
  func opens() async throws {
    let closed = try await Program.run(["graph", "entry"])
    #expect(closed.output.contains("account") && !closed.output.contains("signUp"))
    let open = try await Program.run(["graph", "entry", "--expand", "account"])
    #expect(open.output.contains("signUp") && !open.output.contains("OTPVerificationVC"))
    let all = try await Program.run(["graph", "entry", "--all"])
    #expect(all.output.contains("signUp") && all.output.contains("OTPVerificationVC"))
    let wrong = try await Program.run(["graph", "entry", "--expand", "acount"])
    #expect(wrong.status == 64 && wrong.errors.contains("did you mean 'account'?"))
    let both = try await Program.run(["graph", "entry", "--all", "--expand", "account"])
    #expect(both.status == 64 && both.errors.contains("leave out '--expand'"))
  }

  @Test("Texts are in the language asked for; one that the flow does not have is refused")
  func languages() async throws {
    let german = try await Program.run(["graph", "account", "--language", "de", "--format", "dot"])
    #expect(german.status == 0 && german.output.contains("Anmelden"))
    let wrong = try await Program.run(["graph", "account", "--language", "xx"])
    #expect(wrong.status == 64 && wrong.errors.contains("the flow has: en, de, ar"))
  }

  @Test("Without Graphviz a picture is refused with what to install, and text formats are not")
  func withoutGraphviz() async throws {
    let (folder, home) = (try TemporaryFolder(), try TemporaryFolder())
    let command =
      #"program=$(command -v portico); PATH=/nowhere "$program" graph onboarding --format "#
    let svg = try await Program.shell(command + "svg", in: folder, home: home)
    #expect(
      svg.status == 64 && svg.errors.contains("install the package 'graphviz'"), "\(svg.errors)")
    let dot = try await Program.shell(command + "dot", in: folder, home: home)
    #expect(dot.status == 0 && dot.output.hasPrefix("digraph "))
  }
}
