package import IdentityDomain

package enum ProviderForm {}
package enum ProviderAuthorization {}

/// A request to a provider.
package struct ProviderCall: Sendable {
  package let endpoint: ProviderEndpoint
  /// The body of a POST (application/x-www-form-urlencoded); nil for a GET.
  package let form: Secret<ProviderForm>?
  /// The value of `Authorization`.
  package let authorization: Secret<ProviderAuthorization>?
  package let accept: String

  package init(
    _ endpoint: ProviderEndpoint, form: Secret<ProviderForm>? = nil,
    authorization: Secret<ProviderAuthorization>? = nil, accept: String = "application/json"
  ) {
    self.endpoint = endpoint
    self.form = form
    self.authorization = authorization
    self.accept = accept
  }
}

/// A whole response. Its fields are those that `NetworkTransfer` keeps, by their names in lower case.
package struct ProviderAnswer: Hashable, Sendable {
  package let status: Int
  package let fields: [String: String]
  package let body: [UInt8]

  package init(status: Int, fields: [String: String], body: [UInt8]) {
    self.status = status
    self.fields = fields
    self.body = body
  }

  /// The body, where its type says that it is JSON (RFC 8259, RFC 7517 section 8.5.2).
  var json: [UInt8]? {
    let type = (fields["content-type"] ?? "").prefix { $0 != ";" && $0 != "," }
      .split(whereSeparator: \.isWhitespace).joined().lowercased()
    let isJSON =
      type == "application/json" || (type.hasPrefix("application/") && type.hasSuffix("+json"))
    return isJSON ? body : nil
  }
}

/// How providers are reached.
package protocol ProviderTransport: Sendable {
  /// - Returns: nil where no whole response came: no connection, a timeout, a certificate that is not
  ///   trusted, a body beyond `FederationRules.answerBytes`. Redirects are not followed.
  func answer(to call: ProviderCall) async -> ProviderAnswer?
}
