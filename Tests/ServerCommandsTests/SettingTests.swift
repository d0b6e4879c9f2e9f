import ArgumentParser
import Configuration
import Foundation
import Testing

@testable import ServerCommands

@Suite("The table of settings") struct SettingTests {
  @Test("Each key has one row, and no two are one variable or one flag")
  func rows() {
    #expect(
      Setting.all.map(\.key).sorted { $0.rawValue < $1.rawValue }
        == SettingKey.allCases.sorted { $0.rawValue < $1.rawValue })
    #expect(Set(SettingKey.allCases.map(\.variable)).count == SettingKey.allCases.count)
    let flags = Setting.all.compactMap(\.flag)
    #expect(Set(flags).count == flags.count)
  }

  @Test("SEC Secrets at rest: no secret has a flag, and each can be set in the environment")
  func secrets() {
    let secrets = Setting.all.filter(\.isSecret)
    #expect(secrets.map(\.key) == [.operatorToken, .masterKey, .smtpPassword, .smsToken])
    #expect(secrets.allSatisfy { $0.flag == nil && $0.places.contains(.environment) })
  }

  @Test("Existing names stay")
  func names() {
    let variables = [
      SettingKey.masterKey, .operatorToken, .smtpUser, .smtpPassword, .smsToken,
    ].map(\.variable)
    #expect(
      variables == [
        "PORTICO_MASTER_KEY", "PORTICO_OPERATOR_TOKEN", "PORTICO_SMTP_USER",
        "PORTICO_SMTP_PASSWORD", "PORTICO_SMS_TOKEN",
      ])
    let flags = [
      "host", "port", "store", "dev", "public-url", "trusted-proxy", "origin", "master-key-file",
      "region", "service", "mail-from", "smtp", "sms", "sms-from",
    ]
    #expect(Set(flags).isSubset(of: Setting.all.compactMap(\.flag)))
  }

  @Test("The command has each flag of the table, under its key", arguments: Setting.all)
  func flags(row: Setting) throws {
    guard let flag = row.flag else {
      #expect(!row.places.contains(.flag))
      return
    }
    let words = row.kind == .truth ? ["--\(flag)"] : ["--\(flag)", "word"]
    let command = try #require(try ServeCommand.parse(words) as ServeCommand?)
    let expected: WrittenSetting.Text =
      row.kind == .truth
      ? .one("true") : row.kind == .list ? .several(["word"]) : .one("word")
    #expect(command.flags == [row.key: expected])
  }

  @Test("The command has no flags but those of the table, and its help has their descriptions")
  func help() {
    let help = ServeCommand.helpMessage(columns: 10_000)
    for row in Setting.all {
      #expect(row.flag == nil || help.contains("--\(row.flag ?? "")"))
      #expect(row.flag == nil || help.contains(row.help), "\(row.key)")
      #expect(row.flag != nil || help.contains(row.key.rawValue), "\(row.key)")
    }
    let said = help.matches(of: /--([a-z-]+)/).map { String($0.output.1) }
    let known = Setting.all.compactMap(\.flag) + ["help", "version"]
    #expect(Set(said).subtracting(known).subtracting(["dev"]) == [])
  }

  @Test("docs/operations.md has the table, row by row")
  func documentation() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let text = try String(contentsOf: root.appending(path: "docs/operations.md"), encoding: .utf8)
    let lines = text.split(separator: "\n").map(String.init)
    let header = try #require(lines.firstIndex(of: SettingTable.header[0]))
    let written = Array(lines[header...].prefix { $0.hasPrefix("|") })
    let isSame = written == SettingTable.lines
    #expect(isSame, "write there:\n\(SettingTable.lines.joined(separator: "\n"))")
  }

  @Test("Each setting is read when the server starts, and nothing else is")
  func used() throws {
    let ears = Ears()
    let configuration = try ServeConfiguration(
      flags: [:], environment: [:], file: { _ throws(ServeRefusal) in fatalError() }, reporter: ears
    )
    _ = try ServeRequest(configuration)
    // Looked at before, to open the file.
    let asked = ears.asked.union([SettingKey.config.rawValue])
    // Without a value it is not asked for: its default differs with `--dev`.
    #expect(
      asked.union([SettingKey.networkShare.rawValue])
        == Set(SettingKey.allCases.map(\.rawValue)))
  }
}

/// Hears which settings are looked at.
private final class Ears: AccessReporter, @unchecked Sendable {
  // Under `lock`.
  private var keys: Set<String> = []
  private let lock = NSLock()

  var asked: Set<String> { lock.withLock { keys } }

  func report(_ event: AccessEvent) {
    lock.withLock { _ = keys.insert(event.metadata.key.components.joined(separator: ".")) }
  }
}

/// The table as docs/operations.md shows it.
enum SettingTable {
  static let header = [
    "| file | environment | flag | value | default | |", "|---|---|---|---|---|---|",
  ]

  static var lines: [String] {
    header
      + Setting.all.map { row in
        let cells = [
          row.places.contains(.file) ? "`\(row.key.rawValue)`" : "",
          row.places.contains(.environment) ? "`\(row.key.variable)`" : "",
          row.flag.map { "`--\($0)`" } ?? "", kind(row),
          row.standard.isEmpty ? "" : "`\(row.standard)`",
          // Else it is a tag of HTML.
          row.help.replacing("<", with: "\\<"),
        ]
        return "| " + cells.joined(separator: " | ") + " |"
      }
  }

  private static func kind(_ row: Setting) -> String {
    let kind =
      switch row.kind {
      case .text: "text"
      case .number(let range): "\(range.lowerBound) to \(range.upperBound)"
      case .truth: "true, false"
      case .list: "list"
      case .choice(let words): words.joined(separator: ", ")
      case .file: "file"
      case .folder: "folder"
      case .store: "store"
      }
    return row.isSecret ? "secret" : kind
  }
}
