/// The rule for origins (SEC "Flows as data"): HTTPS, and plain HTTP only to this machine.
enum Origin {
  /// Why a URL may not begin with a text, and what to write; nil if it may.
  ///
  /// - Parameter isWhole: false if a fact follows the text: then the origin has to have ended in
  ///   it.
  static func refusal(of text: String, isWhole: Bool) -> (problem: String, remedy: String)? {
    let isPlain = text.hasPrefix("http://")
    guard let rest = text.after("https://") ?? text.after("http://") else {
      return (
        "The URL does not start with an origin",
        "Write `https://host/…`, or `{server}/…` with a configuration value"
      )
    }
    let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    guard isWhole || authority.count < rest.count else {
      return (
        "The host or port of the URL contains a fact",
        "Write out the origin, or use one configuration value for all of it"
      )
    }
    let isForm = authority.unicodeScalars.allSatisfy {
      $0.isASCII && $0.value < 0x80
        && (NameSyntax.isNamePart(UInt8($0.value)) || "-.:[]".unicodeScalars.contains($0))
    }
    guard !authority.isEmpty, isForm else {
      return (
        "\(quoted(String(authority))) is not a host with an optional port",
        "For example, write `https://example.org/…`, without a user name and with other alphabets in Punycode"
      )
    }
    guard !isPlain || isLoopback(String(authority)) else {
      return (
        "The URL is not encrypted",
        "Write `https://`; `http://` is allowed only for 127.0.0.1, [::1] and localhost"
      )
    }
    return nil
  }

  private static func isLoopback(_ authority: String) -> Bool {
    ["127.0.0.1", "localhost", "[::1]"].contains { host in
      guard let rest = authority.after(host) else { return false }
      return rest.isEmpty
        || (rest.hasPrefix(":") && rest.dropFirst().utf8.allSatisfy(NameSyntax.isDigit))
    }
  }
}
