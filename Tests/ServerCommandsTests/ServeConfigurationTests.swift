import FlowDefinition
import Foundation
import IdentityDomain
import IdentityHTTP
import Logging
import Testing

@testable import ServerCommands

@Suite("Settings from flags, environment and file") struct ServeConfigurationTests {
  private func configuration(
    flags: [SettingKey: WrittenSetting.Text] = [:], _ environment: [String: String] = [:],
    file text: String? = nil, mode: UInt32 = 0o600, owner: UInt32 = geteuid(),
    path: String = "etc/portico.yaml"
  ) throws -> ServeConfiguration {
    var flags = flags
    if text != nil { flags[.config] = .one(path) }
    return try ServeConfiguration(flags: flags, environment: environment) {
      path throws(ServeRefusal) in
      ReadableFile(path: path, bytes: Array((text ?? "").utf8), mode: mode, owner: owner)
    }
  }

  private func lines(_ work: () throws -> Void) -> [String] {
    do {
      try work()
      return []
    } catch {
      return "\(error)".split(separator: "\n").map(String.init)
    }
  }

  @Test(
    "A flag wins over the environment, the environment over the file, the file over the default")
  func precedence() throws {
    let texts: [(flag: String?, variable: String?, line: String?)] =
      [nil, "1"].flatMap { flag in
        [nil, "2"].flatMap { variable in [nil, "3"].map { (flag, variable, $0) } }
      }
    for (flag, variable, line) in texts {
      let settings = try configuration(
        flags: flag.map { [.port: .one($0)] } ?? [:],
        variable.map { ["PORTICO_PORT": $0] } ?? [:], file: line.map { "port: \($0)" })
      #expect("\(settings.number(.port))" == flag ?? variable ?? line ?? "8080")
    }
  }

  @Test("Every setting that may stand in a file is read there, and the same from the environment")
  func everywhere() throws {
    for row in Setting.all where row.places.contains(.file) {
      let text =
        switch row.kind {
        case .text: "word"
        case .number(let range): "\(range.upperBound)"
        case .truth: row.standard == "true" ? "false" : "true"
        case .list: "word"
        case .choice(let words): words[words.count - 1]
        case .file, .folder: "/word"
        case .store: "sqlite:/word"
        }
      let path = row.key.path
      let value = row.kind == .list ? "[\(text)]" : text
      let file =
        path.count == 1
        ? "\(path[0]): \(value)" : "\(path[0]):\n  \(path[1]): \(value)"
      for settings in try [configuration(file: file), configuration([row.key.variable: text])] {
        switch row.kind {
        case .number: #expect("\(settings.number(row.key))" == text)
        case .truth: #expect("\(settings.isOn(row.key))" == text)
        case .list: #expect(settings.list(row.key) == [text])
        default: #expect(settings.text(row.key) == text)
        }
        #expect(settings.place(of: row.key) != nil)
      }
    }
  }

