import Foundation

/// A user with an open session, with or without a device key.
final class SignedIn {
  private(set) var accessToken = ""
  fileprivate(set) var refreshToken = ""
  private var device: DeviceKey?
  private var nonce: String?
  /// The server's clock is that of this machine.
  private let second: Int

  static let login = "/v1/login"
  static let profile = "/v1/user"
  static let refresh = "/v1/session/refresh"

  init(_ place: Int, hasKey: Bool, second: Int, port: Int) throws {
    self.second = second
    device = hasKey ? DeviceKey() : nil
    // The first try may only return the nonce.
    for _ in 0..<(hasKey ? 2 : 1) {
      let proof = try hasKey ? [self.proof("POST", Self.login)] : []
      let fields = proof + [Requests.network(60_000 + place % 5_000)]
      let call = MadeRequest(statuses: [200, 401]) {
        Requests.text(
          "POST", Self.login, fields,
          body: #"{"user_name":"\#(Population.email(place))","password":"\#(Population.password)"}"#
        )
      }
      _ = try LoadTool(port: port, [call]).once()
      keepNonce(call.head)
      if let token = HTTPAnswer.text(of: "accesstoken", in: call.body[...]) {
        accessToken = token
        refreshToken = try call.text("refreshtoken")
        return
      }
    }
    throw LoadFailure("person \(place) cannot sign in")
  }

  /// A nonce is valid for at least two minutes.
  func renewNonce(port: Int) throws {
    guard device != nil else { return }
    let request = try readRequest()
    let call = MadeRequest(statuses: [200, 401]) { request }
    _ = try LoadTool(port: port, [call]).once()
    keepNonce(call.head)
  }

  private func keepNonce(_ head: [UInt8]) {
    guard let value = HTTPAnswer.value(of: "dpop-nonce", in: head[...]) else { return }
    nonce = String(decoding: value, as: UTF8.self)
  }

  private func proof(
    _ method: String, _ path: String, accessToken: String? = nil
  ) throws -> (name: String, value: String) {
    let text = try device?.proof(
      method, Requests.publicURL + path, accessToken: accessToken, nonce: nonce, second: second)
    return ("DPoP", text ?? "")
  }

  /// `GET /v1/user`, each with its own proof if there is a key.
  func readRequest() throws -> [UInt8] {
    guard device != nil else {
      return Requests.text("GET", Self.profile, [("Authorization", accessToken)])
    }
    return Requests.text(
      "GET", Self.profile,
      [
        ("Authorization", "DPoP \(accessToken)"),
        try proof("GET", Self.profile, accessToken: accessToken),
      ])
  }

  fileprivate func refreshProof() throws -> (name: String, value: String) {
    try proof("POST", Self.refresh)
  }
}

/// Extends one session repeatedly, each time with the token of the previous response.
final class RefreshCaller: LoadCaller {
  private let person: SignedIn
  /// Made before the load, so that signing does not count.
  private var proofs: [(name: String, value: String)]

  private init(_ person: SignedIn, proofs count: Int) throws {
    self.person = person
    proofs = try (0..<count).map { _ in try person.refreshProof() }
  }

  /// With more proofs than a server on two cores can use in a load of some seconds: signing during
  /// the load would take its processor time.
  static func prepared(
    _ people: [SignedIn], port: Int, seconds: Double
  ) throws -> [RefreshCaller] {
    try people.map { person in
      try person.renewNonce(port: port)
      return try RefreshCaller(person, proofs: Int((seconds + 0.3) * 12_000) / people.count)
    }
  }

  func next() -> [UInt8] {
    let proof = proofs.popLast() ?? (try? person.refreshProof()) ?? ("DPoP", "")
    return Requests.text(
      "POST", SignedIn.refresh, [proof], body: #"{"refreshtoken":"\#(person.refreshToken)"}"#)
  }

  func answered(_ answer: HTTPAnswer, _ bytes: ArraySlice<UInt8>) -> Bool {
    guard answer.status == 200,
      let token = HTTPAnswer.text(of: "refreshtoken", in: bytes[answer.body])
    else { return false }
    person.refreshToken = token
    return true
  }
}

/// Password logins of one user after the other: an account allows twenty in a quarter of an hour.
final class Logins {
  private let count: Int
  private var next = 0

  init(_ population: Population) { count = population.count }

  func callers(_ number: Int) -> [any LoadCaller] {
    (0..<number).map { _ in
      MadeRequest { [self] in
        next += 1
        let email = Population.email(next % count)
        return Requests.text(
          "POST", SignedIn.login, [Requests.network(next)],
          body: #"{"user_name":"\#(email)","password":"\#(Population.password)"}"#)
      }
    }
  }
}
