package import HTTPTypes

/// What is wrong with a call before an operation sees it.
package enum RequestProblem: Error, Hashable, Sendable {
  case unknownPath
  case wrongMethod(allowed: [HTTPRequest.Method])
  /// - Parameter field: of the body, the query or the path, or the name of a header.
  case malformed(field: String)
  case wrongContentType
  case bodyTooLarge(most: Int)
  /// More fields, or longer ones, than `HTTPLimits` allows.
  case headerTooLarge
  /// Header or body did not arrive in time.
  case tooSlow
  /// Every connection has a request in progress, and this one is in a reserved place.
  case full
  /// Not an allowed origin, or none although a browser must send one.
  case foreignOrigin
  /// `--dev` responds only to the names of loopback.
  case foreignHost
  case ambiguousCredentials
  /// - Parameter wasPresented: whether there was a token at all.
  case badAccessToken(wasPresented: Bool)
  case badProof(ProofProblem)

  package enum ProofProblem: String, Hashable, Sendable {
    case unreadable
    case otherMethod
    case otherURL
    case otherAccessToken
    case badProofID
  }
}
