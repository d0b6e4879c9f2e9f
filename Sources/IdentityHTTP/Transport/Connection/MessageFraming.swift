/// Where the body of a request ends, according to its header (RFC 9112 section 6).
///
/// A proxy in front reads the same header. If two readers could disagree about the end, one of them
/// would see a request in what the other took for a body. Such a header is refused before a byte of
/// the body is read, whatever the decoder would make of it.
package struct MessageFraming: Hashable, Sendable {
  /// Whether it is HTTP/1.1 or later.
  package let knowsTransferCodings: Bool
  /// The values of every `Transfer-Encoding`, as sent.
  package let transferCodings: [String]
  /// The values of every `Content-Length`.
  package let lengths: [String]

  package init(knowsTransferCodings: Bool, transferCodings: [String], lengths: [String]) {
    self.knowsTransferCodings = knowsTransferCodings
    self.transferCodings = transferCodings
    self.lengths = lengths
  }

  /// Nil for one `Content-Length`, one `Transfer-Encoding: chunked`, or neither.
  package var problem: RequestProblem? {
    guard !transferCodings.isEmpty else {
      return lengths.count <= 1 && lengths.allSatisfy(isLength)
        ? nil : .malformed(field: "Content-Length")
    }
    // Section 6.1: a length together with a coding, and a coding from a client that cannot know
    // codings, are the signs of request smuggling.
    guard knowsTransferCodings, lengths.isEmpty, transferCodings.count == 1,
      transferCodings[0][...].trimmed.lowercased() == "chunked"
    else { return .malformed(field: "Transfer-Encoding") }
    return nil
  }

  private func isLength(_ text: String) -> Bool {
    (1...18).contains(text.utf8.count) && text.utf8.allSatisfy { (48...57).contains($0) }
  }
}