  @Test("A list is a list in the file, and has commas in the environment")
  func lists() throws {
    let written = try configuration(file: "regions: [DE, MX]\norigins:\n  - https://a.example")
    #expect(written.list(.regions) == ["DE", "MX"])
    #expect(try configuration(["PORTICO_REGIONS": "DE, MX,,"]).list(.regions) == ["DE", "MX"])
    #expect(
      lines { _ = try configuration(file: "regions: DE") } == [
        "etc/portico.yaml:1:10: `regions` must be a list; write its items as `- text`"
      ])
  }

  @Test("Paths of the file begin in its folder, those of flags where the server was started")
  func paths() throws {
    let settings = try configuration(
      file: "markets: markets.yaml\nstore: sqlite:data/store.sqlite\nmaster_key_file: /run/key")
    #expect(settings.text(.markets) == "etc/markets.yaml")
    #expect(settings.text(.store) == "sqlite:etc/data/store.sqlite")
    #expect(settings.text(.masterKeyFile) == "/run/key")
    let beside = try configuration(file: "markets: markets.yaml", path: "portico.yaml")
    #expect(beside.text(.markets) == "markets.yaml")
    #expect(try configuration(["PORTICO_MARKETS": "m.yaml"]).text(.markets) == "m.yaml")
  }

  @Test("JSON is a configuration as well")
  func json() throws {
    let settings = try configuration(
      file: #"{"port": 9000, "registration": {"disclose": true}, "origins": ["https://a.b"]}"#)
    #expect(settings.number(.port) == 9000 && settings.isOn(.disclosesTaken))
    #expect(settings.list(.origins) == ["https://a.b"])
  }

  @Test(
    "A mistake in a file is reported with its place and what to write",
    arguments: [
      (
        "prot: 1",
        "etc/portico.yaml:1:1: unknown setting `prot`; write `port`, or remove it"
          + " (docs/operations.md lists all settings)"
      ),
      (
        "host: ::1\nregistration:\n  disclsoe: true",
        "etc/portico.yaml:3:3: unknown setting `registration.disclsoe`; write "
          + "`registration.disclose`, or remove it (docs/operations.md lists all settings)"
      ),
      (
        "mail-from: a@b.c",
        "etc/portico.yaml:1:1: unknown setting `mail-from`; write `mail_from`, or remove it"
          + " (docs/operations.md lists all settings)"
      ),
      (
        "trusted-proxy: [127.0.0.1]",
        "etc/portico.yaml:1:1: unknown setting `trusted-proxy`; write `trusted_proxies`, or"
          + " remove it (docs/operations.md lists all settings)"
      ),
      (
        "limits.network_share: 1000",
        "etc/portico.yaml:1:1: `limits.network_share` stands in a map; write `limits:` and below it "
          + "`  network_share: 1000`"
      ),
      (
        "passwords.blocked: [a]",
        "etc/portico.yaml:1:1: `passwords.blocked` stands in a map; write `passwords:` and below it "
          + "`  blocked: …`"
      ),
      (
        "port: 80a",
        "etc/portico.yaml:1:1: port: `80a` is not a whole number from 0 to 65535; write one"
      ),
      ("port: [1]", "etc/portico.yaml:1:7: `port` must be one value"),
      (
        "port:", "etc/portico.yaml:1:1: `port` has no value; write one, or remove the line"
      ),
      (
        "registration:\n  disclose: yes",
        "etc/portico.yaml:2:3: registration.disclose: `yes` is neither true nor false; write one of the two"
      ),
      ("log: xml", "etc/portico.yaml:1:1: log: `xml` is not allowed; write json or text"),
      (
        "dev: true", "etc/portico.yaml:1:1: `dev` cannot be set in a file; use --dev"
      ),
      (
        "registration: true",
        "etc/portico.yaml:1:15: registration is a map; write `key: value` lines"
      ),
      ("- a", "etc/portico.yaml:1:1: a configuration is a map; write `key: value` lines"),
      (
        "port: 1\nport: 2",
        "etc/portico.yaml:2:1: The key `port` is already on line 1. Remove one of the two, or rename "
          + "this one."
      ),
    ])
  func refusals(text: String, line: String) {
    #expect(lines { _ = try configuration(file: text) } == [line])
  }

  @Test("All mistakes are reported at once, one line each")
  func several() {
    let said = lines {
      _ = try configuration(
        flags: [.port: .one("x")], ["PORTICO_PORTT": "1", "PORTICO_HOST": ""], file: "prot: 1")
    }
    #expect(said.count == 3)
    #expect(said.contains("--port: `x` is not a whole number from 0 to 65535; write one"))
  }

  @Test("The variable that controls what is built is not taken for an address to listen on")
  func buildVariable() throws {
    for value in ["", "0", "1", "commands"] {
      let settings = try configuration(["PORTICO_HOST": value])
      #expect(settings.text(.host) == "127.0.0.1", "\(value)")
    }
    #expect(
      lines { _ = try configuration(["PORTICO_HOST": "0.0.0.0"]) } == [
        "`PORTICO_HOST` controls what is built; set PORTICO_LISTEN_HOST to the address to listen on"
      ])
    let settings = try configuration(["PORTICO_LISTEN_HOST": "192.0.2.1", "PORTICO_HOST": "1"])
    #expect(settings.text(.host) == "192.0.2.1")
  }

  @Test(
    "A `PORTICO_` variable that is not a setting is refused",
    arguments: [
      ("PORTICO_PROT", "1", "set PORTICO_PORT, or unset it"),
      ("PORTICO_PUBLICURL", "1", "set PORTICO_PUBLIC_URL, or unset it"),
      ("PORTICO_DEV", "1", "unset it"),
      ("PORTICO_SERVICE_HOST", "10.0.0.1", "turn off enableServiceLinks"),
      ("PORTICO_ZZZZZZZZ", "1", "unset it"),
    ])
  func variables(name: String, value: String, advice: String) {
    let said = lines { _ = try configuration([name: value]) }
    #expect(said.count == 1 && said[0].hasPrefix("`\(name)` is set, but is not a setting"))
    #expect(said.first?.contains(advice) == true, "\(said)")
  }

  @Test("Other programs' variables and empty ones are ignored")
  func others() throws {
    let settings = try configuration(["PATH": "/bin", "PORTICO_PORT": "", "PORTICO_WHAT": ""])
    #expect(settings.number(.port) == 8080)
  }

  @Test("A file with a secret must be inaccessible to others, and owned by the server's user")
  func secretFile() throws {
    let text = "smtp_password: staple battery"
    for mode in [0o600, 0o400] as [UInt32] {
      #expect(try configuration(file: text, mode: mode).text(.smtpPassword) == "staple battery")
    }
    for mode in [0o640, 0o604, 0o644, 0o620, 0o700] as [UInt32] {
      let said = lines { _ = try configuration(file: text, mode: mode) }
      #expect(
        said.count == 1 && said[0].hasPrefix("etc/portico.yaml:1:1: the file contains a secret"))
      #expect(said[0].contains("chmod 600") && !said[0].contains("staple"))
    }
    let foreign = lines { _ = try configuration(file: text, owner: geteuid() + 1) }
    #expect(foreign.count == 1 && foreign[0].contains("chown"))
    #expect(
      try configuration(file: "port: 1", mode: 0o644, owner: geteuid() + 1).number(.port) == 1)
    let open = lines { _ = try configuration(file: "port: 1", mode: 0o666) }
    #expect(open.count == 1 && open[0].contains("anyone can change it"))
  }

  @Test("A value that a later check refuses is reported with its place as well")
  func later() throws {
    let key = ["PORTICO_MASTER_KEY": String(repeating: "5a3c", count: 16)]
    func refusal(_ file: String, _ environment: [String: String] = [:]) -> [String] {
      lines {
        _ = try ServePlan(
          try configuration(environment.merging(key) { first, _ in first }, file: file))
      }
    }
    let url = "public_url: https://id.example.com\n"
    #expect(refusal(url) == [])
    #expect(
      refusal(url + "regions: [Germany]") == [
        "etc/portico.yaml:2:1: --region: 'Germany' is not a country; write two capital letters (ISO "
          + "3166-1), such as DE"
      ])
    #expect(refusal("public_url: http://a.b")[0].hasPrefix("etc/portico.yaml:1:1: --public-url"))
    #expect(refusal(url + "operator_token: short")[0].hasPrefix("etc/portico.yaml:2:1: PORTICO_"))
    let fromEnvironment = refusal(url, ["PORTICO_OPERATOR_TOKEN": "short"])
    #expect(fromEnvironment[0].hasPrefix("PORTICO_OPERATOR_TOKEN is shorter"))
    #expect(refusal(url + "smtp: smtp://mail")[0].hasPrefix("etc/portico.yaml:2:1: --smtp: "))
    #expect(refusal(url + "versions: [iOS 2]")[0].hasPrefix("etc/portico.yaml:2:1: versions: "))
    #expect(refusal(url, ["PORTICO_SERVICE": "a\nb"])[0].hasPrefix("PORTICO_SERVICE: --service"))
    let twice = refusal(url + "master_key_file: key")
    #expect(twice.count == 1 && twice[0].contains("PORTICO_MASTER_KEY"))
    let inFile = refusal(url + "master_key: abc", ["PORTICO_MASTER_KEY": ""])
    #expect(inFile.count == 1 && inFile[0].contains("etc/portico.yaml:2:1"))
  }

  @Test("Each setting takes effect")
  func reach() throws {
    let plan = try ServePlan(
      try configuration(
        file: """
          public_url: https://id.example.com
          master_key: \(String(repeating: "5a3c", count: 16))
          proxy_header: forwarded
          limits: {connections: 7, shutdown_seconds: 3, network_share: 12}
          registration: {disclose: true, open: false}
          sessions: {compat: false}
          phone: {same_device_skip: false, recycled_after_days: 30}
          accounts: {deletion_wait_days: 14}
          passwords: {least: 12, least_new: 20, blocked: [Acme Rocket]}
          versions: ["iOS 2.1 2.4", Windows 11 3 3.1]
          log_level: warning
          """))
    #expect(plan.http.proxyHeader == .forwarded && plan.http.limits.connections == 7)
    #expect(plan.http.limits.shutdownTime == .seconds(3))
    let identity = plan.identity
    #expect(identity.disclosesTaken && !identity.isRegistrationOpen)
    #expect(!identity.isCompatOn && !identity.isDeviceTrustOn)
    #expect(identity.recycledAfter == .days(30) && identity.networkShare == 12)
    #expect(identity.deletionWait == .days(14))
    #expect(identity.accountPasswords.least == 12)
    let words: Set = ["acme rocket", "portico", "id.example.com"]
    #expect(identity.accountPasswords.blocked == words && identity.newPasswords.blocked == words)
    #expect(identity.newPasswords.least == 20)
    #expect(identity.versions.verdict(platform: "iOS", version: "2.0") == .updateRequired)
    #expect(identity.versions.verdict(platform: "iOS", version: "2.2") == .updateAvailable)
    #expect(identity.versions.verdict(platform: "Windows 11", version: "3.1") == .current)
    #expect(plan.log.format == .json && plan.log.level == .warning)
    #expect(identity.markets == .none && identity.experiments == .standard)
  }

  @Test("What is not set has its default")
  func defaults() throws {
    let plain = try ServeRequest(try configuration())
    let typed = ServeRequest()
    #expect(plain.host == typed.host && plain.port == typed.port && plain.service == typed.service)
    #expect(plain.limits == typed.limits && plain.passwords == typed.passwords)
    #expect(plain.recycledAfter == typed.recycledAfter && plain.isCompatOn == typed.isCompatOn)
    #expect(plain.deletionWait == .zero && typed.deletionWait == .zero)
    #expect(plain.disclosesTaken == typed.disclosesTaken && plain.proxyHeader == typed.proxyHeader)
    #expect(plain.isRegistrationOpen == typed.isRegistrationOpen)
    #expect(plain.isSameDeviceSkipOn == typed.isSameDeviceSkipOn)
    #expect(plain.networkShare == nil && plain.log.format == .json && plain.log.level == .info)
    let development = try ServeRequest(try configuration(flags: [.dev: .one("true")]))
    #expect(development.log.format == .text)
  }
}
