/// Serves paths outside the API: the files of a page.
package struct PagePort: Sendable {
  /// Nil if there is no such file.
  package var answer: @Sendable (PageRequest) -> PageAnswer?

  package init(answer: @escaping @Sendable (PageRequest) -> PageAnswer?) { self.answer = answer }
}

/// A `GET` or `HEAD` of a file.
package struct PageRequest: Hashable, Sendable {
  /// As sent, without the query; begins with a slash.
  package var path: String
  /// What follows the question mark; nil without one.
  package var query: String?
  /// `Accept-Encoding` (RFC 9110 section 12.5.3).
  package var acceptEncoding: String?
  /// `If-None-Match` (RFC 9110 section 13.1.2).
  package var ifNoneMatch: String?

  package init(
    path: String, query: String? = nil, acceptEncoding: String? = nil, ifNoneMatch: String? = nil
  ) {
    self.path = path
    self.query = query
    self.acceptEncoding = acceptEncoding
    self.ifNoneMatch = ifNoneMatch
  }
}

/// A file, or that the client already has it.
package struct PageAnswer: Sendable {
  package var status: Int
  package var body: [UInt8]
  package var type: String
  /// Header fields by name; they override the common ones.
  package var fields: [(name: String, value: String)]

  package init(
    status: Int, body: [UInt8], type: String, fields: [(name: String, value: String)]
  ) {
    self.status = status
    self.body = body
    self.type = type
    self.fields = fields
  }
}
