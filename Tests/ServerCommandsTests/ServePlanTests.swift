import Testing

@testable import ServerCommands

@Suite("What the server may be asked for") struct ServePlanTests {
  private func plan(_ change: (inout ServeRequest) -> Void) throws -> ServePlan {
    var request = ServeRequest()
    request.masterKeyText = "key"
    change(&request)
    return try ServePlan(request)
  }

  private func refusal(_ change: (inout ServeRequest) -> Void) -> String? {
    do {
      _ = try plan(change)
      return nil
    } catch { return (error as? ServeRefusal)?.description }
  }

  @Test("On loopback a master key is all it needs")
  func loopback() throws {
    let plan = try plan { _ in }
    #expect(plan.store == .sqlite(path: "portico.sqlite") && plan.publicURL == nil)
    #expect(plan.masterKey == .text("key") && !plan.isDevelopment)
  }

  @Test("Without a master key it does not start, except for development")
  func masterKey() throws {
    #expect(refusal { $0.masterKeyText = nil }?.contains("openssl rand") == true)
    let development = try plan {
      $0.masterKeyText = nil
      $0.isDevelopment = true
    }
    #expect(development.masterKey == .beside("portico-dev.sqlite.key"))
    #expect(refusal { $0.masterKeyFile = "f" }?.contains("keep one") == true)
  }

  @Test("Development listens on loopback only", arguments: ["0.0.0.0", "192.0.2.1", "example.com"])
  func development(host: String) {
    let refusal = refusal {
      $0.isDevelopment = true
      $0.host = host
    }
    #expect(refusal?.contains("loopback only") == true)
  }

  @Test("Off loopback it needs an https address and a word about proxies")
  func public_() throws {
    #expect(refusal { $0.host = "0.0.0.0" }?.hasPrefix("--public-url") == true)
    let unsafe = refusal {
      $0.host = "0.0.0.0"
      $0.publicURL = "http://id.example.com"
    }
    #expect(unsafe?.contains("write https://id.example.com") == true)
    let noProxies = refusal {
      $0.host = "0.0.0.0"
      $0.publicURL = "https://id.example.com"
    }
    #expect(noProxies?.hasPrefix("--trusted-proxies") == true)
    let plan = try plan {
      $0.host = "0.0.0.0"
      $0.publicURL = "https://ID.example.com:443/"
      $0.trustedProxies = ["none"]
    }
    #expect(plan.publicURL?.text == "https://id.example.com" && plan.trustedProxies == [])
  }

  @Test(
    "An origin is a scheme, a host and a port",
    arguments: [
      "", "id.example.com", "ftp://a.b", "https://", "https://a.b/path", "https://u@a.b",
      "https://a.b?x", "https://a.b#x", "http://a.b", "*",
    ])
  func badOrigin(text: String) {
    #expect(refusal { $0.origins = [text] }?.hasPrefix("--origin: '\(text)'") == true)
  }

  @Test(
    "A store that is none is refused with what to write",
    arguments: ["", "file", "sqlite:", "postgres://db", "mysql:x", "sqlite:a\u{0}b"])
  func badStore(text: String) {
    #expect(refusal { $0.store = text }?.contains("sqlite:") == true)
  }

  @Test("Ports, countries and operator tokens are checked")
  func others() {
    #expect(refusal { $0.port = 65_536 }?.contains("0 to 65535") == true)
    #expect(refusal { $0.port = -1 } != nil)
    #expect(refusal { $0.regions = ["Germany"] }?.contains("such as DE") == true)
    #expect(refusal { $0.operatorToken = "short" }?.contains("guessed") == true)
  }
}
