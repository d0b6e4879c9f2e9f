package import HTTPTypes
package import IdentityDomain

/// Which pages may call (SEC "Browser and HTTP"; the Fetch standard, "HTTP CORS protocol").
package struct OriginPolicy: Sendable {
  /// Origins of pages elsewhere.
  package let foreign: Set<WebOrigin>

  package init(foreign: Set<WebOrigin>) { self.foreign = foreign }

  /// The sender of a call, as far as headers tell.
  package struct Sender: Hashable, Sendable {
    package let storage: Caller.TokenStorage
    /// The listed origin that the response must name, if the page is not one of our own.
    package let sharedWith: WebOrigin?
  }

  /// A browser is recognized by `Origin`, by `Sec-Fetch-Site`, or by a cookie. A call of a browser
  /// that changes something must have an origin.
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

  /// The response to a preflight: an empty 204 for a listed origin.
  /// - Parameter usesCookie: whether the call may carry credentials.
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

  /// The headers that let a page of a listed origin read a response.
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
