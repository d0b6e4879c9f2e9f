package import NetworkTransfer
package import IdentityDomain

/// An account at Twilio, or at a provider with the same interface.
package struct TwilioSettings: Sendable {
  /// The sender shown with messages.
  package enum From: Hashable, Sendable {
    /// A number in E.164, a short code, or a name of up to 11 letters where a country allows it.
    case sender(String)
    /// `MG` and 32 hex digits.
    case service(String)
  }

  package let address: ProviderPeer
  /// `AC` and 32 hex digits.
  package let account: String
  package let token: Secret<ProviderToken>
  package let from: From
  /// A file of certificates (PEM) that are trusted instead of the system's.
  package var authorities: String?
  /// For one request, including the connection.
  package var limit = Duration.seconds(20)

  package init(
    account: String, token: String?, from: String?, address: String = "https://api.twilio.com"
  ) throws(Peer.Refusal) {
    guard Self.isSID(account, "AC") else {
      throw Peer.Refusal("names no account; write twilio:AC and 32 hex digits")
    }
    guard let token, !token.isEmpty, token.utf8.allSatisfy({ (33..<127).contains($0) }) else {
      throw Peer.Refusal("needs the account's token")
    }
    guard let from, let sender = Self.sender(from) else {
      throw Peer.Refusal(
        "needs a sender: a number such as +4915112345678, a short code, a messaging service (MG"
          + " and 32 hex digits), or a name of up to 11 letters and digits")
    }
    self.account = account
    self.token = Secret(token)
    self.from = sender
    self.address = try ProviderPeer(address)
  }

  private static func isSID(_ text: String, _ head: String) -> Bool {
    let digits = text.utf8.dropFirst(2)
    return text.hasPrefix(head) && digits.count == 32
      && digits.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
  }

  private static func sender(_ text: String) -> From? {
    if isSID(text, "MG") { return .service(text) }
    let digits = text.utf8.drop { $0 == 43 }
    if text.utf8.count - digits.count <= 1, (3...15).contains(digits.count),
      digits.allSatisfy({ (48...57).contains($0) })
    {
      return .sender(text)
    }
    let isName =
      (1...11).contains(text.utf8.count) && text.utf8.contains { $0 > 64 }
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == " ") }
    return isName ? .sender(text) : nil
  }

  var url: String {
    var base = address.peer.description
    while base.hasSuffix("/") { base.removeLast() }
    return "\(base)/2010-04-01/Accounts/\(account)/Messages.json"
  }
}
