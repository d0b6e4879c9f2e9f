public import Foundation
import FlowRuntime
import IdentityClient

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// The app's own calls, to any service that checks our tokens (docs/guides/verify-our-tokens.md).
extension PorticoSession {
  /// A usable access token. It is bound to the device: a service accepts it only with a proof for the call, which
  /// `authorize` adds. All callers that need a newer one wait for the same renewal.
  public func accessToken() async throws(SessionError) -> String {
    String(decoding: try await access().token, as: UTF8.self)
  }

  /// A request with the access token and a proof for its method and address, for one send.
  ///
  /// - Parameters:
  ///   - request: to an https address, or to one of this machine.
  ///   - refused: the same request as it was sent before, if it was answered with 401: its token is not used again.
  public func authorize(
    _ request: URLRequest, after refused: URLRequest? = nil
  ) async throws(SessionError) -> URLRequest {
    let before = try await access()
    guard let header = refused?.value(forHTTPHeaderField: "Authorization"),
      header == "DPoP " + String(decoding: before.token, as: UTF8.self)
    else { return try await signed(request, before) }
    return try await signed(request, try await access(after: before))
  }

  /// Sends a request with the session. A service that answers 401 is asked once more: with the nonce that it names, or with
  /// a renewed token. Its second answer is returned as it is.
  public func data(
    for request: URLRequest
  ) async throws(SessionError) -> (Data, HTTPURLResponse) {
    var access = try await access()
    var mayRenew = request.httpBodyStream == nil
    var mayTakeNonce = mayRenew
    while true {
      let (data, response) = try await sent(try await signed(request, access))
      let isNew = takeNonce(response, of: request)
      guard response.statusCode == 401 else { return (data, response) }
      let challenge = response.value(forHTTPHeaderField: "WWW-Authenticate") ?? ""
      if mayTakeNonce, isNew, challenge.contains("use_dpop_nonce") {
        mayTakeNonce = false
      } else if mayRenew {
        mayRenew = false
        access = try await self.access(after: access)
      } else {
        return (data, response)
      }
    }
  }

  // MARK: Parts

  private func access(
    after refused: SessionAccess? = nil
  ) async throws(SessionError) -> SessionAccess {
    if let token = try stillToken() { return SessionAccess(token: Array(token.utf8), family: []) }
    let client = try opened().client.client
    do throws(IdentityError) { return try await client.access(after: refused) } catch {
      throw SessionError(error)
    }
  }

  private func signed(
    _ request: URLRequest, _ access: SessionAccess
  ) async throws(SessionError) -> URLRequest {
    guard let url = request.url, LiveTransfer.isAllowed(url),
      var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
    else { throw .insecureAddress }
    // RFC 9449 section 4.2: `htu` is without query and fragment.
    (parts.query, parts.fragment) = (nil, nil)
    var result = request
    if let token = try stillToken() {
      result.setValue("DPoP " + token, forHTTPHeaderField: "Authorization")
      return result
    }
    let client = try opened().client.client
    do throws(IdentityError) {
      let proof = try await client.proof(
        method: request.httpMethod ?? "GET", url: parts.string ?? url.absoluteString,
        access: access, nonce: nonces[Self.origin(url)] ?? "")
      result.setValue(proof, forHTTPHeaderField: "DPoP")
    } catch {
      throw SessionError(error)
    }
    let token = String(decoding: access.token, as: UTF8.self)
    result.setValue("DPoP " + token, forHTTPHeaderField: "Authorization")
    return result
  }

  private func sent(_ request: URLRequest) async throws(SessionError) -> (Data, HTTPURLResponse) {
    do { return try await transport(request) } catch let error as SessionError {
      throw error
    } catch is CancellationError {
      throw .cancelled
    } catch {
      throw SessionError(LiveTransfer.failure((error as? URLError)?.code))
    }
  }

  /// - Returns: whether the service named another nonce than the one that was sent.
  private func takeNonce(_ response: HTTPURLResponse, of request: URLRequest) -> Bool {
    guard let nonce = response.value(forHTTPHeaderField: "DPoP-Nonce"), !nonce.isEmpty,
      nonce.utf8.count <= 512, let url = request.url
    else { return false }
    defer { nonces[Self.origin(url)] = nonce }
    return nonces[Self.origin(url)] != nonce
  }

  private static func origin(_ url: URL) -> String {
    "\(url.scheme ?? "")://\(url.host ?? ""):\(url.port ?? -1)"
  }

  /// No redirects: a proof is for one address.
  nonisolated static func liveTransport() -> Transport {
    let transfer = LiveTransfer(limit: 64 << 20, redirects: .never)
    return { request in
      switch await transfer.perform(request) {
      case .received(_, _, isTooLong: true): throw SessionError.tooLarge
      case .received(let response, let body, _): return (Data(body), response)
      case .failed(.cancelled?): throw SessionError.cancelled
      case .failed(let code): throw SessionError(LiveTransfer.failure(code))
      }
    }
  }
}
