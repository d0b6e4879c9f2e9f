import IdentityDomain
import IdentityHTTP
import Testing

@Suite struct SettingsTests {
  private func problem(_ change: (inout HTTPSettings) -> Void) -> HTTPSettingsProblem? {
    var settings = HTTPSettings(publicURL: WebOrigin("https://id.example.com"))
    change(&settings)
    do {
      try settings.check()
      return nil
    } catch { return error }
  }

  @Test("SEC: off loopback, a public URL with TLS and the proxies in front are required")
  func offLoopback() {
    #expect(problem { _ in } == nil)
    #expect(problem { $0.publicURL = nil } == .publicURLMissing)
    #expect(problem { $0.host = "0.0.0.0" } == .proxiesMissing(host: "0.0.0.0"))
    #expect(
      problem {
        $0.host = "0.0.0.0"
        $0.trustedProxies = [AddressRange("10.0.0.1")].compactMap { $0 }
      } == nil)
    let plain = "http://id.example.com"
    #expect(problem { $0.publicURL = WebOrigin(plain) } == .publicURLInsecure(plain))
    #expect(problem { $0.publicURL = WebOrigin("http://127.0.0.1:8080") } == nil)
    let local = "http://127.0.0.1:8080"
    #expect(
      problem {
        $0.host = "192.0.2.1"
        $0.publicURL = WebOrigin(local)
      } == .publicURLInsecure(local))
  }

  @Test(
    "Attack: a range of proxies that contains everyone lets everyone choose an address",
    arguments: [
      ("0.0.0.0/0", true), ("10.0.0.0/0", true), ("0.0.0.0/1", true), ("128.0.0.0/1", true),
      ("10.0.0.0/7", true), ("::/0", true), ("2000::/3", true), ("2001:db8::/15", true),
      ("::ffff:0.0.0.0/0", true), ("fc00::/6", true), ("8000::/7", true), ("fe80::/10", true),
      ("10.0.0.0/8", false), ("192.0.2.1", false), ("127.0.0.1", false), ("::1", false),
      ("fc00::/7", false), ("fd00::/8", false), ("2001:db8::/16", false),
      ("::ffff:192.0.2.0/24", false),
    ])
  func broadProxies(text: String, isRefused: Bool) throws {
    let range = try #require(AddressRange(text))
    for isDevelopment in [false, true] {
      let found = problem {
        $0.isDevelopment = isDevelopment
        $0.trustedProxies = [AddressRange("192.0.2.1"), range].compactMap { $0 }
      }
      #expect(found == (isRefused ? .proxiesTooBroad(range: text) : nil))
    }
    #expect(
      HTTPSettingsProblem.proxiesTooBroad(range: text).description.hasPrefix("--trusted-proxy"))
  }

  @Test("SEC: --dev listens on loopback only, and needs no public URL")
  func development() {
    #expect(
      problem {
        $0.isDevelopment = true
        $0.publicURL = nil
      } == nil)
    #expect(
      problem {
        $0.isDevelopment = true
        $0.host = "0.0.0.0"
      } == .developmentOffLoopback(host: "0.0.0.0"))
  }

  @Test("Contradictory settings are refused with a remedy")
  func nonsense() {
    #expect(problem { $0.port = 65_536 } == .port(65_536))
    #expect(problem { $0.operatorToken = Secret("short") } == .operatorTokenShort)
    #expect(problem { $0.limits.bodyBytes = 0 } == .limit("body_bytes"))
    #expect(problem { $0.limits.idleTime = .zero } == .limit("idle_time"))
    let origin = "http://app.example.com"
    #expect(
      problem { $0.origins = Set([WebOrigin(origin)].compactMap { $0 }) }
        == .originInsecure(origin))
    #expect(HTTPSettingsProblem.publicURLMissing.description.contains("https://"))
  }

  @Test(
    "An origin is scheme, host and port, and nothing else",
    arguments: [
      ("https://id.example.com", "https://id.example.com"),
      ("https://ID.example.com/", "https://id.example.com"),
      ("https://id.example.com:443", "https://id.example.com"),
      ("http://[::1]:8080", "http://[::1]:8080"),
      ("http://localhost:80", "http://localhost"), ("https://a:8443", "https://a:8443"),
      ("ftp://a", nil), ("https://", nil), ("https://a/b", nil), ("https://a?b", nil),
      ("https://u@a", nil), ("https://a:", nil), ("https://a:65536", nil), ("https://a:+1", nil),
      ("https://[::g]", nil), ("https://[1.2.3.4]", nil), ("https://a b", nil),
      ("https://\u{E4}", nil), ("", nil),
    ] as [(String, String?)])
  func origins(text: String, meaning: String?) {
    #expect(WebOrigin(text)?.text == meaning)
  }
}
