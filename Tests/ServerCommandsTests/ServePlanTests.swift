import Foundation
import IdentityDelivery
import IdentityDomain
import IdentityFederation
import IdentityHTTP
import IdentityKeys
import IdentitySenders
import Testing

@testable import ServerCommands

@Suite("Settings that the server accepts or refuses") struct ServePlanTests {
  private func plan(_ change: (inout ServeRequest) -> Void) throws -> ServePlan {
    var request = ServeRequest()
    request.publicURL = "https://id.example.com"
    request.masterKeyText = String(repeating: "5a3c", count: 16)
    change(&request)
    return try ServePlan(request)
  }

  private func refusal(_ change: (inout ServeRequest) -> Void) -> String? {
    do {
      _ = try plan(change)
      return nil
    } catch { return (error as? ServeRefusal)?.description }
  }

  @Test("An https address and a master key are all it needs behind a proxy on the same machine")
  func least() throws {
    let plan = try plan { _ in }
    #expect(plan.store == .sqlite(path: "portico.sqlite"))
    #expect(!plan.http.isDevelopment)
  }

  @Test("Without a master key it does not start, except for development")
  func masterKey() throws {
    #expect(refusal { $0.masterKeyText = nil }?.contains("PORTICO_MASTER_KEY") == true)
    let development = try plan {
      $0.masterKeyText = nil
      $0.publicURL = nil
      $0.isDevelopment = true
    }
    #expect(development.masterKey.origin == .development)
    #expect(development.store == .sqlite(path: "portico-dev.sqlite"))
    #expect(refusal { $0.masterKeyFile = "f" } != nil)
    let twice = refusal {
      $0.masterKeyFile = "f"
      $0.masterKeyPlace = "portico.yaml:3:1"
    }
    #expect(twice?.contains("in portico.yaml:3:1") == true)
  }

  @Test("Development listens on loopback only", arguments: ["0.0.0.0", "192.0.2.1", "example.com"])
  func development(host: String) {
    let refusal = refusal {
      $0.isDevelopment = true
      $0.host = host
    }
    #expect(refusal?.contains("loopback only") == true)
  }

