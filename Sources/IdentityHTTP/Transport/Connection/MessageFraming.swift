/// Where the body of a request ends, as its header tells it (RFC 9112 section 6).
///
/// Whoever stands in front reads the same header. Where two readers could take the end to be in
/// different places, one of them sees a request that the other took for a body, so such a header is
/// refused before a byte of the body is read, whatever the decoder would make of it.
package struct MessageFraming: Hashable, Sendable {
  /// Of HTTP/1.1 or later.
  package let knowsTransferCodings: Bool
  /// The values of every `Transfer-Encoding`, as they were sent.
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
    // Section 6.1: a length beside a coding, and a coding from a client that cannot know codings,
    // are what smuggled requests look like.
    guard knowsTransferCodings, lengths.isEmpty, transferCodings.count == 1,
      transferCodings[0][...].trimmed.lowercased() == "chunked"
    else { return .malformed(field: "Transfer-Encoding") }
    return nil
  }

  private func isLength(_ text: String) -> Bool {
    (1...18).contains(text.utf8.count) && text.utf8.allSatisfy { (48...57).contains($0) }
  }
}
