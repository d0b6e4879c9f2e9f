package import HTTPTypes

extension HTTPField.Name {
  // Each of these literals is a token of RFC 9110 section 5.6.2, so none is nil.
  package static let dpop = HTTPField.Name("DPoP")!
  package static let dpopNonce = HTTPField.Name("DPoP-Nonce")!
  package static let idempotencyKey = HTTPField.Name("Idempotency-Key")!
  package static let crumb = HTTPField.Name("Portico-Crumb")!
  package static let installation = HTTPField.Name("Portico-Installation")!
  package static let requestID = HTTPField.Name("X-Request-Id")!
  package static let forwarded = HTTPField.Name("Forwarded")!
  package static let forwardedFor = HTTPField.Name("X-Forwarded-For")!
  package static let fetchSite = HTTPField.Name("Sec-Fetch-Site")!
  package static let referrerPolicy = HTTPField.Name("Referrer-Policy")!
  package static let host = HTTPField.Name("Host")!
}
