import Foundation
import IdentityDomain
import IdentityFederation
import Testing

@testable import ServerCommands

/// FED-1.
@Suite("The file of providers")
struct ProvidersFileTests {
  private static let good = """
    - id: google
      kind: google
      client_id: 1.apps.example.com
      client_secret_file: google.secret
      native_client_ids: [ios-1, android-1]
    - id: work
      kind: oidc
      name: Example Work
      issuer: https://id.example.com/tenant
      client_id: portico
      scopes: [openid, email]
      authoritative_domains: [example.com]
      trusted_for_addresses: false
      level_two_contexts: ["urn:example:2"]
      algorithms: [ES256, PS256]

    """

  private func read(_ text: String, path: String = "etc/p.yaml") throws -> [ProviderConfiguration] {
    try ProvidersFile.read(
      ReadableFile(path: path, bytes: Array(text.utf8)), publicURL: "https://portico.example",
      files: ProviderSecretFiles { field, path throws(ProviderRefusal) in
        guard path == "etc/google.secret" else { throw ProviderRefusal(field, "not at \(path)") }
        return Array("s3cret".utf8)
      })
  }

  private func lines(_ text: String) -> [String] {
    do {
      _ = try read(text)
      return []
    } catch { return "\(error)".split(separator: "\n").map(String.init) }
  }

  @Test("Providers come from a file, in its order; secrets lie beside it")
  func providers() throws {
    let all = try read(Self.good)
    #expect(all.map(\.policy.id.text) == ["google", "work"])
    #expect(all.map(\.policy.name) == ["Google", "Example Work"])
    #expect(all[0].policy.takesNativeTokens && !all[1].policy.takesNativeTokens)
    #expect(all[1].policy.authoritativeDomains == ["example.com"])
    let json =
      #"[{"id":"work","kind":"oidc","name":"W","issuer":"https://a.example","client_id":"c"}]"#
    #expect(try read(json).map(\.policy.name) == ["W"])
    #expect(try read("[]").isEmpty)
  }

  @Test(
    "A mistake is reported with its place, its key and a remedy",
    arguments: [
      (
        "kind: gogle", "kind: google",
        "etc/p.yaml:2:9: `kind` must be one of oidc, google, apple, github"
      ),
      (
        "client_id: c\n  client: x", "client_id: 1.apps.example.com",
        "etc/p.yaml:4:3: unknown key `client`"
      ),
      ("team_id: x", "scopes: [openid, email]", "etc/p.yaml:11:3: unknown key `team_id`"),
      ("id: Work", "id: work", "etc/p.yaml:6:7: id: has 1 to 32 small letters"),
      ("id: google", "id: work", "etc/p.yaml:6:7: id: `google` is taken"),
      (
        "issuer: http://id.example.com", "issuer: https://id.example.com/tenant",
        "etc/p.yaml:9:11: issuer: "
      ),
      (
        "client_secret_file: other", "client_secret_file: google.secret",
        "etc/p.yaml:4:23: client_secret_file: not at etc/other"
      ),
      (
        "client_secret_file: /other", "client_secret_file: google.secret",
        "etc/p.yaml:4:23: client_secret_file: not at /other"
      ),
      ("algorithms: [HS256]", "algorithms: [ES256, PS256]", "etc/p.yaml:15:15: algorithms: "),
      (
        "scopes: openid", "scopes: [openid, email]",
        "etc/p.yaml:11:11: `scopes` must be a list of texts"
      ),
      (
        "trusted_for_addresses: 1", "trusted_for_addresses: false",
        "etc/p.yaml:13:26: `trusted_for_addresses` must be true or false"
      ),
    ])
  func wrong(written: String, instead: String, begins: String) {
    let said = lines(Self.good.replacingOccurrences(of: instead, with: written))
    #expect(said.count == 1 && said.contains { $0.hasPrefix(begins) }, "\(said)")
    #expect(!said.joined().contains("s3cret"))
  }

  @Test("All mistakes are reported at once")
  func together() {
    let said = lines("- id: a\n  kind: apple\n- id: b\n  kind: github\n- kind: oidc\n")
    #expect(said.count == 3, "\(said)")
  }

  @Test("Attack: a secret that others can read is refused")
  func openToOthers() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "providers-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let secret = folder.appending(path: "google.secret").path
    for (mode, isGood) in [(0o600, true), (0o400, true), (0o640, false), (0o604, false)] {
      try? FileManager.default.removeItem(atPath: secret)
      #expect(
        FileManager.default.createFile(
          atPath: secret, contents: Data("s3cret\n".utf8), attributes: [.posixPermissions: mode]))
      let file = ReadableFile(path: folder.path + "/p.yaml", bytes: Array(Self.good.utf8))
      let work = {
        try ProvidersFile.read(file, publicURL: "https://portico.example", files: .live).count
      }
      if isGood {
        #expect(try work() == 2)
      } else {
        let said = #expect(throws: ServeRefusals.self) { try work() }
        #expect(said?.description.contains("600") == true)
      }
    }
  }
}
