import Foundation
import Testing

@testable import PorticoCommands

/// What the commands write and read, and what they say where that fails.
@Suite struct FilesTests {
  private static let play = "title: x\nsteps: [launch, expect: {screen: a}]\n"

  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for name in ["a", "b"] {
      _ = try folder.write(
        "flow: \(name)\nversion: 1\ninitial: a\nscreens: {a: {after: {1s: b}}, b: {}}\n",
        to: "\(name).flow.yaml")
    }
    _ = try folder.write(Self.play, to: "a.play.yaml")
    return folder
  }

  private func run(_ command: String, in folder: TemporaryFolder) async throws -> Program.Run {
    try await Program.shell(command, in: folder, home: folder)
  }

  private func exists(_ name: String, in folder: TemporaryFolder) -> Bool {
    FileManager.default.fileExists(atPath: "\(folder.path)/\(name)")
  }

  @Test("A script with several versions of the flow is not recorded, and nothing is written")
  func recordedUpdate() async throws {
    let folder = try folder()
    let wizard = Program.root.path + "/Examples/flows/wizard"
    let script = "play/updated-before-it-is-sent.play.yaml"
    let play = "portico play wizard.flow.yaml --simulated --script \(script)"
    let run = try await run("cd '\(wizard)'; \(play) --record \"$OLDPWD/x\"", in: folder)
    #expect(run.status == 64)
    #expect(
      run.errors.contains("\(script):") && run.errors.contains("leave out --record"),
      "\(run.errors)")
    #expect(run.output == "")
    #expect(!exists("x", in: folder))
  }

  @Test(
    "The folder of a path is what stands before its last name",
    arguments: [
      ("o", ""), ("o/", ""), ("a/b", "a"), ("a/b/", "a"), ("./o", "."), ("/", ""), ("//", ""),
      ("/a", "/"), ("/a/b//", "/a"), ("", ""),
    ])
  func folders(path: String, folder: String) {
    #expect(OutputFile.folder(of: path) == folder)
  }

  @Test("A folder whose name is one letter is made")
  func shortName() async throws {
    let folder = try folder()
    let run = try await run("portico compile a.flow.yaml -o o", in: folder)
    #expect(run.status == 0, "\(run.errors)")
    #expect(exists("o/a.flow", in: folder))
  }

  // MARK: Locks side by side

  @Test("Locking one document leaves the copies that another lock of the folder keeps")
  func locksSideBySide() async throws {
    let folder = try folder()
    let both = try await run("portico lock a.flow.yaml && portico lock b.flow.yaml", in: folder)
    #expect(both.status == 0, "\(both.errors)")
    #expect(exists("versions/1/a.flow.yaml", in: folder))
    #expect(exists("versions/1/b.flow.yaml", in: folder))
    // What it kept itself and needs no longer goes.
    let use =
      "flow: a\nversion: 1\ninitial: s\nstates: {s: {flow: part.flow.yaml, outcomes: {done: t}}}\n"
      + "screens: {t: {}}\n"
    _ = try folder.write(
      "flow: part\nversion: 1\ninitial: p\noutcomes: [done]\nscreens: {p: {after: {1s: q}}}\n"
        + "states: {q: {final: done}}\n", to: "part.flow.yaml")
    _ = try folder.write(use, to: "a.flow.yaml")
    let used = try await run("portico lock --unshipped a.flow.yaml", in: folder)
    #expect(used.status == 0 && exists("versions/1/part.flow.yaml", in: folder), "\(used.errors)")
    _ = try folder.write(
      "flow: a\nversion: 1\ninitial: a\nscreens: {a: {after: {1s: b}}, b: {}}\n", to: "a.flow.yaml")
    let unused = try await run("portico lock --unshipped a.flow.yaml", in: folder)
    #expect(unused.status == 0 && !exists("versions/1/part.flow.yaml", in: folder))
    #expect(exists("versions/1/b.flow.yaml", in: folder))
  }

  @Test("Copies that another lock needs with other contents are not replaced")
  func locksShared() async throws {
    let folder = try folder()
    func base(_ seconds: Int) -> String {
      "flow: base\nversion: 1\ninitial: a\nscreens: {a: {after: {\(seconds)s: b}}, b: {}}\n"
    }
    _ = try folder.write(base(1), to: "base.flow.yaml")
    _ = try folder.write(
      "flow: more\nversion: 1\nextends: base.flow.yaml\nbefore: {b: c}\n"
        + "screens: {c: {after: {1s: b}}}\n", to: "more.flow.yaml")
    let first = try await run("portico lock base.flow.yaml", in: folder)
    #expect(first.status == 0, "\(first.errors)")
    _ = try folder.write(base(2), to: "base.flow.yaml")
    let second = try await run("portico lock more.flow.yaml", in: folder)
    #expect(second.status == 65, "\(second.output)")
    #expect(second.errors.contains("another flow's lock") && second.errors.contains("`version: 2`"))
    let kept = String(decoding: try folder.read("versions/1/base.flow.yaml"), as: UTF8.self)
    #expect(kept == base(1) && !exists("more.flow.lock", in: folder))
  }

  // MARK: Standard output

  @Test(
    "Lost output has status 74 and one line, and a closed pipe is no mistake",
    arguments: [
      "names entry", "check a.flow.yaml", "check a.flow.yaml --format sarif", "graph a.flow.yaml",
      "play a.flow.yaml --script a.play.yaml", "compile a.flow.yaml -o out", "--help",
    ])
  func outputLost(command: String) async throws {
    let folder = try folder()
    let full = try await run("portico \(command) > /dev/full", in: folder)
    #expect(full.status == 74, "\(full.errors)")
    // Why is known where the last of it could not be written.
    #expect(full.errors.hasPrefix("Error: cannot write to the standard output"), "\(full.errors)")
    #expect(full.errors.split(separator: "\n").count == 1)
    let closed = try await run("portico \(command) | head -0", in: folder)
    #expect(closed.errors.isEmpty && closed.status == 0, "\(closed.errors)")
  }

  // MARK: Files

  @Test("Links stay links, and pipes and devices stay what they are")
  func writesThrough() async throws {
    let folder = try folder()
    _ = try folder.write("old", to: "real.mmd")
    let link = try await run(
      "ln -s real.mmd link.mmd && ln -s new.mmd far.mmd && mkfifo pipe && cat pipe > got & "
        + "sleep 0.3; portico graph a.flow.yaml -o link.mmd && portico graph a.flow.yaml -o far.mmd "
        + "&& portico graph a.flow.yaml -o pipe; wait; test -L link.mmd && test -L far.mmd && test -p pipe",
      in: folder)
    #expect(link.status == 0, "\(link.errors)")
    for name in ["real.mmd", "new.mmd", "got"] {
      #expect(
        String(decoding: try folder.read(name), as: UTF8.self).contains("flowchart"), "\(name)")
    }
    #expect(try await run("portico graph a.flow.yaml -o /dev/null", in: folder).status == 0)
    let full = try await run("portico graph a.flow.yaml -o /dev/full", in: folder)
    #expect(full.status == 74)
    #expect(full.errors == "Error: cannot write '/dev/full': no space is left on the device\n")
    #expect(try await run("test -c /dev/full && test -c /dev/null", in: folder).status == 0)
  }

  @Test("A replaced file keeps its permissions, and nothing else is left in the folder")
  func replaces() async throws {
    let folder = try folder()
    let run = try await run(
      "touch x.mmd; chmod 640 x.mmd; portico graph a.flow.yaml -o x.mmd; stat -c %a x.mmd; ls | wc -l",
      in: folder)
    #expect(run.output == "640\n4\n", "\(run.output)")
  }

  @Test("graph refuses an ending that it does not know")
  func unknownEnding() async throws {
    let folder = try folder()
    let png = try await run("portico graph a.flow.yaml -o x.png", in: folder)
    #expect(png.status == 64 && !exists("x.png", in: folder))
    #expect(png.errors.hasPrefix("Error: unknown ending '.png'; it is one of: .svg, .dot"))
    let told = try await run("portico graph a.flow.yaml --format dot -o x.png", in: folder)
    #expect(told.status == 0 && exists("x.png", in: folder))
  }

  @Test(
    "What cannot be written is told in one line, with status 73",
    arguments: [
      ("graph a.flow.yaml -o no/x.svg --format dot", "'no/x.svg': there is no folder 'no'"),
      ("graph a.flow.yaml -o dir --format dot", "'dir': it is a folder"),
      (
        "graph a.flow.yaml -o a.play.yaml/x.dot",
        "'a.play.yaml/x.dot': 'a.play.yaml' is not a folder"
      ),
      ("graph a.flow.yaml -o loop.dot", "'loop.dot': its symbolic links lead in a circle"),
      ("names a.flow.yaml -o no/x.swift", "'no/x.swift': there is no folder 'no'"),
      ("compile a.flow.yaml -o a.play.yaml", "'a.play.yaml': 'a.play.yaml' is not a folder"),
      ("check a.flow.yaml --paths a.play.yaml", "'a.play.yaml': 'a.play.yaml' is not a folder"),
      (
        "play a.flow.yaml --script a.play.yaml --record no/x",
        "'no/x': there is no folder 'no'"
      ),
      ("lock b.flow.yaml", "versions': 'versions' is not a folder"),
    ])
  func cannotWrite(command: String, words: String) async throws {
    let folder = try folder()
    let prepare = "mkdir dir; ln -s loop.dot loop.dot; touch versions; "
    let run = try await run(prepare + "portico \(command) > out", in: folder)
    #expect(run.status == 73, "\(run.errors)")
    #expect(run.errors.hasPrefix("Error: cannot write '"), "\(run.errors)")
    #expect(run.errors.hasSuffix("\(words)\n"), "\(run.errors)")
    #expect(run.errors.split(separator: "\n").count == 1)
  }

  @Test(
    "What is there and cannot be read is told with the reason, and status 66",
    arguments: [
      ("check .", "'.': it is a folder"),
      ("check dir.flow.yaml", "'dir.flow.yaml': it is a folder"),
      ("check loop.flow.yaml", "'loop.flow.yaml': its symbolic links lead in a circle"),
      ("graph gone.flow.yaml", "'gone.flow.yaml': it is a link to what is not there"),
      ("play a.flow.yaml --script dir.flow.yaml", "'dir.flow.yaml': it is a folder"),
    ])
  func cannotRead(command: String, words: String) async throws {
    let folder = try folder()
    let prepare =
      "mkdir dir.flow.yaml; ln -s loop.flow.yaml loop.flow.yaml; ln -s no gone.flow.yaml; "
    let run = try await run(prepare + "portico \(command)", in: folder)
    #expect(run.status == 66 && run.output.isEmpty, "\(run.output)")
    #expect(run.errors == "Error: cannot read \(words)\n", "\(run.errors)")
  }

  @Test("A file that a document names and that cannot be read is told with the reason")
  func cannotReadInside() async throws {
    let folder = try folder()
    _ = try folder.write(
      "flow: c\nversion: 1\nlanguages: [en]\ninitial: a\nscreens: {a: {elements: [{text: t}]}}\n"
        + "texts: {en: dir}\n", to: "c.flow.yaml")
    for command in ["check", "graph"] {
      let run = try await run("mkdir -p dir; portico \(command) c.flow.yaml", in: folder)
      #expect(
        (run.output + run.errors).contains("The file `dir` cannot be read: it is a folder. Write"),
        "\(run.output) \(run.errors)")
    }
  }

  @Test("A damaged journal is told in a sentence")
  func damagedJournal() async throws {
    let folder = try folder()
    let run = try await run(
      "mkdir st; head -c 300 /dev/urandom > st/a.journal; echo q | portico run a.flow.yaml --state st",
      in: folder)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("has been set aside."), "\(run.output)")
    #expect(!run.output.contains("FlowError"), "\(run.output)")
  }
}
