package import HTTPTypes
package import IdentityDomain

/// Which pages may call (SEC "Browser and HTTP"; the Fetch standard, "HTTP CORS protocol").
package struct OriginPolicy: Sendable {
  /// Of pages elsewhere.
  package let foreign: Set<WebOrigin>

  package init(foreign: Set<WebOrigin>) { self.foreign = foreign }

  /// Who sends a call, as far as headers tell.
  package struct Sender: Hashable, Sendable {
    package let storage: Caller.TokenStorage
    /// The listed origin that the answer must name, if the page is not one of our own.
    package let sharedWith: WebOrigin?
  }

  /// A browser tells by `Origin`, by `Sec-Fetch-Site`, or by a cookie. One that changes something has
  /// to name its origin.
  ///
  /// - Parameter own: the origin of the public URL.
  package func sender(
    _ fields: HTTPFields, own: WebOrigin, changesState: Bool, hasCookie: Bool
  ) throws(RequestProblem) -> Sender {
    let origins = fields[values: .origin]
    guard let text = origins.first else {
      let isBrowser = hasCookie || fields[.fetchSite] != nil
      if isBrowser, changesState { throw .foreignOrigin }
      return Sender(storage: isBrowser ? .cookie : .device, sharedWith: nil)
    }
    guard origins.count == 1, let origin = WebOrigin(text), origin.text == text,
      origin == own || foreign.contains(origin)
    else { throw .foreignOrigin }
    return Sender(storage: .cookie, sharedWith: origin == own ? nil : origin)
  }

  /// The answer to a preflight: an empty 204 for a listed origin.
  /// - Parameter usesCookie: whether the call may come with credentials.
  package func preflight(
    _ fields: HTTPFields, own: WebOrigin, allowed: [HTTPRequest.Method], usesCookie: Bool
  ) throws(RequestProblem) -> HTTPFields {
    let sender = try sender(fields, own: own, changesState: true, hasCookie: false)
    guard let origin = sender.sharedWith else { return [:] }
    var answer = shared(with: origin, usesCookie: usesCookie)
    answer[.accessControlAllowMethods] = allowed.map(\.rawValue).joined(separator: ", ")
    answer[.accessControlAllowHeaders] = Self.takes.map(\.rawName).joined(separator: ", ")
    answer[.accessControlMaxAge] = "600"
    return answer
  }

  /// What lets a page of a listed origin read an answer.
  package func shared(with origin: WebOrigin, usesCookie: Bool) -> HTTPFields {
    var answer: HTTPFields = [.accessControlAllowOrigin: origin.text]
    answer[.accessControlExposeHeaders] = "DPoP-Nonce, Retry-After, X-Request-Id"
    if usesCookie { answer[.accessControlAllowCredentials] = "true" }
    return answer
  }

  private static let takes: [HTTPField.Name] = [
    .authorization, .contentType, .dpop, .idempotencyKey, .crumb, .installation, .acceptLanguage,
  ]
}
