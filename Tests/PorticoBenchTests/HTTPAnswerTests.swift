import Testing

@testable import PorticoBench

@Suite("A server's responses are read as they arrive")
struct HTTPAnswerTests {
  private let bytes = Array(
    "HTTP/1.1 200 OK\r\nDate: x\r\nContent-LENGTH: 21\r\nDPoP-Nonce: n.1\r\n\r\n{\"accesstoken\":\"a.b\"}"
      .utf8)

  @Test("An incomplete response is waited for, at whatever byte it ends")
  func cut() {
    for count in 0..<bytes.count { #expect(HTTPAnswer.read(bytes[..<count]) == .incomplete) }
  }

  @Test("A complete response has its status, its header and its body")
  func whole() throws {
    guard case .whole(let answer) = HTTPAnswer.read(bytes[...]) else {
      Issue.record("not read")
      return
    }
    #expect(answer.status == 200)
    #expect(bytes[answer.body].elementsEqual(#"{"accesstoken":"a.b"}"#.utf8))
    #expect(HTTPAnswer.text(of: "accesstoken", in: bytes[answer.body]) == "a.b")
    #expect(HTTPAnswer.text(of: "token", in: bytes[answer.body]) == nil)
    let nonce = try #require(HTTPAnswer.value(of: "dpop-nonce", in: bytes[answer.head]))
    #expect(nonce.elementsEqual("n.1".utf8))
    #expect(HTTPAnswer.value(of: "nonce", in: bytes[answer.head]) == nil)
  }

  @Test("A member is found after others that begin like it, and not by a part of its name")
  func member() {
    let body = Array(#"{"refreshtokens":"x","a":"refreshtoken","refreshtoken":"r.2"}"#.utf8)
    #expect(HTTPAnswer.text(of: "refreshtoken", in: body[...]) == "r.2")
    #expect(HTTPAnswer.text(of: "refreshtoken", in: body[..<(body.count - 22)]) == nil)
    #expect(HTTPAnswer.text(of: "tokens", in: body[...]) == nil)
    #expect(HTTPAnswer.text(of: "refreshtoken", in: []) == nil)
  }

  @Test(
    "A malformed response is not read",
    arguments: [
      "HTTP/1.1 2x0 OK\r\nContent-Length: 0\r\n\r\n", "HTTP/1.1 200 OK\r\n\r\n", "HTTP\r\n\r\n",
      "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
      "HTTP/1.1 200 OK\r\nContent-Length: 9999999999\r\n\r\n",
    ])
  func unreadable(_ text: String) {
    #expect(HTTPAnswer.read(Array(text.utf8)[...]) == .unreadable)
  }

  @Test("A response without content needs no length")
  func empty() {
    let bytes = Array("HTTP/1.1 204 No Content\r\n\r\n".utf8)
    #expect(
      HTTPAnswer.read(bytes[...])
        == .whole(HTTPAnswer(status: 204, head: 0..<23, body: 27..<27)))
  }
}
