import FlowMachine
import FlowRuntime
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What a server has sent to whom: its development inbox (`serve --dev`), or another address that answers in that form.
struct SwarmInbox: Sendable {
  private let address: String
  private let transfer = LiveTransfer(limit: 1 << 20, redirects: .never)

  init(server: String) { address = server + "/dev/inbox" }
  /// - Parameter address: asked with `?to=`, for which it returns the messages, the newest first.
  init(address: String) { self.address = address }

  private struct Message: Decodable {
    var code: String?
    var sent_at: String
  }

  /// Whether there is one.
  ///
  /// - Throws: `Unreachable` where nobody answers.
  func isThere() async throws -> Bool {
    switch await read(to: "nobody@example.org") {
    case .received(let response, let body, _):
      return response.statusCode == 200 && Self.messages(body) != nil
    case .failed: throw Unreachable(address: address)
    }
  }

  /// The code of the newest message to one of these addresses.
  func newestCode(to addresses: [String]) async -> Text? {
    var newest: (code: String, time: String)?
    for address in addresses {
      guard case .received(let response, let body, _) = await read(to: address),
        response.statusCode == 200, let messages = Self.messages(body),
        let found = messages.first(where: { $0.code != nil }), let code = found.code,
        found.sent_at > newest?.time ?? ""
      else { continue }
      newest = (code, found.sent_at)
    }
    return newest.map { Text($0.code.utf8) }
  }

  private static func messages(_ body: [UInt8]) -> [Message]? {
    try? JSONDecoder().decode([Message].self, from: Data(body))
  }

  private func read(to person: String) async -> LiveTransfer.Outcome {
    var allowed = CharacterSet.alphanumerics
    allowed.insert(charactersIn: "-._~")
    let name = person.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
    guard let url = URL(string: "\(address)?to=\(name)") else { return .failed(.badURL) }
    var request = URLRequest(url: url)
    request.timeoutInterval = 30
    return await transfer.perform(request)
  }

  struct Unreachable: Error, CustomStringConvertible {
    let address: String

    var description: String {
      let own = "/dev/inbox"
      guard address.hasSuffix(own) else {
        return "nothing answers at \(address); give another --inbox"
      }
      return
        "no server answers at \(address.dropLast(own.count)); start one, or give another --server"
    }
  }
}
