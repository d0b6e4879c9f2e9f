import IdentityDomain
import Testing

@Suite("Lines for operators repeat no secret that stands in the wrong place")
struct SecretsInTextTests {
  @Test(
    "A key, and a password in a connection string or an address, are left out",
    arguments: [
      (
        "--x: /etc/" + String(repeating: "0aF9", count: 16) + " is gone",
        "--x: /etc/(a key, not shown) is gone"
      ),
      ("host=db password=s3cret user=a", "host=db password=(not shown) user=a"),
      ("PassWord = 'two words' user=a", "password=(not shown) user=a"),
      ("postgres://h/d?password=s3cret&x=1", "postgres://h/d?password=(not shown)&x=1"),
      ("smtp://ann:s3cret@host:25", "smtp://ann:(not shown)@host:25"),
    ])
  func hidden(text: String, shown: String) {
    #expect(SecretsInText.hidden(text) == shown)
    #expect(SecretsInText.isFound(in: text))
  }

  @Test(
    "Paths, hosts, shorter digests and names of settings stay",
    arguments: [
      "/etc/portico/master.key", "smtp://host:25", "postgres://ann@db:5432/d?x=1",
      String(repeating: "a", count: 63), "set smtp_password, or remove it", "http://a:1/b@c",
    ])
  func shown(text: String) {
    #expect(SecretsInText.hidden(text) == text)
  }
}
