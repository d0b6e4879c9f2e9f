/// What is said and heard in one transfer; only the thread that runs it touches it.
final class CurlTalk {
  /// An answer is read no further than this.
  static let mostHeard = 64 * 1024

  private let content: [UInt8]
  private let isMail: Bool
  private var said = 0
  /// We said goodbye: what is answered to that is no news.
  private var isOver = false
  private(set) var stage = MailStage.greeting
  private(set) var answer: [UInt8] = []
  private(set) var retryAfter: String?

  init(_ content: Transfer.Content) {
    switch content {
    case .mail(_, _, let text): (self.content, isMail) = (text, true)
    case .post(_, let body): (self.content, isMail) = (body, false)
    }
  }

  static func of(_ context: UnsafeMutableRawPointer?) -> CurlTalk? {
    context.map { Unmanaged<CurlTalk>.fromOpaque($0).takeUnretainedValue() }
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
  /// - Returns: less than `size` to end the transfer: the answer is longer than it may be.
  func hear(_ bytes: UnsafeMutablePointer<CChar>?, _ size: Int) -> Int {
    let room = min(size, Self.mostHeard - answer.count)
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
      if text.hasPrefix("HTTP/") { retryAfter = nil }
      if text.lowercased().hasPrefix("retry-after:") {
        retryAfter = text.dropFirst(12).split(whereSeparator: \.isWhitespace)
          .joined(separator: " ")
      }
    }
    return size
  }

  /// A command of SMTP on its way.
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
