package import NetworkTransfer
import Foundation
package import IdentityDelivery
package import IdentityDomain

/// The sender of a mail: an address, and a display name.
package struct MailFrom: Hashable, Sendable {
  package let address: EmailAddress
  package let name: String?

  /// - Parameter text: `ADDRESS`, or `NAME <ADDRESS>` with a name of one line.
  package init(_ text: String) throws(Peer.Refusal) {
    var address = Substring(text)
    var name: Substring?
    if text.hasSuffix(">"), let bracket = text.lastIndex(of: "<") {
      address = text[text.index(after: bracket)...].dropLast()
      name = text[..<bracket]
      while name?.last == " " { name?.removeLast() }
    }
    guard let address = EmailAddress(String(address)) else {
      throw Peer.Refusal("is not an address; write id@example.com or 'Name <id@example.com>'")
    }
    let isLine = name?.unicodeScalars.allSatisfy { EncodedWords.isPlainScalar($0) } ?? true
    guard isLine, name?.utf8.count ?? 0 <= 200 else {
      throw Peer.Refusal("has a name longer than 200 bytes or than one line")
    }
    self.address = address
    self.name = name.flatMap { $0.isEmpty ? nil : String($0) }
  }

  /// The part after the at sign.
  package var domain: String { String(address.text.drop { $0 != "@" }.dropFirst()) }
}

/// A mail as it goes over the wire (RFC 5322), with lines that end in CRLF.
package struct MailText: Sendable {
  package let from: EmailAddress
  package let to: EmailAddress
  /// Contains the code: only to be sent.
  package let bytes: [UInt8]

  /// - Returns: nil if the recipient is not an address or there is no subject.
  package init?(_ message: RenderedMessage, from: MailFrom, at now: Timestamp) {
    guard message.channel == .email, let to = EmailAddress(message.recipient.exposed),
      let subject = message.subject
    else { return nil }
    let sender = from.address.text
    let name = from.name.map { EncodedWords.phrase($0, after: "From: ".utf8.count) + "\r\n " } ?? ""
    let headers = [
      "From: \(name)<\(sender)>",
      "To: <\(to.text)>",
      "Subject: " + EncodedWords.text(subject, after: "Subject: ".utf8.count),
      "Date: " + MailDate.text(now),
      "Message-ID: <\(Self.localPart(message.id.text))@\(from.domain)>",
      // RFC 3834 section 5: suppresses automatic replies.
      "Auto-Submitted: auto-generated",
      "MIME-Version: 1.0",
    ]
    self.from = from.address
    self.to = to
    bytes =
      Array((headers.joined(separator: "\r\n") + "\r\n").utf8)
      + Self.content(text: message.body.exposed, html: message.html?.exposed)
  }

  /// The text, or the text and what it looks like: of several forms a program shows the last that it can
  /// (RFC 2046 section 5.1.4).
  private static func content(text: String, html: String?) -> [UInt8] {
    guard let html else { return part("plain", text) }
    let head = "Content-Type: multipart/alternative; boundary=\"\(boundary)\"\r\n\r\n"
    let line = Array("--\(boundary)\r\n".utf8)
    return Array(head.utf8) + line + part("plain", text) + line + part("html", html)
      + Array("--\(boundary)--\r\n".utf8)
  }

  private static func part(_ subtype: String, _ text: String) -> [UInt8] {
    let head =
      "Content-Type: text/\(subtype); charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n"
    return Array(head.utf8) + QuotedPrintable.encode(text)
  }

  /// `=_` is in no text that is quoted-printable (RFC 2045 section 6.7), so no part has this line.
  private static let boundary = "=_alternative"

  /// The same for every try of a message, so that a second delivery can be recognized. Our ids are
  /// base64url; any other byte is written as `=XX`, which is an atom as well (RFC 5322 section
  /// 3.2.3).
  static func localPart(_ id: String) -> String {
    var text = ""
    for byte in id.utf8 {
      switch byte {
      case 48...57, 65...90, 97...122, 45, 95: text.unicodeScalars.append(Unicode.Scalar(byte))
      default: text += QuotedPrintable.escaped(byte)
      }
    }
    return text
  }
}

enum MailDate {
  /// RFC 5322 section 3.3, in UTC.
  static func text(_ moment: Timestamp) -> String {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let parts = calendar.dateComponents(
      [.weekday, .day, .month, .year, .hour, .minute, .second],
      from: Date(timeIntervalSince1970: Double(moment.numericDate)))
    let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    let day = days[((parts.weekday ?? 1) - 1) % 7]
    let month = months[((parts.month ?? 1) - 1) % 12]
    let time = [parts.hour, parts.minute, parts.second].map { two($0 ?? 0) }
    return "\(day), \(two(parts.day ?? 1)) \(month) \(parts.year ?? 1970)"
      + " \(time.joined(separator: ":")) +0000"
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
