import Foundation
import IdentityAPI
import IdentityDomain
import IdentityHTTP
import IdentityStoreContract
import IdentityTestSupport
import Testing

@Suite("Through the API, no one learns whether an account exists")
struct AlikeTests {
  private let ann = "ann@example.com"
  private let number = "+4915112345678"

  enum Standing: CaseIterable { case new, pending, taken }

  /// What a caller with a clock can observe: the bytes of the response with ids and times replaced
  /// by their forms, or the refusal; and the operations on store and hashes, in order.
  private struct Trace: Equatable, CustomStringConvertible {
    var answers: [String]
    var work: [String]
    var description: String { (answers + work).joined(separator: "\n") }
  }

  private func rig(_ standing: Standing) async throws -> Rig {
    let rig = Rig()
    switch standing {
    case .new: break
    case .pending:
      try await Client(rig, key: "other").call(
        "user", ["user_name": ann, "password": "staple battery"])
    case .taken:
      try await rig.member(ann, password: "staple battery", key: "ann")
      _ = try await rig.phoneMember(number, key: "ann")
    }
    // Not on a boundary that another situation would not have.
    rig.clock.advance(.hours(2))
    _ = await rig.store.takeJournal()
    _ = rig.hasher.takeJournal()
    return rig
  }

  /// The response with each id replaced by its number of letters, and each time by the wait from
  /// now.
  private func shape(_ reply: Reply, _ rig: Rig) throws -> String {
    var text = "\(reply.status) " + reply.body
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    for place in ["", "challenge."] {
      for name in ["resend_at", "expires_at"] {
        guard let value = reply.text(place + name) else { continue }
        let moment = try style.parse(value).timeIntervalSince1970 * 1000
        let wait = Int64(moment.rounded()) - rig.clock.now().milliseconds
        text = text.replacingOccurrences(of: value, with: "now + \(wait)")
      }
      for name in ["session", "token", "registration_id", "user_id"] {
        guard let value = reply.text(place + name) else { continue }
        let shape = String(value.map { $0 == "." ? "." : "x" })
        text = text.replacingOccurrences(of: value, with: shape)
      }
    }
    return text
  }

  private func requireAlike(
    _ standings: [Standing] = Standing.allCases, key: String?,
    _ work: (Client, (Reply) -> Void) async throws -> Void
  ) async throws -> Trace {
    var traces: [Trace] = []
    for standing in standings {
      let rig = try await rig(standing)
      var answers: [String] = []
      do {
        try await work(Client(rig, key: key)) { reply in
          answers.append((try? shape(reply, rig)) ?? "unreadable")
        }
      } catch {
        answers.append("\(Refusal(error))")
      }
      traces.append(
        Trace(
          answers: answers, work: await rig.store.takeJournal() + rig.hasher.takeJournal()))
    }
    for (trace, standing) in zip(traces, standings) {
      #expect(trace == traces[0], "\(standings[0]) and \(standing)")
    }
    #expect(!traces[0].answers.contains("unreadable"))
    return traces[0]
  }

  @Test(
    "Registration and resending the code are alike for new, pending and taken addresses",
    arguments: [nil, "k"])
  func register(key: String?) async throws {
    let trace = try await requireAlike(key: key) { client, note in
      for _ in 0..<2 {
        note(
          try await client.call("user", ["user_name": ann, "password": "something quite else"]))
        client.rig.clock.advance(.minutes(2))
      }
      note(try await client.confirm(ann, "000000"))
    }
    #expect(trace.answers.count == 3)
    #expect(trace.answers[0].hasPrefix("201 ") && trace.answers[0] == trace.answers[1])
    #expect(trace.answers[2].contains("wrongCode"))
    #expect(trace.work.filter { $0 == "hash" }.count == 2)
  }

  @Test("A login with a wrong password is alike, with one hash", arguments: [nil, "k"])
  func login(key: String?) async throws {
    let trace = try await requireAlike(key: key) { client, note in
      note(try await client.signIn(ann, "something else"))
    }
    #expect(trace.answers == ["\(Refusal(.wrongCredentials))"])
    #expect(trace.work.filter { ["hash", "verify"].contains($0) } == ["verify"])
  }

  @Test("A login by code is alike, both halves", arguments: [nil, "k"])
  func loginByCode(key: String?) async throws {
    let trace = try await requireAlike(key: key) { client, note in
      let begun = try await client.call("login", ["user_name": ann])
      note(begun)
      note(
        try await client.call(
          "login",
          [
            "user_name": ann, "session": try #require(begun.text("session")),
            "verification_code": "000000",
          ]))
    }
    #expect(trace.answers.last?.contains("triesLeft: 4") == true)
  }

  @Test("A forgotten password is alike, both halves", arguments: [nil, "k"])
  func forgotPassword(key: String?) async throws {
    let trace = try await requireAlike(key: key) { client, note in
      note(try await client.call("forgotPassword", ["user_name": ann]))
      note(
        try await client.call(
          "forgotPassword",
          ["user_name": ann, "password": "something quite else", "verification_code": "000000"]))
    }
    #expect(trace.answers.last?.contains("triesLeft: 4") == true)
    #expect(trace.work.filter { ["hash", "verify"].contains($0) } == ["hash"])
  }

  @Test(
    "MKT-6: newUser, even when repeated, is alike for new, pending and taken addresses",
    arguments: [nil, "k"])
  func newUser(key: String?) async throws {
    let trace = try await requireAlike(key: key) { client, note in
      for _ in 0..<2 {
        note(try await client.call("newUser", Client.newUser(ann, number)))
        client.rig.clock.advance(.minutes(2))
      }
      note(try await client.confirm(ann, "000000"))
    }
    #expect(trace.answers.count == 3 && trace.answers[0] == trace.answers[1])
    #expect(trace.answers[0].hasPrefix("201 "))
    #expect(trace.work.filter { $0 == "hash" }.count == 2)
  }

  @Test(
    "MKT-5, MKT-9: a wrong login is alike, before and after requesting a temporary password",
    arguments: [nil, "k"], ["something else", "0000-0000-0000-0000-0000"])
  func market(key: String?, password: String) async throws {
    var works: [[String]] = []
    for asks in [false, true] {
      let trace = try await requireAlike(key: key) { client, note in
        if asks {
          note(try await client.call("getPassword", ["user_name": ann]))
          client.rig.clock.advance(.minutes(2))
        }
        note(try await client.enter("MX,CMX", ann, password))
      }
      #expect(trace.answers.last == "\(Refusal(.wrongCredentials))")
      works.append(trace.work.filter { ["hash", "verify"].contains($0) })
    }
    #expect(works == [["verify"], ["hash", "verify"]])
  }

  @Test(
    "PHN-9: requesting and resending a code are alike for new and known numbers",
    arguments: [nil, "k"])
  func phone(key: String?) async throws {
    let trace = try await requireAlike([.new, .taken], key: key) { client, note in
      let begun = try await client.call("GetUserRequest", ["phone_number": number])
      note(begun)
      client.rig.clock.advance(.seconds(60))
      let token = try #require(begun.text("challenge.token"))
      note(try await client.call("resendCode", ["token": token]))
      note(
        try await client.call(
          "userVerification", ["token": token, "verification_code": "000000"]))
    }
    #expect(trace.answers.count == 3 && trace.answers[0] == trace.answers[1])
    #expect(trace.answers[0].contains("now + 60000"))
  }
}
