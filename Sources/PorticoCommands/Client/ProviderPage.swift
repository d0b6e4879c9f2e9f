import FlowMachine
import FlowRuntime
import FlowSimulation
import Foundation
import Portico

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A person at the page of a development provider (`serve --dev`), as a browser goes through it: chooses an
/// account, decides, and follows where that leads.
struct ProviderPage {
  /// Why the person did not get back to the app.
  struct Dead: Error, CustomStringConvertible { let description: String }

  private let transfer = LiveTransfer(limit: 1 << 20, redirects: .never)
  private let trip: ProviderReturn

  init(_ trip: ProviderReturn) { self.trip = trip }

  /// - Parameter page: the address that the app has opened.
  /// - Returns: the query of the address that leads back to the app; nil where the last page led nowhere.
  func query(from page: String) async throws -> String? {
    let consent = Form(try await get(page).body)
    guard let consent, consent.fields["request"] != nil else {
      throw Dead(description: "\(page) is no page of a development provider")
    }
    let base = try url(page)
    var reply = try await post(try url(consent.action, base), consent.fields + decision)
    // Apple's page posts the way back.
    if reply.location == nil, let form = Form(reply.body) {
      reply = try await post(try url(form.action, base), form.fields)
    } else if let callback = reply.location {
      reply = try await get(callback)
    }
    guard let back = reply.location else {
      guard reply.status == 400 else {
        throw Dead(description: "the provider led nowhere: status \(reply.status)")
      }
      return nil
    }
    return back.split(separator: "?", maxSplits: 1).dropFirst().first.map(String.init) ?? ""
  }

  /// The same at a native sheet, in whose place a development provider stands.
  ///
  /// - Parameter server: its address.
  /// - Returns: what the app hears of the sheet; nil if that never ends.
  func data(of asked: AskedSheet, at server: String) async throws -> String? {
    guard !trip.isLost else { return nil }
    let sheet = trip.isForeign ? asked.foreign : asked
    if let error = trip.error?.string { return sheet.data(error: error) }
    guard trip.decision == .allow else { return sheet.data(.closed) }
    let reply = try await post(
      try url("\(server)/dev/providers/\(asked.provider)/native"),
      decision + ["nonce": asked.nonce])
    struct Given: Decodable {
      let id_token: String
      let code: String?
    }
    guard let given = try? JSONDecoder().decode(Given.self, from: Data(reply.body.utf8)) else {
      throw Dead(
        description:
          "\(asked.provider) is no development provider with a sheet: status \(reply.status)")
    }
    return sheet.data(
      .signedIn(
        // Apple tells a name once; the script says when.
        idToken: given.id_token, authorizationCode: given.code, name: trip.name?.string))
  }

  private var decision: [String: String] {
    var fields = ["decision": trip.decision.rawValue, "person": "0"]
    guard let email = trip.email?.string else { return fields }
    fields["person"] = "other"
    fields["email"] = email
    fields["name"] = trip.name?.string ?? String(email.prefix { $0 != "@" })
    if trip.isVerified { fields["verified"] = "on" }
    return fields
  }

  // MARK: HTTP

  private struct Page {
    var status: Int
    var location: String?
    var body: String
  }

  private func url(_ text: String, _ base: URL? = nil) throws -> URL {
    guard let url = URL(string: text, relativeTo: base), LiveTransfer.isAllowed(url.absoluteURL)
    else { throw Dead(description: "\(text) cannot be opened") }
    return url.absoluteURL
  }

  private func get(_ text: String) async throws -> Page {
    try await send(URLRequest(url: try url(text)))
  }

  private func post(_ url: URL, _ fields: [String: String]) async throws -> Page {
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
    var allowed = CharacterSet.alphanumerics
    allowed.insert(charactersIn: "-._~")
    let body = fields.sorted { $0.key < $1.key }.map { name, value in
      "\(name)=\(value.addingPercentEncoding(withAllowedCharacters: allowed) ?? "")"
    }
    request.httpBody = Data(body.joined(separator: "&").utf8)
    return try await send(request)
  }

  private func send(_ request: URLRequest) async throws -> Page {
    guard case .received(let response, let body, _) = await transfer.perform(request) else {
      throw Dead(description: "the provider's page cannot be reached")
    }
    return Page(
      status: response.statusCode, location: response.value(forHTTPHeaderField: "Location"),
      body: String(decoding: body, as: UTF8.self))
  }
}

/// The form of a development provider's page: where it goes, and its hidden fields.
struct Form {
  let action: String
  private(set) var fields: [String: String] = [:]

  /// Nil where the page has none.
  init?(_ page: String) {
    guard let action = page.between("<form method=\"post\" action=\"", "\"") else { return nil }
    self.action = Self.plain(action)
    for part in page.components(separatedBy: "<input type=\"hidden\" name=\"").dropFirst() {
      guard let name = part.components(separatedBy: "\"").first,
        let value = part.between("value=\"", "\"")
      else { continue }
      fields[name] = Self.plain(value)
    }
  }

  /// As `ConsentPage` escapes.
  private static func plain(_ text: String) -> String {
    text.replacingOccurrences(of: "&lt;", with: "<").replacingOccurrences(of: "&gt;", with: ">")
      .replacingOccurrences(of: "&quot;", with: "\"").replacingOccurrences(of: "&#39;", with: "'")
      .replacingOccurrences(of: "&amp;", with: "&")
  }
}

extension String {
  fileprivate func between(_ start: String, _ end: String) -> String? {
    guard let from = range(of: start), let to = self[from.upperBound...].range(of: end) else {
      return nil
    }
    return String(self[from.upperBound..<to.lowerBound])
  }
}

private func + (_ fields: [String: String], _ more: [String: String]) -> [String: String] {
  fields.merging(more) { _, new in new }
}
