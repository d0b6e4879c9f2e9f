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
