import IdentityDomain
import IdentityHTTP
import Testing
import WebAuthn

@testable import ServerCommands

@Suite("PAS-8: for whom passkeys are made, checked at start") struct PasskeyPlanTests {
  private let fingerprint = Array(repeating: "0A", count: 32).joined(separator: ":")

  private func plan(_ change: (inout ServeRequest) -> Void) throws -> ServePlan {
    var request = ServeRequest()
    request.publicURL = "https://id.example.com"
    request.masterKeyText = String(repeating: "5a3c", count: 16)
    change(&request)
    return try ServePlan(request)
  }

  private func refusal(_ change: (inout ServeRequest) -> Void) -> String {
    do {
      _ = try plan(change)
      return ""
    } catch { return (error as? ServeRefusal)?.description ?? "\(error)" }
  }

  @Test("PAS-8: by default the domain is the host of the public address, and its page the only one")
  func least() throws {
    let plan = try plan { _ in }
    #expect(
      plan.identity.passkeys?.party
        == RelyingParty(id: "id.example.com", origins: ["https://id.example.com"]))
    #expect(plan.associations == AssociationFiles())
  }

  @Test("PAS-8: related pages and apps are accepted and published, all of them")
  func associations() throws {
    let plan = try plan {
      $0.passkeyDomain = "example.com"
      $0.passkeyOrigins = ["https://shop.example.com", "https://example.de"]
      $0.appleApps = ["A1B2C3D4E5.com.example.app"]
      $0.androidApps = ["com.example.app \(fingerprint)"]
    }
    let party = try #require(plan.identity.passkeys?.party)
    #expect(party.id == "example.com")
    let android = "android:apk-key-hash:" + Base64URL.text([UInt8](repeating: 10, count: 32))
    #expect(
      party.origins == [
        "https://id.example.com", "https://shop.example.com", "https://example.de",
        "https://example.com", android,
      ])
    #expect(
      plan.associations.relatedOrigins == [
        "https://id.example.com", "https://shop.example.com", "https://example.de",
      ])
    #expect(plan.associations.appleApps == ["A1B2C3D4E5.com.example.app"])
  }

  @Test("PAS-8: pages below the domain need no file")
  func below() throws {
    let plan = try plan { $0.passkeyOrigins = ["https://app.id.example.com"] }
    #expect(plan.associations.relatedOrigins.isEmpty)
  }

  @Test("PAS-8: what cannot work is refused with what to write instead")
  func wrong() {
    for domain in ["example.org", "com.", "d.example.com", "192.0.2.1", "Example.com", "", "com"] {
      #expect(refusal { $0.passkeyDomain = domain }.hasPrefix("passkeys.domain:"), "\(domain)")
    }
    for page in ["http://example.de", "example.de", "https://example.de/x", ""] {
      #expect(refusal { $0.passkeyOrigins = [page] }.hasPrefix("passkeys.origins:"), "\(page)")
    }
    for app in ["com.example.app", "a1b2c3d4e5.com.example", "A1B2C3D4E5.", "A1B2C3D4E5.a b", ""] {
      #expect(refusal { $0.appleApps = [app] }.hasPrefix("passkeys.apple_apps:"), "\(app)")
    }
    for app in [
      "com.example.app", "app \(fingerprint)", "com.example.app \(fingerprint):0A",
      "com.example.app 0A:0B", "com..app \(fingerprint)", "com.example.app  \(fingerprint)",
      "com.example.app \(fingerprint.dropLast(2))ZZ",
    ] {
      #expect(refusal { $0.androidApps = [app] }.hasPrefix("passkeys.android_apps:"), "\(app)")
    }
  }

  @Test("PAS-8: a numeric address has no passkeys, so that no setting may require them")
  func numbers() throws {
    let numeric = "https://192.0.2.1"
    #expect(try plan { $0.publicURL = numeric }.identity.passkeys == nil)
    let refusal = refusal {
      $0.publicURL = numeric
      $0.appleApps = ["A1B2C3D4E5.com.example.app"]
    }
    #expect(refusal.hasPrefix("passkeys.domain:"))
  }

  @Test("PAS-8: development takes pages at any port of localhost")
  func development() throws {
    let plan = try plan {
      $0.isDevelopment = true
      $0.publicURL = nil
    }
    let party = try #require(plan.identity.passkeys?.party)
    #expect(party.id == "localhost" && party.accepts(origin: Array("http://localhost:99".utf8)))
    #expect(!party.accepts(origin: Array("http://127.0.0.1:99".utf8)))
  }
}
