import IdentityDomain
import NetworkTransfer
package import WorkThreads

/// Reaches providers over libcurl, on threads of their own.
package struct CurlTransport: ProviderTransport {
  private let threads: WorkThreads
  private let authorities: String?
  private let limit: Duration
  private let connectLimit: Duration

  /// - Parameters:
  ///   - threads: made by `WorkThreads.forTransfers`. A call that finds no place has no answer.
  ///   - authorities: a file of certificates (PEM) that are trusted in place of the system's.
  ///   - limit: for one request, connection included.
  ///   - connectLimit: until there is a connection.
  package init(
    threads: WorkThreads, authorities: String? = nil,
    limit: Duration = FederationRules.answerLimit,
    connectLimit: Duration = FederationRules.connectLimit
  ) {
    self.threads = threads
    self.authorities = authorities
    self.limit = limit
    self.connectLimit = connectLimit
  }

  package func answer(to call: ProviderCall) async -> ProviderAnswer? {
    let transfer = transfer(call)
    guard let end = try? await threads.run({ CurlTransfer.perform(transfer) }),
      end.trouble == nil, end.code > 0
    else { return nil }
    return ProviderAnswer(status: end.code, fields: end.fields, body: end.answer)
  }

  private func transfer(_ call: ProviderCall) -> Transfer {
    // GitHub refuses requests without a user agent.
    var headers = ["Accept: \(call.accept)", "User-Agent: Portico"]
    if let authorization = call.authorization {
      headers.append("Authorization: \(authorization.exposed)")
    }
    let content: Transfer.Content =
      if let form = call.form {
        .post(
          headers: headers + ["Content-Type: application/x-www-form-urlencoded"],
          body: Array(form.exposed.utf8))
      } else {
        .get(headers: headers)
      }
    return Transfer(
      url: call.endpoint.text, content: content, protection: call.endpoint.protection, login: nil,
      authorities: authorities, limit: limit, connectLimit: connectLimit,
      mostAnswered: FederationRules.answerBytes)
  }
}
