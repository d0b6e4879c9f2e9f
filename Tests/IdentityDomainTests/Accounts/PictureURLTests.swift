import IdentityDomain
import Testing

@Suite("The URL of a picture")
struct PictureURLTests {
  @Test(
    "A well-formed https URL with a host name is accepted as entered",
    arguments: [
      "https://example.com", "https://example.com/", "https://Example.COM/A.png",
      "https://a.b/c", "https://cdn-1.example.co.uk/u/42.jpg?size=64&v=1#top",
      "https://example.com:1/", "https://example.com:443", "https://example.com:65535/a",
      "https://example.com?x", "https://example.com#x", "https://example.com/?", "https://x.y/#",
      "https://xn--bcher-kva.example/%C3%A4.png", "https://1.example/%2e%2E/%00",
      "https://x.y/-._~!$&'()*+,;=:@/?a=b/?", "https://x.y//a//b", "https://x.y/a#b?c/d",
      "https://a1-b2.c3-d4.e5/x", "https://127.0.0.1.example/x",
      "https://" + String(repeating: "a", count: 63) + ".example/",
    ])
  func good(text: String) {
    #expect(PictureURL(text)?.text == text)
  }

  @Test(
    "Attack: a URL that a page, a client or the network behind it could misread is refused",
    arguments: [
      "", "https", "https:", "https:/", "https://", "https://[", "https://]", "https://[::1]/",
      "https://[fe80::1%25eth0]/", "https://x.y/<script>", "https://x.y/\"onerror=alert(1)",
      "https://x.y/a b", "https://x.y/a\tb", "https://x.y/a\nb", "https://x.y/a\u{0}",
      "https://x.y/\\evil", "https:\\\\x.y", "https://x.y/`", "https://x.y/{a}", "https://x.y/|",
      "https://x.y/^", "https://x.y/[a]", "https://x.y/é", "https://bücher.example/",
      "https://x.y/%", "https://x.y/%4", "https://x.y/%zz", "https://x.y/%4g", "https://x.y/a#b#c",
      "http://example.com/", "HTTPS://example.com/", "ftp://example.com/", "//example.com/a",
      "javascript:alert(1)//https://example.com", "data:image/png;base64,AAAA", " https://x.y/",
      "https:///a", "https://?a", "https://#a", "https://.", "https://a", "https://localhost/",
      "https://a./", "https://.a.b/", "https://a..b/", "https://-a.b/", "https://a-.b/",
      "https://a_b.c/", "https://a%2eb.c/", "https://a.b*/",
      "https://127.0.0.1/", "https://2130706433/", "https://0x7f.0.0.1/", "https://1.2.3.0x4/",
      "https://192.168.1.1:8443/", "https://10.1/", "https://a.1/", "https://a.1b/",
      "https://user@example.com/", "https://user:pass@example.com/", "https://a.example@evil.test",
      "https://example.com:/", "https://example.com:0/", "https://example.com:65536/",
      "https://example.com:00443/", "https://example.com:+1/", "https://example.com:a/",
      "https://example.com:1:2/", "https://example.com:999999999999/",
      "https://" + String(repeating: "a", count: 64) + ".example/",
      "https://" + String(repeating: "a.", count: 127) + "b/",
    ])
  func wrong(text: String) {
    #expect(PictureURL(text) == nil)
  }

  @Test("Its length is limited by the rules")
  func length() {
    let most = SecurityRules.pictureURLBytes
    let begin = "https://example.com/"
    let longest = begin + String(repeating: "a", count: most - begin.utf8.count)
    #expect(PictureURL(longest) != nil)
    #expect(PictureURL(longest + "a") == nil)
  }
}
