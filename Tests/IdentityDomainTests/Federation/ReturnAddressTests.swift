import IdentityDomain
import Testing

@Suite("Where a third-party sign-in may lead back to (RFC 9700 section 4.1.3)")
struct ReturnAddressTests {
  @Test("Only configured addresses, compared character by character")
  func exact() {
    let returns = ReturnAddresses(["com.example.app:/return", "https://app.example/back?a=1"])
    #expect(returns.allow("com.example.app:/return"))
    #expect(returns.allow("https://app.example/back?a=1"))
    for other in [
      "com.example.app:/return/", "com.example.app:/Return", "https://app.example/back",
      "https://app.example/back?a=1&b=2", "https://app.example/back?a=1#x", "",
      "http://127.0.0.1/", "https://app.example@evil.example/back?a=1",
    ] {
      #expect(!returns.allow(other), "\(other)")
    }
  }

  @Test("In development also pages of this machine, but not those that only look like one")
  func loopback() {
    let returns = ReturnAddresses([], takesLoopback: true)
    for page in [
      "http://127.0.0.1/", "http://127.0.0.1:8080/", "http://localhost:1/app?x=y",
      "http://[::1]:8080/a",
    ] {
      #expect(returns.allow(page), "\(page)")
    }
    for other in [
      "http://127.0.0.1", "http://127.0.0.1:8080", "http://127.0.0.1.evil.example/",
      "http://127.0.0.1:80@evil.example/", "http://localhost.evil.example/",
      "http://localhost:80a/", "https://127.0.0.1/", "http://127.0.0.1/#x", "http://127.0.0.1/ x",
      "http://127.0.0.2/", "javascript:alert(1)//http://127.0.0.1/",
    ] {
      #expect(!returns.allow(other), "\(other)")
    }
  }

  @Test("An operator may name https links and an app's own schemes, and no others")
  func usable() {
    for good in ["https://app.example/back", "com.example.app:/return", "com.example.app://x/y"] {
      #expect(ReturnAddresses.isUsable(good), "\(good)")
    }
    for bad in [
      "", "http://app.example/back", "https://", "https:///x", "https:/x", "myapp:/return",
      "javascript:alert(1)", "data:text/html,x", "Com.example.app:/return", ".a:/x", "1.a:/x",
      "com.example.app:/a b", "https://app.example/back#x", "https://äpp.example/",
      "https://a.example/" + String(repeating: "a", count: 2_048),
    ] {
      #expect(!ReturnAddresses.isUsable(bad), "\(bad)")
    }
  }
}
