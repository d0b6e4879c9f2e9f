/// What is sent to another host, in a connection of its own.
package struct Transfer: Sendable {
  package enum Content: Sendable {
    /// - Parameters:
    ///   - from, to: addresses without brackets.
    ///   - text: with CRLF; libcurl doubles leading dots (RFC 5321 section 4.5.2).
    case mail(from: String, to: String, text: [UInt8])
    /// - Parameter headers: whole lines, without line breaks.
    case get(headers: [String])
    /// - Parameter headers: as for `get`; the response must be JSON.
    case post(headers: [String], body: [UInt8])
  }

  package enum Protection: Hashable, Sendable {
    /// For loopback only, which the caller ensures.
    case none
    /// The transfer ends before any content is sent if the other side does not offer it.
    case startTLS
    case tls
  }

  package let url: String
  /// Its host and port, for messages.
  var place: String {
    let rest = url.firstRange(of: "://").map { url[$0.upperBound...] } ?? url[...]
    return String(rest.prefix { $0 != "/" && $0 != "?" })
  }
  package let content: Content
  package let protection: Protection
  /// A name and a password or a token.
  package let login: (user: String, password: String)?
  /// A file of certificates (PEM) that are trusted instead of the system's.
  package let authorities: String?
  /// For the whole transfer, including connection and name resolution. A mail server that falls
  /// silent at the very end may take as long again, while QUIT is sent.
  package let limit: Duration
  /// HTTP/2: negotiated by TLS, and without it from the first byte.
  package let needsHTTP2: Bool
  /// From the start until there is a connection; nil for the whole limit.
  package let connectLimit: Duration?
  /// The maximum number of bytes of a response: a longer one ends the transfer with an error.
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

/// The stage of a mail transaction: the last command that was sent (RFC 5321 section 3).
package enum MailStage: Hashable, Sendable, CaseIterable {
  /// Nothing was sent yet, or only our greeting.
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
    /// No connection, or it was lost.
    case connection
    case timedOut
    /// The other side's certificate, or TLS itself, is invalid.
    case trust
    case login
    /// The other side's response is not what the protocol requires; its code says more.
    case refused
    /// Our own settings, or this machine's memory.
    case setting
  }

  /// Nil if libcurl reported no error.
  package var trouble: Trouble?
  /// The last code of SMTP or the status of HTTP; 0 if there was none yet.
  package var code = 0
  package var stage = MailStage.greeting
  /// Everything was sent, and a response was awaited.
  package var wasSent = false
  /// The last line of SMTP; the beginning of the body of HTTP.
  package var answer: [UInt8] = []
  /// What libcurl and the system say of the trouble, with the host; nil where there was none.
  package var problem: String?
  /// The kept HTTP fields, by their names in lower case.
  package var fields: [String: String] = [:]
  /// The value of `Retry-After`.
  package var retryAfter: String? { fields["retry-after"] }

  package init(
    trouble: Trouble? = nil, code: Int = 0, stage: MailStage = .greeting, wasSent: Bool = false,
    answer: [UInt8] = [], fields: [String: String] = [:], problem: String? = nil
  ) {
    self.trouble = trouble
    self.code = code
    self.stage = stage
    self.wasSent = wasSent
    self.answer = answer
    self.fields = fields
    self.problem = problem
  }
}