  @Test("A sign-in returns to the configured addresses and to the page, and nowhere else")
  func returns() throws {
    let own = try plan { $0.returnURLs = ["com.example.app:/return"] }.identity.returns
    #expect(own.allow("com.example.app:/return") && own.allow("https://id.example.com/"))
    for other in ["https://id.example.com", "https://id.example.com/x", "http://127.0.0.1/"] {
      #expect(!own.allow(other), "\(other)")
    }
    for wrong in ["http://app.example/", "myapp:/x", "https://app.example/#x", ""] {
      #expect(
        refusal { $0.returnURLs = [wrong] }?.hasPrefix("return_urls: '\(wrong)'") == true,
        "\(wrong)")
    }
    let development = try plan {
      $0.isDevelopment = true
      $0.publicURL = nil
    }
    #expect(development.identity.returns.allow("http://127.0.0.1:8080/"))
  }

  @Test("Development takes configured providers too, also without TLS on its own machine")
  func signInProviders() throws {
    func file(_ issuer: String) -> ReadableFile {
      ReadableFile(
        path: "p.yaml",
        bytes: Array(
          "- {id: work, kind: oidc, name: Work, issuer: \"\(issuer)\", client_id: c}".utf8))
    }
    func found(_ issuer: String, isDevelopment: Bool) throws -> [String] {
      try plan {
        $0.signIn = file(issuer)
        $0.isDevelopment = isDevelopment
        if isDevelopment { $0.publicURL = nil }
      }.signIn.configurations.map(\.policy.id.text)
    }
    #expect(try found("https://i.example", isDevelopment: false) == ["work"])
    #expect(try found("http://127.0.0.1:4593", isDevelopment: true) == ["work"])
    #expect(throws: (any Error).self) { try found("http://127.0.0.1:4593", isDevelopment: false) }
    #expect(throws: (any Error).self) { try found("http://i.example", isDevelopment: true) }
  }

  @Test("Off loopback it needs an https address and the proxies in front of it")
  func offLoopback() throws {
    #expect(refusal { $0.publicURL = nil }?.contains("--public-url is not set") == true)
    #expect(refusal { $0.publicURL = "http://id.example.com" }?.contains("use https") == true)
    #expect(refusal { $0.host = "0.0.0.0" }?.contains("--trusted-proxy") == true)
    let plan = try plan {
      $0.host = "0.0.0.0"
      $0.publicURL = "https://ID.example.com:443/"
      $0.trustedProxies = ["192.0.2.0/24"]
    }
    #expect(plan.http.publicURL?.text == "https://id.example.com")
    #expect(refusal { $0.trustedProxies = ["proxy"] }?.contains("192.0.2.1") == true)
    let broad = refusal { $0.trustedProxies = ["0.0.0.0/0"] }
    #expect(broad?.hasPrefix("--trusted-proxy is 0.0.0.0/0") == true)
  }

  @Test(
    "An origin is a scheme, a host and a port",
    arguments: [
      "", "id.example.com", "ftp://a.b", "https://", "https://a.b/path", "https://u@a.b",
      "https://a.b?x", "https://a.b#x", "*",
    ])
  func badOrigin(text: String) {
    #expect(refusal { $0.origins = [text] }?.hasPrefix("--origin: '\(text)'") == true)
  }

  @Test(
    "What is not the address of a store is refused with what to write",
    arguments: [
      ("", "sqlite:"), ("file", "sqlite:"), ("sqlite:", "sqlite:"), ("mysql:x", "postgres://"),
      ("sqlite:a\u{0}b", "sqlite:"), ("postgres://db", "postgres://USER@HOST"),
      ("postgres://ann:s3cret@db/portico", "PGPASSFILE"),
    ])
  func badStore(text: String, remedy: String) {
    let line = refusal { $0.store = text }
    #expect(line?.hasPrefix("--store: ") == true && line?.contains(remedy) == true)
    #expect(line?.contains("s3cret") == false)
  }

  @Test("Messages name the service, and codes the host of the public address")
  func messages() throws {
    let plan = try plan { $0.service = "Acme Post" }
    #expect(plan.delivery.service == "Acme Post" && plan.delivery.codeHost == "id.example.com")
    #expect(plan.identity.accountPasswords.blocked.contains("acme post"))
    for name in ["", "two\nlines", String(repeating: "x", count: 41)] {
      #expect(refusal { $0.service = name }?.hasPrefix("--service: ") == true)
    }
  }

  @Test("Ports, countries and operator tokens are checked")
  func others() {
    #expect(refusal { $0.port = 65_536 }?.contains("0 for a free one") == true)
    #expect(refusal { $0.port = -1 } != nil)
    #expect(refusal { $0.regions = ["Germany"] }?.contains("such as DE") == true)
    #expect(refusal { $0.regions = ["DE", "MX"] } == nil)
    #expect(refusal { $0.operatorToken = "short" }?.contains("32 characters") == true)
  }

  @Test("Providers are checked before anything is opened, and there are none with --dev")
  func providers() throws {
    #expect(try plan { _ in }.providers.channels.isEmpty)
    let hook = "webhook:https://sms.example.com/"
    #expect(try plan { $0.providers.sms = hook }.providers.channels == [.sms])
    #expect(refusal { $0.providers.smtp = "smtp://mail" }?.contains("--mail-from") == true)
    let development = refusal {
      $0.isDevelopment = true
      $0.publicURL = nil
      $0.providers.sms = hook
    }
    #expect(development?.contains("--dev") == true)
  }

  @Test("SEC Secrets at rest: a push service's key that others can read is refused")
  func pushKeys() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(
      "push-key-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: url) }
    try Data("canary".utf8).write(to: url)
    for (mode, part) in [(0o644, "chmod 600"), (0o600, "service account")] {
      try FileManager.default.setAttributes(
        [.posixPermissions: mode], ofItemAtPath: url.path)
      let text = refusal { $0.providers.fcm = url.path } ?? ""
      #expect(text.hasPrefix("--fcm") && text.contains(part) && !text.contains("canary"), "\(text)")
    }
    let missing = refusal {
      $0.providers.apns = "ABCDE12345:KEY1234567:com.example.app"
      $0.providers.apnsKey = url.path + "-none"
    }
    #expect(missing?.contains("No such file") == true)
  }
}
