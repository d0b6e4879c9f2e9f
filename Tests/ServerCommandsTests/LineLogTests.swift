import Foundation
import Logging
import Synchronization
import Testing

@testable import ServerCommands

@Suite("Lines of the log") struct LineLogTests {
  private final class Lines: Sendable {
    let all = Mutex<[String]>([])
  }

  private func lines(
    _ format: LogSettings.Format, level: Logger.Level = .info, _ work: (Logger) -> Void
  ) -> [String] {
    let lines = Lines()
    var log = Logger(label: "test") { _ in
      LineLogHandler(format: format, time: { "2026-11-21T08:30:00.000Z" }) { line in
        lines.all.withLock { $0.append(line) }
      }
    }
    log.logLevel = level
    work(log)
    return lines.all.withLock { $0 }
  }

  /// What could break a line, a quote or a terminal.
  private static let texts = [
    "", "word", "two words", "a \"quote\"", "back\\slash", "line\nbreak", "\r\t\u{0}\u{1b}[31m",
    "\u{2028}\u{2029}\u{85}", "\u{202e}turned", "ümläut 🙂", "\u{7f}", "{\"a\":1}", "a=b",
    "tag \u{e0041} end",
  ]

  @Test("Whatever is logged, a line is one JSON object with the same values")
  func json() throws {
    for text in Self.texts {
      let said = lines(.json) { log in
        log.warning(
          "\(text)",
          metadata: [
            "value": "\(text)", text: "key", "list": ["\(text)", "b"], "map": [text: "\(text)"],
          ])
      }
      #expect(said.count == 1)
      let line = try #require(said.first)
      #expect(!line.unicodeScalars.contains { $0.properties.generalCategory == .control })
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      #expect(object["time"] as? String == "2026-11-21T08:30:00.000Z")
      #expect(object["level"] as? String == "warning")
      #expect(object["message"] as? String == text)
      #expect(object["value"] as? String == text)
      #expect(object[text] as? String == "key")
      #expect(object["list"] as? [String] == [text, "b"])
      #expect(object["map"] as? [String: String] == [text: text])
    }
  }

  @Test("A field of the line cannot be overwritten")
  func reserved() throws {
    let said = lines(.json) { $0.info("m", metadata: ["level": "x", "time": "y", "message": "z"]) }
    #expect(
      said == [
        #"{"time":"2026-11-21T08:30:00.000Z","level":"info","message":"m","level_":"x","#
          + #""message_":"z","time_":"y"}"#
      ])
  }

  @Test("The text format is one line as well, with values of more than one word in quotes")
  func text() {
    for text in Self.texts {
      let said = lines(.text) { $0.info("\(text)", metadata: ["value": "\(text)"]) }
      #expect(said.count == 1)
      #expect(
        said.allSatisfy { line in
          !line.unicodeScalars.contains {
            [.control, .format, .lineSeparator, .paragraphSeparator]
              .contains($0.properties.generalCategory)
          }
        })
    }
    let said = lines(.text) { $0.info("request", metadata: ["b": "two words", "a": "1"]) }
    #expect(said == [#"2026-11-21T08:30:00.000Z info request a=1 b="two words""#])
  }

  @Test("Numbers are written as numbers, except those that JSON cannot express")
  func numbers() {
    let said = lines(.json) { log in
      log.info(
        "m",
        metadata: [
          "a": .stringConvertible(200), "b": .stringConvertible(3.25),
          "c": .stringConvertible(Double.nan), "d": .stringConvertible(true),
        ])
    }
    #expect(said.first?.hasSuffix(#""a":200,"b":3.25,"c":"nan","d":"true"}"#) == true, "\(said)")
  }

  @Test("A reader that stops holds nobody up, and what is dropped is counted where it is missing")
  func slowReader() async throws {
    var ends: [Int32] = [0, 0]
    let made = pipe(&ends)
    try #require(made == 0)
    let (reading, writing) = (ends[0], ends[1])
    let lines = LogLines(file: writing, most: 64 * 1024)
    func line(_ number: Int) -> String { "\(number) " + String(repeating: "x", count: 100) }
    for number in 0..<5_000 { lines.write(line(number)) { "lost \($0)" } }
    let reader = Task.detached {
      var found: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 4_096)
      while true {
        let count = read(reading, &buffer, buffer.count)
        guard count > 0 else { return found }
        found += buffer[..<count]
      }
    }
    await lines.settle(within: .seconds(60))
    lines.write("last") { "lost \($0)" }
    close(writing)
    let found = String(decoding: await reader.value, as: UTF8.self).split(separator: "\n")
    close(reading)
    var (next, losses) = (0, 0)
    for text in found.dropLast() {
      if text.hasPrefix("lost ") {
        next += try #require(Int(text.dropFirst(5)))
        losses += 1
      } else {
        #expect(text == line(next))
        next += 1
      }
    }
    #expect(next == 5_000 && losses > 0 && found.last == "last")
  }

  @Test("Nobody who reads any more is no trouble, and a file takes every line at once")
  func otherReaders() throws {
    var ends: [Int32] = [0, 0]
    let made = pipe(&ends)
    try #require(made == 0)
    signal(SIGPIPE, SIG_IGN)
    close(ends[0])
    LogLines(file: ends[1]).write("gone") { "lost \($0)" }
    close(ends[1])
    let folder = try TemporaryFolderOfTests()
    let file = open(folder.path("log"), O_WRONLY | O_CREAT, 0o600)
    let lines = LogLines(file: file, most: 0)
    for number in 0..<100 { lines.write("\(number)") { "lost \($0)" } }
    close(file)
    let text = try String(contentsOfFile: folder.path("log"), encoding: .utf8)
    #expect(text == (0..<100).map { "\($0)\n" }.joined())
  }

  @Test("The line that counts what was dropped is one of the log", arguments: [1, 20_000])
  func lossLine(count: Int) throws {
    let line = LogSettings.Format.json.lossLine(count, at: "2026-11-21T08:30:00.000Z")
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    #expect(object["count"] as? Int == count && object["level"] as? String == "warning")
    #expect(
      LogSettings.Format.text.lossLine(count, at: "T").hasPrefix("T warning lines of the log"))
  }

  @Test("Lines below the level are not written")
  func level() {
    let said = lines(.json, level: .warning) { log in
      log.info("less")
      log.error("more")
    }
    #expect(said.count == 1 && said[0].contains("more"))
  }

  @Test("Of an error the type is logged, never its text")
  func error() {
    struct Fault: Error, CustomStringConvertible { let description = "hunter2" }
    let said = lines(.json) { $0.error("failed", error: Fault()) }
    #expect(
      said.count == 1 && said[0].contains(#""error":"Fault""#) && !said[0].contains("hunter2"))
  }
}
