import FlowDefinition
import Testing

@Suite("What a configuration value brings where a URL begins is held to the rule for origins")
struct OriginDefaultTests {
  private static func problems(
    _ server: String, url: String = "{server}/rows", header: String = ""
  ) -> [String] {
    Documents(
      """
      languages: [en]
      \(header)
      configuration: {server: {type: text, default: \(server)}}
      facts: {name: {type: text}}
      requests: {load: {http: {url: "\(url)"}, save: {name: $.name}}}
      initial: home
      screens: {home: {enter: [{request: load}], elements: [{text: t, when: load.failed}]}}
      texts: {en: {t: "{name}{server}"}}
      """
    ).problems
  }

  private static let wrong: [(server: String, words: String)] = [
    ("api.example.com", "With the default of `server`, the URL does not start with an origin"),
    ("ftp://example.com", "With the default of `server`, the URL does not start with an origin"),
    ("\"\"", "With the default of `server`, the URL does not start with an origin"),
    ("http://api.example.com", "With the default of `server`, the URL is not encrypted"),
    ("https://me@example.com", "`me@example.com` is not a host with an optional port"),
  ]

  @Test("A default that is no origin is refused once, where it is written", arguments: wrong)
  func refused(server: String, words: String) {
    let problems = Self.problems(server)
    #expect(problems.count == 1, "\(problems)")
    #expect(
      problems.first.map { $0.hasPrefix("test.flow.yaml:5: bad-url: ") && $0.contains(words) }
        == true, "\(problems)")
    let listed = Self.problems(
      server, url: "https://example.com/rows", header: "origins: [\"{server}\"]")
    #expect(listed.contains { $0.contains(words) }, "\(listed)")
  }

  @Test(
    "One that encrypts, or stays on the machine, passes",
    arguments: [
      "https://api.example.com", "https://api.example.com:8443/v1", "http://127.0.0.1:8080",
      "http://localhost",
    ])
  func passes(server: String) {
    #expect(Self.problems(server) == [])
  }

  @Test("A value that begins no URL can be any text")
  func elsewhere() {
    #expect(Self.problems("anything", url: "https://example.com/{server}") == [])
  }

  @Test("The address of a link may be left out, or be one of mail")
  func links() {
    func problems(_ address: String) -> [String] {
      Documents(
        """
        languages: [en]
        configuration: {address: {type: text, default: \(address)}}
        initial: home
        screens:
          home:
            elements: [{link: more, label: t, url: "{address}", when: address != ''}, {button: go, label: t}]
            "on": {go: end}
          end: {}
        texts: {en: {t: T}}
        """
      ).problems
    }
    for address in ["\"\"", "mailto:me@example.com", "https://example.com/terms"] {
      #expect(problems(address) == [])
    }
    #expect(problems("http://example.com/terms").count == 1)
  }
}
