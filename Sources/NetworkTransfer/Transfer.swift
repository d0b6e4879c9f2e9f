/// What is handed over to another host, in one connection of its own.
package struct Transfer: Sendable {
  package enum Content: Sendable {
    /// - Parameters:
    ///   - from, to: addresses without brackets.
    ///   - text: with CRLF; libcurl doubles the dots that begin a line (RFC 5321 section 4.5.2).
    case mail(from: String, to: String, text: [UInt8])
    /// - Parameter headers: whole lines, without line breaks.
    case get(headers: [String])
    /// - Parameter headers: as for `get`; what is accepted is JSON.
    case post(headers: [String], body: [UInt8])
  }

  package enum Protection: Hashable, Sendable {
    /// For loopback only; who makes the transfer sees to it.
    case none
    /// The transfer ends before anything is said where the other side does not offer it.
    case startTLS
    case tls
  }

  package let url: String
  package let content: Content
  package let protection: Protection
  /// A name and a password or a token.
  package let login: (user: String, password: String)?
  /// A file of certificates (PEM) that are trusted in place of the system's.
  package let authorities: String?
  /// From beginning to end, connection and names included. A mail server that falls silent at the
  /// very end may take as long once more, with which it is told goodbye.
  package let limit: Duration
  /// HTTP/2: negotiated by TLS, and without it from the first byte.
  package let needsHTTP2: Bool
  /// From the beginning until there is a connection; nil for the whole limit.
  package let connectLimit: Duration?
  /// Bytes of an answer: a longer one ends the transfer, in trouble.
  package let mostAnswered: Int

  package init(
    url: String, content: Content, protection: Protection,
    login: (user: String, password: String)?, authorities: String?, limit: Duration,
    needsHTTP2: Bool = false, connectLimit: Duration? = nil, mostAnswered: Int = 64 * 1024
  ) {
    self.url = url
    self.content = content
    self.protection = protection
    self.login = login
    self.authorities = authorities
    self.limit = limit
    self.needsHTTP2 = needsHTTP2
    self.connectLimit = connectLimit
    self.mostAnswered = mostAnswered
  }
}

/// Where a mail transaction stands: the last command that was sent (RFC 5321 section 3).
package enum MailStage: Hashable, Sendable, CaseIterable {
  /// Nothing was said yet, or who we are.
  case greeting
  case login
  case sender
  case recipient
  /// From `DATA` on.
  case content
}

/// How a transfer ended.
package struct TransferEnd: Hashable, Sendable {
  package enum Trouble: Hashable, Sendable {
    /// No connection, or it broke.
    case connection
    case timedOut
    /// The other side's certificate, or TLS itself, is not as it has to be.
    case trust
    case login
    /// The other side answered, and not with what the protocol asks for; its code says more.
    case refused
    /// Our own settings, or this machine's memory.
    case setting
  }

  /// Nil when libcurl found nothing wrong.
  package var trouble: Trouble?
  /// The last code of SMTP or the status of HTTP; 0 before there was one.
  package var code = 0
  package var stage = MailStage.greeting
  /// Everything was sent, and an answer was waited for.
  package var wasSent = false
  /// The last line of SMTP; the beginning of the body of HTTP.
  package var answer: [UInt8] = []
  /// The fields of HTTP that are kept, by their names in lower case.
  package var fields: [String: String] = [:]
  /// The value of `Retry-After`.
  package var retryAfter: String? { fields["retry-after"] }

  package init(
    trouble: Trouble? = nil, code: Int = 0, stage: MailStage = .greeting, wasSent: Bool = false,
    answer: [UInt8] = [], fields: [String: String] = [:]
  ) {
    self.trouble = trouble
    self.code = code
    self.stage = stage
    self.wasSent = wasSent
    self.answer = answer
    self.fields = fields
  }
}
