import Foundation
import HTTPTypes
import IdentityAPI
import IdentityDomain
import IdentityHTTP
import IdentityTestSupport
import Testing

@Suite struct FailureTests {
  static let now = Timestamp(milliseconds: 1_700_000_000_000)
  static let later = Timestamp(milliseconds: 1_700_000_061_001)

  /// Every refusal of the domain with the code that it has on the wire.
  static let table: [(IdentityFailure, APIErrorCode)] = [
    (.malformed(field: "f"), .malformed), (.weakPassword(.tooShort), .weakPassword),
    (.wrongCredentials, .wrongCredentials), (.notConfirmed, .notConfirmed),
    (.accountBlocked, .accountBlocked), (.identifierTaken, .userExists),
    (.wrongCode(triesLeft: 2), .wrongCode), (.limited(until: later), .limited),
    (.busy(until: later), .busy), (.refreshTokenInvalid(.logout), .refreshTokenInvalid),
    (.unauthorized(.deviceRemoved), .unauthorized), (.insufficientScope, .insufficientScope),
    (.proofRequired, .proofRequired), (.proofNonceRequired, .proofNonceRequired),
    (.proofDuplicate, .proofDuplicate), (.crumbInvalid, .crumbInvalid),
    (.verificationTokenInvalid, .verificationTokenInvalid), (.sessionKindOff, .sessionKindOff),
    (.phoneNumberInvalid, .phoneNumberInvalid), (.regionNotServed, .regionNotServed),
    (.idempotencyBodyDiffers, .idempotencyBodyDiffers),
    (.idempotencyRunning(until: later), .idempotencyRunning),
    (.idempotencySettled, .idempotencySettled), (.notFound, .notFound),
    (.tooMany(field: "f"), .tooMany), (.marketUnknown, .marketUnknown),
    (.registrationClosed, .registrationClosed), (.marketClosed, .marketClosed),
    (.sessionExpired(.idleTimeout), .sessionExpired),
  ]

  @Test("CMP-12: every refusal has a code, its row's status, and a text", arguments: table.indices)
  func everyFailure(index: Int) async throws {
    let (failure, code) = Self.table[index]
    var door = Door()
    door.answer = { _ in throw failure }
    let reply = try await door.send(.post, "/v1/login")
    let row = try #require(code.row)
    let body = try #require(reply.failure)
    #expect(reply.status == row.status)
    #expect(body.status == "failure")
    #expect(body.errorCode == code)
    #expect(body.code == row.name)
    #expect(body.description.hasSuffix("."))
    #expect((reply.status == 401) == (reply.fields[.wwwAuthenticate] != nil))
    #expect((body.retryAt != nil) == (reply.fields[.retryAfter] != nil))
  }

  @Test("CMP-10: tries left, time to wait, cause and field are returned")
  func details() async throws {
    var door = Door()
    func reply(_ failure: IdentityFailure) async throws -> Door.Reply {
      door.answer = { _ in throw failure }
      return try await door.send(.post, "/v1/login")
    }
    #expect(try await reply(.wrongCode(triesLeft: 2)).failure?.triesLeft == 2)
    let limited = try await reply(.limited(until: Self.later))
    #expect(limited.fields[.retryAfter] == "62")
    #expect(limited.failure?.retryAt == "2023-11-14T22:14:21.001Z")
    #expect(try await reply(.busy(until: Self.now)).fields[.retryAfter] == "1")
    for cause in SignOutCause.allCases {
      let ended = try await reply(.refreshTokenInvalid(cause))
      #expect(ended.failure?.cause?.rawValue == cause.rawValue)
      #expect(ended.failure.map { APIErrorCode.signsOut.contains($0.errorCode.rawValue) } == true)
      let refused = try await reply(.unauthorized(cause))
      #expect(refused.failure?.cause?.rawValue == cause.rawValue)
      let expired = try await reply(.sessionExpired(cause))
      #expect(expired.failure?.cause?.rawValue == cause.rawValue)
      #expect(
        refused.failure.map { APIErrorCode.signsOut.contains($0.errorCode.rawValue) } == false)
    }
    #expect(try await reply(.malformed(field: "picture_url")).failure?.field == "picture_url")
    #expect(try await reply(.weakPassword(.common)).failure?.field == "password")
  }

  struct Full: StoreError, CustomStringConvertible {
    let isUnavailable: Bool
    var description: String { "canary in /var/lib" }
    var plainReason: String? { "no space is left" }
  }

  @Test("A full or read-only store is 503 without details")
  func storage() async throws {
    var door = Door()
    door.answer = { _ in throw Full(isUnavailable: true) }
    let reply = try await door.send(.post, "/v1/login")
    #expect(reply.status == 503)
    #expect(reply.failure?.errorCode == .storageUnavailable)
    #expect(reply.fields[.retryAfter] != nil)
    #expect(!reply.text.contains("canary"))
    #expect(!door.log.all.joined().contains("canary"))
    #expect(door.log.all.contains { $0.contains("fault") && $0.contains("Full") })
    #expect(door.log.all.contains { $0.contains("fault") && $0.contains("no space is left") })
  }

  @Test("An unforeseen error is 500 in the failure form; the log has its type only")
  func defect() async throws {
    struct Strange: Error, CustomStringConvertible {
      let secret = "canary"
      var description: String { secret }
    }
    var door = Door()
    for error in [Strange(), Full(isUnavailable: false)] as [any Error] {
      door.answer = { _ in throw error }
      let reply = try await door.send(.post, "/v1/login")
      #expect(reply.status == 500)
      #expect(reply.failure?.code == "internal")
      #expect(!reply.text.contains("canary"))
    }
    #expect(!door.log.all.joined().contains("canary"))
    #expect(door.log.all.contains { $0.hasPrefix("error fault") && $0.contains("Strange") })
  }

  @Test("What an operation cannot parse is malformed, with the field")
  func reading() async throws {
    struct Inner: Decodable { let number: Int }
    struct Outer: Decodable { let list: [Inner] }
    var door = Door()
    for (text, field) in [
      ("{\"list\":[{\"number\":\"canary\"}]}", "list.0.number"), ("{}", "list"), ("[", "body"),
      ("{\"list\":[{}]}", "list.0.number"),
    ] {
      door.answer = { _ in
        _ = try JSONDecoder().decode(Outer.self, from: Data(text.utf8))
        return APIAnswer(status: 200, body: [])
      }
      let reply = try await door.send(.post, "/v1/login")
      #expect(reply.failure?.errorCode == .malformed)
      #expect(reply.failure?.field == field)
      #expect(!reply.text.contains("canary"))
    }
    door.answer = { _ in throw MissingField(field: "user_name") }
    #expect(try await door.send(.post, "/v1/login").failure?.field == "user_name")
    door.answer = { _ in throw FailureBody(.userExists, description: "d") }
    #expect(try await door.send(.post, "/v1/login").status == 400)
    door.answer = { _ in throw CancellationError() }
    #expect(try await door.send(.post, "/v1/login").status == 503)
  }
}
