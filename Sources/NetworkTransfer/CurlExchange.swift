/// The bytes sent and received in one transfer; only the thread that runs it touches it.
final class CurlExchange {
  /// The only fields of the head that are kept, because they are read.
  private static let kept: Set<String> = [
    "age", "cache-control", "content-type", "expires", "retry-after",
  ]

  private let mostHeard: Int
  private let content: [UInt8]
  private let isMail: Bool
  private var said = 0
  /// After QUIT, the response no longer matters.
  private var isOver = false
  private(set) var stage = MailStage.greeting
  private(set) var answer: [UInt8] = []
  private(set) var fields: [String: String] = [:]

  /// - Parameter most: the maximum number of bytes of a response; a longer one ends the transfer.
  init(_ content: Transfer.Content, most: Int) {
    mostHeard = most
    switch content {
    case .get: (self.content, isMail) = ([], false)
    case .mail(_, _, let text): (self.content, isMail) = (text, true)
    case .post(_, let body): (self.content, isMail) = (body, false)
    }
  }

  static func of(_ context: UnsafeMutableRawPointer?) -> CurlExchange? {
    context.map { Unmanaged<CurlExchange>.fromOpaque($0).takeUnretainedValue() }
  }

  var wasSent: Bool { said == content.count }

  /// The next bytes of the content.
  func fill(_ place: UnsafeMutablePointer<CChar>?, _ size: Int) -> Int {
    guard let place else { return 0 }
    let next = content[said..<min(content.count, said + size)]
    UnsafeMutableRawBufferPointer(start: place, count: size).copyBytes(from: next)
    said += next.count
    return next.count
  }

  /// A part of a body.
  /// - Returns: less than `size` to end the transfer, if the response is too long.
  func hear(_ bytes: UnsafeMutablePointer<CChar>?, _ size: Int) -> Int {
    let room = min(size, mostHeard - answer.count)
    answer.append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: room))
    return room
  }

  /// A line of SMTP, or of the head of HTTP.
  func hearLine(_ bytes: UnsafeMutablePointer<CChar>?, _ size: Int) -> Int {
    let line = UnsafeRawBufferPointer(start: bytes, count: min(size, 1_000))
    if isMail {
      if !isOver { answer = Array(line) }
    } else {
      let text = String(decoding: line, as: UTF8.self)
      // What came before was an interim response.
      if text.hasPrefix("HTTP/") { fields = [:] }
      if let colon = text.firstIndex(of: ":") { note(text[..<colon], text[colon...].dropFirst()) }
    }
    return size
  }

  /// A field that occurs more than once is a list (RFC 9110 section 5.3).
  private func note(_ name: Substring, _ value: Substring) {
    let name = name.lowercased()
    guard Self.kept.contains(name) else { return }
    let value = value.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    fields[name] = fields[name].map { "\($0), \(value)" } ?? value
  }

  /// An SMTP command being sent.
  func saw(_ bytes: UnsafeMutablePointer<CChar>?, _ size: Int) {
    guard isMail else { return }
    let head = UnsafeRawBufferPointer(start: bytes, count: min(size, 4))
    switch String(decoding: head, as: UTF8.self).uppercased() {
    case "AUTH": stage = .login
    case "MAIL": stage = .sender
    case "RCPT": stage = .recipient
    case "DATA": stage = .content
    case "QUIT": isOver = true
    default: break
    }
  }
}
