package import IdentityDomain

/// What a text may contain. None of it was typed by whoever caused the message: a name or an
/// address in it would let strangers write to someone in our name.
package struct MessageFacts: Hashable, Sendable {
  /// The name of the service.
  package let service: String
  /// Empty if the template shows none.
  package let code: String
  /// How much longer the code is valid, at least 1.
  package let minutes: Int
  /// Empty if the template has none.
  package let link: String
  /// What the template is about, in UTC; nil if it names none.
  package let moment: CivilTime?

  package init(
    service: String, code: String, minutes: Int, link: String = "", moment: CivilTime? = nil
  ) {
    self.service = service
    self.code = code
    self.minutes = minutes
    self.link = link
    self.moment = moment
  }
}

extension CivilTime {
  /// Hours and minutes, such as `08:05`.
  var clock: String {
    let parts = [second / 3600, second / 60 % 60]
    return parts.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
  }
}

/// One message in one language, for both channels.
package struct MessageText: Hashable, Sendable {
  /// Without the code: mail servers log subjects.
  package let subject: String
  /// A code is on a line of its own, where people and phones find it.
  package let body: String
  /// Short; a code comes first, where a notification still shows it.
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

/// The available languages.
package struct MessageTexts: Sendable {
  private let fallback: LanguageTexts
  private let others: [String: LanguageTexts]

  package static let standard = MessageTexts(
    fallback: .english, [.german, .arabic, .spanish, .japanese])

  package init(fallback: LanguageTexts, _ others: [LanguageTexts] = []) {
    self.fallback = fallback
    self.others = Dictionary(others.map { ($0.tag, $0) }) { first, _ in first }
  }

  /// The tags of all languages; that of the fallback first.
  package var tags: [String] { [fallback.tag] + others.keys.sorted() }

  /// The texts for the longest available prefix of the tag (RFC 4647 section 3.4, lookup): for
  /// "de-Latn-AT" these are "de-latn-at", "de-latn", "de". The tag comes from a caller and may be
  /// anything; an invalid one gets the fallback.
  package func texts(for tag: String) -> LanguageTexts {
    guard tag.utf8.count <= SecurityRules.languageTagBytes else { return fallback }
    var parts = tag.lowercased().split(separator: "-", omittingEmptySubsequences: false)
    while !parts.isEmpty {
      let range = parts.joined(separator: "-")
      if range == fallback.tag { return fallback }
      if let texts = others[range] { return texts }
      parts.removeLast()
      // A single letter introduces an extension and means nothing by itself.
      if parts.last?.count == 1 { parts.removeLast() }
    }
    return fallback
  }
}
