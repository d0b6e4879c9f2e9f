package import IdentityDomain

/// What a text may say. Nothing here was typed by whoever caused the message: a name or an address
/// in it would be a stranger's way to write to somebody in our name.
package struct MessageFacts: Hashable, Sendable {
  /// What the service is called.
  package let service: String
  /// Empty where the template shows none.
  package let code: String
  /// How long the code can still be used, at least 1.
  package let minutes: Int
  /// Of the template that has one, else empty.
  package let link: String

  package init(service: String, code: String, minutes: Int, link: String = "") {
    self.service = service
    self.code = code
    self.minutes = minutes
    self.link = link
  }
}

/// One message in one language, for both channels.
package struct MessageText: Hashable, Sendable {
  /// Without the code: mail servers log subjects.
  package let subject: String
  /// A code stands on a line of its own, where people and phones find it.
  package let body: String
  /// Short; a code stands first, where a notification still shows it.
  package let sms: String

  package init(subject: String, body: String, sms: String) {
    self.subject = subject
    self.body = body
    self.sms = sms
  }
}

/// All messages in one language.
package struct LanguageTexts: Sendable {
  /// A BCP 47 tag in lower case: "en", "zh-hant".
  package let tag: String
  /// - Returns: nil for what no person gets: `suppressed` and `grantRevocation`.
  package let text: @Sendable (MessageTemplate, MessageFacts) -> MessageText?

  package init(
    tag: String, text: @escaping @Sendable (MessageTemplate, MessageFacts) -> MessageText?
  ) {
    self.tag = tag
    self.text = text
  }
}

/// The languages that there are.
package struct MessageTexts: Sendable {
  private let fallback: LanguageTexts
  private let others: [String: LanguageTexts]

  package static let standard = MessageTexts(fallback: .english, [.german, .arabic])

  package init(fallback: LanguageTexts, _ others: [LanguageTexts] = []) {
    self.fallback = fallback
    self.others = Dictionary(others.map { ($0.tag, $0) }) { first, _ in first }
  }

  /// The tags of all languages; that of the fallback first.
  package var tags: [String] { [fallback.tag] + others.keys.sorted() }

  /// The longest beginning of the tag that there are texts for (RFC 4647 section 3.4, lookup): of
  /// "de-Latn-AT" these are "de-latn-at", "de-latn", "de". The tag is a caller's and may be
  /// anything; what is no tag gets the fallback.
  package func texts(for tag: String) -> LanguageTexts {
    // RFC 5646 section 4.4.1: longer tags than this are not to be expected.
    guard tag.utf8.count <= 35 else { return fallback }
    var parts = tag.lowercased().split(separator: "-", omittingEmptySubsequences: false)
    while !parts.isEmpty {
      let range = parts.joined(separator: "-")
      if range == fallback.tag { return fallback }
      if let texts = others[range] { return texts }
      parts.removeLast()
      // A single letter opens an extension and means nothing without it.
      if parts.last?.count == 1 { parts.removeLast() }
    }
    return fallback
  }
}
