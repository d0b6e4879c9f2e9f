import IdentityHTTP
import Testing

@Suite("Where a request ends", .timeLimit(.minutes(20)))
struct FramingTests {
  private struct Header: Sendable, CustomTestStringConvertible {
    var isOld = false
    var codings: [String] = []
    var lengths: [String] = []
    let refused: String?

    var testDescription: String { "\(isOld ? "HTTP/1.0 " : "")\(codings) \(lengths)" }
  }

  private static let headers: [Header] = [
    Header(refused: nil), Header(isOld: true, refused: nil),
    Header(lengths: ["0"], refused: nil), Header(lengths: ["65536"], refused: nil),
    Header(isOld: true, lengths: ["4"], refused: nil),
    Header(codings: ["chunked"], refused: nil), Header(codings: ["Chunked"], refused: nil),
    Header(codings: ["\tCHUNKED "], refused: nil),
    Header(isOld: true, codings: ["chunked"], refused: "Transfer-Encoding"),
    Header(codings: ["chunked"], lengths: ["4"], refused: "Transfer-Encoding"),
    Header(codings: ["chunked"], lengths: ["0"], refused: "Transfer-Encoding"),
    Header(codings: ["identity"], refused: "Transfer-Encoding"),
    Header(codings: [""], refused: "Transfer-Encoding"),
    Header(codings: ["gzip, chunked"], refused: "Transfer-Encoding"),
    Header(codings: ["chunked, chunked"], refused: "Transfer-Encoding"),
    Header(codings: ["chunked", "chunked"], refused: "Transfer-Encoding"),
    Header(codings: ["chunked", "identity"], refused: "Transfer-Encoding"),
    Header(codings: ["chunked;q=1"], refused: "Transfer-Encoding"),
    Header(codings: ["xchunked"], refused: "Transfer-Encoding"),
    Header(codings: ["\u{B}chunked"], refused: "Transfer-Encoding"),
    Header(lengths: ["4", "4"], refused: "Content-Length"),
    Header(lengths: ["4", "40"], refused: "Content-Length"),
    Header(lengths: ["4, 4"], refused: "Content-Length"),
    Header(lengths: ["+4"], refused: "Content-Length"),
    Header(lengths: ["-1"], refused: "Content-Length"),
    Header(lengths: ["0x4"], refused: "Content-Length"),
    Header(lengths: [""], refused: "Content-Length"),
    Header(lengths: ["9999999999999999999"], refused: "Content-Length"),
  ]

  @Test("SEC: a header that two readers could frame differently is refused", arguments: headers)
  private func framing(_ header: Header) {
    let framing = MessageFraming(
      knowsTransferCodings: !header.isOld, transferCodings: header.codings,
      lengths: header.lengths)
    #expect(framing.problem == header.refused.map { RequestProblem.malformed(field: $0) })
  }

  private static let hidden = "GET /v1/user HTTP/1.1\r\nHost: id.example.com\r\n\r\n"

  /// The response until the server ends its half, and how many calls reached the operations.
  private func heard(
    _ lines: String, body: String, version: String = "1.1"
  ) async throws -> (text: String, calls: Int) {
    let door = Door { $0.port = 0 }
    let head =
      "POST /v1/login HTTP/\(version)\r\nHost: id.example.com\r\n"
      + "Content-Type: application/json\r\n\(lines)\r\n\r\n"
    let text = try await door.serving { try await RawClient.talk($0, [head + body]) }
    return (text, door.calls.all.count)
  }

  private func expectRefusal(_ heard: (text: String, calls: Int), _ what: String) {
    #expect(heard.text.hasPrefix("HTTP/1.1 400 "), "\(what)")
    #expect(heard.text.contains("\r\nConnection: close\r\n"), "\(what)")
    #expect(heard.text.split(separator: "HTTP/1.1 ").count == 1, "\(what)")
    #expect(heard.calls == 0, "\(what)")
  }

  @Test("Attack: HTTP/1.0 with Transfer-Encoding on a connection to be kept open")
  func oldWithTransferEncoding() async throws {
    for line in ["Connection: keep-alive", "Connection: close"] {
      let heard = try await heard(
        "\(line)\r\nTransfer-Encoding: chunked", body: "2\r\n{}\r\n0\r\n\r\n" + Self.hidden,
        version: "1.0")
      expectRefusal(heard, line)
      #expect(heard.text.contains(#""field":"Transfer-Encoding""#))
    }
  }

  @Test("Attack: two framings of one request, or an unexpected coding")
  func twoFramings() async throws {
    for lines in [
      "Transfer-Encoding: chunked\r\nContent-Length: 4",
      "Content-Length: 4\r\nTransfer-Encoding: chunked", "Transfer-Encoding: gzip, chunked",
      "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", "Transfer-Encoding: identity",
      "Content-Length: 4\r\nContent-Length: 4",
    ] {
      expectRefusal(try await heard(lines, body: "0\r\n\r\n" + Self.hidden), lines)
    }
  }

  @Test("An HTTP/1.0 connection ends with its first response, whatever the client asks for")
  func oldEnds() async throws {
    for (line, more) in [
      ("Connection: keep-alive", Self.hidden), ("Expect: 100-continue", ""),
      ("Connection: close", ""),
    ] {
      let heard = try await heard(
        "\(line)\r\nContent-Length: 2", body: "{}" + more, version: "1.0")
      #expect(heard.text.hasPrefix("HTTP/1.1 200 "), "\(line)")
      #expect(heard.text.contains("\r\nConnection: close\r\n"), "\(line)")
      #expect(heard.text.split(separator: "HTTP/1.1 ").count == 1, "\(line)")
      #expect(heard.calls == 1, "\(line)")
    }
  }
}
