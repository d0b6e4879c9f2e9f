public import Foundation
public import Portico

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Who is signed in to the shop: the app's own code, as it was before there was a flow. The token never
/// leaves it.
public actor ShopSession {
  private let shop: URL
  private let file: URL
  private var token: String?

  /// - Parameter folder: where the token is kept. A real app has it in the Keychain.
  public init(shop: URL, folder: URL) {
    self.shop = shop
    file = folder.appendingPathComponent("shop-token")
    token = try? String(contentsOf: file, encoding: .utf8)
  }

  /// What the flow asks for, by the names in `orders.flow.yaml`.
  nonisolated public var operations: [String: RequestHandlers.Handler] {
    [
      "signIn": { call in await self.signIn(call.parameters) },
      "orders": { _ in await self.send("GET", "orders") },
      "signOut": { _ in await self.signOut() },
    ]
  }

  private func signIn(_ parameters: [String: JSONValue]) async -> Reply {
    let body = parameters.compactMapValues(\.text)
    let reply = await send("POST", "login", try? JSONEncoder().encode(body))
    guard case .answered(200, let bytes) = reply,
      let login = try? JSONDecoder().decode(Login.self, from: Data(bytes))
    else { return reply }
    do {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(login.token.utf8).write(to: file, options: .atomic)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    } catch {
      // What cannot be stored first is not done: the flow may ask again.
      return .interrupted
    }
    token = login.token
    return .done(["member": .text(login.member)])
  }

  private func signOut() async -> Reply {
    let reply = await send("DELETE", "login")
    token = nil
    try? FileManager.default.removeItem(at: file)
    return reply
  }

  private struct Login: Decodable {
    let member: String
    let token: String
  }

  private func send(_ method: String, _ path: String, _ body: Data? = nil) async -> Reply {
    var request = URLRequest(url: shop.appendingPathComponent(path))
    request.httpMethod = method
    request.httpBody = body
    if body != nil { request.setValue("application/json", forHTTPHeaderField: "Content-Type") }
    if let token { request.setValue(token, forHTTPHeaderField: "X-Shop-Token") }
    do {
      // Not cancelled together with the entry: on Linux, cancelling a call just as it ends can deadlock URLSession.
      let call = Task { [request] in try await URLSession.shared.data(for: request) }
      let (data, response) = try await call.value
      guard let status = (response as? HTTPURLResponse)?.statusCode else { return .lost }
      return .answered(status: UInt16(clamping: status), body: Array(data))
    } catch let error as URLError {
      switch error.code {
      case .notConnectedToInternet, .cannotConnectToHost, .cannotFindHost: return .notSent
      case .timedOut: return .timedOut
      default: return .lost
      }
    } catch { return .lost }
  }
}
