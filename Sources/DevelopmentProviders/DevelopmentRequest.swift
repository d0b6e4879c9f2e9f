import Foundation

/// A request to a development provider.
package struct DevelopmentRequest: Sendable {
  /// `GET` or `POST`.
  package let method: String
  /// From the provider's own base on, such as `/authorize`.
  package let path: String
  /// Without the question mark, as it was sent.
  package let query: String
  /// The value of `Authorization`.
  package let authorization: String?
  package let body: [UInt8]

  package init(
    _ method: String, _ path: String, query: String = "", authorization: String? = nil,
    body: [UInt8] = []
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.authorization = authorization
    self.body = body
  }
}

package struct DevelopmentResponse: Hashable, Sendable {
  package let status: Int
  /// Names and values; `Content-Type` is among them.
  package let headers: [String: String]
  package let body: [UInt8]

  private init(_ status: Int, _ headers: [String: String], _ body: [UInt8]) {
    self.status = status
    self.headers = headers.merging(["Cache-Control": "no-store"]) { own, _ in own }
    self.body = body
  }

  static func json(
    _ value: some Encodable, status: Int = 200, _ headers: [String: String] = [:]
  ) -> DevelopmentResponse {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let body = try? encoder.encode(value) else { return error("server_error", status: 500) }
    return DevelopmentResponse(
      status, headers.merging(["Content-Type": "application/json"]) { own, _ in own }, Array(body))
  }

  /// RFC 6749 section 5.2.
  static func error(_ code: String, status: Int = 400) -> DevelopmentResponse {
    DevelopmentResponse(
      status, ["Content-Type": "application/json"], Array("{\"error\":\"\(code)\"}".utf8))
  }

  /// - Parameter action: where its forms may lead, beside the provider itself.
  static func page(_ html: String, status: Int = 200, action: String? = nil) -> DevelopmentResponse
  {
    let policy =
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'; "
      + "form-action 'self'" + (action.map { " \($0)" } ?? "")
    return DevelopmentResponse(
      status,
      [
        "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": policy,
        "Referrer-Policy": "same-origin", "X-Content-Type-Options": "nosniff",
      ], Array(html.utf8))
  }

  static func redirect(to url: String) -> DevelopmentResponse {
    DevelopmentResponse(303, ["Location": url, "Content-Type": "text/plain"], [])
  }
}

/// application/x-www-form-urlencoded, read.
struct FormFields: Sendable {
  private var values: [String: String] = [:]

  /// - Returns: nil for bytes that are not such a form, and for a field that comes twice (RFC 6749
  ///   section 3.1).
  init?(_ text: some StringProtocol) {
    for pair in text.split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = Self.decoded(parts[0]),
        let value = parts.count == 2 ? Self.decoded(parts[1]) : "", values[name] == nil
      else { return nil }
      values[name] = value
    }
  }

  init?(body: [UInt8]) {
    guard let text = String(validating: body, as: UTF8.self) else { return nil }
    self.init(text)
  }

  subscript(_ name: String) -> String? { values[name].flatMap { $0.isEmpty ? nil : $0 } }

  static func decoded(_ text: some StringProtocol) -> String? {
    String(text).replacing("+", with: " ").removingPercentEncoding
  }
}
