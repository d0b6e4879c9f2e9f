/// The texts of requests, with what a proxy in front would add: the server counts limits by the
/// network that a call comes from.
enum Requests {
  /// The public URL of the server under test; the bench plays the TLS proxy.
  static let publicURL = "https://id.bench.example"

  static func text(
    _ method: String, _ path: String, _ fields: [(name: String, value: String)] = [],
    body: String = ""
  ) -> [UInt8] {
    var text = "\(method) \(path) HTTP/1.1\r\nHost: id.bench.example\r\n"
    text += "User-Agent: PorticoBench/1.0 (Linux)\r\nAccept: application/json\r\n"
    for (name, value) in fields { text += "\(name): \(value)\r\n" }
    if method != "GET" {
      text += "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n"
    }
    return Array((text + "\r\n" + body).utf8)
  }

  /// An address in a separate network.
  static func network(_ place: Int) -> (name: String, value: String) {
    ("X-Forwarded-For", "10.\(place >> 8 & 255).\(place & 255).7")
  }
}

/// Sends requests in turn; every response must have one status.
final class RepeatedRequest: LoadCaller {
  private let requests: [[UInt8]]
  private let status: Int
  private var place = 0

  init(_ requests: [[UInt8]], status: Int = 200) {
    self.requests = requests
    self.status = status
  }

  func next() -> [UInt8] {
    place += 1
    return requests[place % requests.count]
  }

  func answered(_ answer: HTTPAnswer, _ bytes: ArraySlice<UInt8>) -> Bool {
    answer.status == status
  }
}

/// Sends the request that a closure makes, and keeps the last response.
final class MadeRequest: LoadCaller {
  private let make: () -> [UInt8]
  private let statuses: Set<Int>
  private(set) var body: [UInt8] = []
  private(set) var head: [UInt8] = []

  init(statuses: Set<Int> = [200], _ make: @escaping () -> [UInt8]) {
    self.statuses = statuses
    self.make = make
  }

  func next() -> [UInt8] { make() }

  func answered(_ answer: HTTPAnswer, _ bytes: ArraySlice<UInt8>) -> Bool {
    head = Array(bytes[answer.head])
    body = Array(bytes[answer.body])
    return statuses.contains(answer.status)
  }

  /// A member of the response's flat body.
  func text(_ name: String) throws -> String {
    guard let text = HTTPAnswer.text(of: name, in: body[...]) else {
      throw LoadFailure("an answer has no \(name)")
    }
    return text
  }
}
