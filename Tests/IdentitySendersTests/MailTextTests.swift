import NetworkTransfer
import Foundation
import IdentityDelivery
import IdentityDomain
import TestSupport
import Testing

@testable import IdentitySenders

@Suite("A mail as it goes over the wire")
struct MailTextTests {
  static func message(
    id: String = "m1", to: String = "ann@example.net", subject: String? = "Hello",
    body: String = "480157\n", html: String? = nil
  ) -> RenderedMessage {
    RenderedMessage(
      id: ID(id), channel: to.hasPrefix("+") ? .sms : .email, recipient: Secret(to),
      subject: subject, body: Secret(body), html: html.map { Secret($0) }, code: nil,
      expiresAt: Timestamp(milliseconds: 2_000_000_000_000))
  }

  @Test("A mail has exactly these lines")
  func whole() throws {
    let from = try MailFrom("Portico <id@example.com>")
    let now = Timestamp(milliseconds: 1_800_000_000_999)
    let mail = try #require(MailText(Self.message(), from: from, at: now))
    let expected = """
      From: "Portico"
       <id@example.com>
      To: <ann@example.net>
      Subject: Hello
      Date: Fri, 15 Jan 2027 08:00:00 +0000
      Message-ID: <m1@example.com>
      Auto-Submitted: auto-generated
      MIME-Version: 1.0
      Content-Type: text/plain; charset=utf-8
      Content-Transfer-Encoding: quoted-printable

      480157

      """
    let text = String(decoding: mail.bytes, as: UTF8.self)
    #expect(
      text
        == expected.split(separator: "\n", omittingEmptySubsequences: false)
        .joined(separator: "\r\n"))
  }

  @Test("BRD-4: HTML follows the text, which stays unchanged")
  func alternative() throws {
    let from = try MailFrom("id@example.com")
    let html = "<p title=\"ü\">480157</p>\n--=_alternative--\n"
    let mail = try #require(
      MailText(Self.message(html: html), from: from, at: Timestamp(milliseconds: 0)))
    let text = String(decoding: mail.bytes, as: UTF8.self).replacing("\r\n", with: "\n")
    let content = try #require(text.firstRange(of: "MIME-Version: 1.0\n")?.upperBound)
    #expect(
      text[content...] == """
        Content-Type: multipart/alternative; boundary="=_alternative"

        --=_alternative
        Content-Type: text/plain; charset=utf-8
        Content-Transfer-Encoding: quoted-printable

        480157
        --=_alternative
        Content-Type: text/html; charset=utf-8
        Content-Transfer-Encoding: quoted-printable

        <p title=3D"=C3=BC">480157</p>
        --=3D_alternative--
        --=_alternative--

        """)
  }

  @Test(
    "Days, months and leap days",
    arguments: [
      (0, "Thu, 01 Jan 1970 00:00:00 +0000"), (951_782_400, "Tue, 29 Feb 2000 00:00:00 +0000"),
      (1_709_251_199, "Thu, 29 Feb 2024 23:59:59 +0000"),
      (4_107_542_399, "Sun, 28 Feb 2100 23:59:59 +0000"),
    ] as [(Int64, String)])
  func dates(seconds: Int64, expected: String) {
    #expect(MailDate.text(Timestamp(milliseconds: seconds * 1000)) == expected)
  }

  @Test("Whatever an id contains, the Message-ID is an atom, and unique")
  func messageIDs() {
    var random = SeededGenerator(announcing: "MailTextTests.messageIDs", seed: 12)
    let pieces = ["a", "Z", "0", "-", "_", "=", "3", "D", "@", ">", "\r\n", " ", "ü", "\0"]
    var seen: [String: String] = [:]
    for _ in 0..<5_000 {
      let id = (0..<random.below(6)).map { _ in random.pick(pieces) }.joined()
      let part = MailText.localPart(id)
      #expect(EmailAddress("x" + part + "@example.com") != nil)
      #expect(seen.updateValue(id, forKey: part).map { $0 == id } ?? true)
    }
    #expect(MailText.localPart("aZ09-_") == "aZ09-_")
  }

  @Test("Quoted-printable: short lines, ASCII, and lossless")
  func quotedPrintable() throws {
    var random = SeededGenerator(announcing: "MailTextTests.quotedPrintable", seed: 13)
    let pieces = [
      "a", " ", "\t", "=", ".", "\n", "ü", "🙂", "\r", "480157", "=3D", "\u{2066}", "\0",
    ]
    for _ in 0..<3_000 {
      let text = (0..<random.below(120)).map { _ in random.pick(pieces) }.joined() + "\n"
      let bytes = QuotedPrintable.encode(text)
      var decoded: [UInt8] = []
      let raw = String(decoding: bytes, as: UTF8.self).components(separatedBy: "\r\n")
      #expect(raw.last == "")
      for line in raw.dropLast() {
        #expect(line.utf8.count <= 76)
        #expect(line.utf8.allSatisfy { (32..<127).contains($0) || $0 == 9 })
        #expect(line.utf8.last != 32 && line.utf8.last != 9)
        var rest = Array(line.utf8)[...]
        var isSoft = false
        while let byte = rest.popFirst() {
          if byte != 61 {
            decoded.append(byte)
          } else if rest.isEmpty {
            isSoft = true
          } else {
            let digits = String(decoding: rest.prefix(2), as: UTF8.self)
            decoded.append(try #require(UInt8(digits, radix: 16)))
            rest = rest.dropFirst(2)
          }
        }
        if !isSoft { decoded.append(10) }
      }
      #expect(decoded == Array(text.utf8))
    }
  }

  @Test("Headers of any text are short ASCII lines, without injected headers")
  func encodedWords() {
    var random = SeededGenerator(announcing: "MailTextTests.encodedWords", seed: 14)
    let pieces = [
      "a", " ", "=?", "?=", "\r\n", "\n", "\r", "Bcc: x", "ü", "🙂", "رمز", "\u{85}", "\u{2028}",
      "\0", "\"", "\\",
    ]
    for _ in 0..<3_000 {
      let text = (0..<random.below(60)).map { _ in random.pick(pieces) }.joined()
      for header in [EncodedWords.text(text, after: 9), EncodedWords.phrase(text, after: 6)] {
        #expect(header.utf8.allSatisfy { (32..<127).contains($0) || $0 == 13 || $0 == 10 })
        let lines = header.components(separatedBy: "\r\n")
        #expect(lines.allSatisfy { !$0.contains("\n") && !$0.contains("\r") })
        #expect(lines.dropFirst().allSatisfy { $0.hasPrefix(" =?utf-8?B?") && $0.hasSuffix("?=") })
        #expect((9 + (lines.first?.utf8.count ?? 0)) <= 78)
        #expect(lines.allSatisfy { $0.utf8.count <= 76 })
      }
    }
  }

  @Test(
    "A message that is not a mail has no text",
    arguments: ["+4915112345678", "ann", "a@b", "a@b.c\r\n", ""])
  func noMail(to: String) throws {
    let from = try MailFrom("id@example.com")
    let now = Timestamp(milliseconds: 0)
    #expect(MailText(Self.message(to: to), from: from, at: now) == nil)
    #expect(MailText(Self.message(subject: nil), from: from, at: now) == nil)
  }

  @Test(
    "An invalid sender is refused with what to write",
    arguments: [
      "", "id", "id@host", "Name id@example.com", "Name <id>", "<id@example.com", "a@b.c, d@e.f",
      "A\r\nBcc: x <id@example.com>", "\u{2028}<id@example.com>",
      String(repeating: "n", count: 201) + " <id@example.com>",
    ])
  func wrongSender(text: String) {
    #expect(throws: Peer.Refusal.self) { try MailFrom(text) }
  }
}
