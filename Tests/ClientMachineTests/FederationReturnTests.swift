import SessionMachine
import Testing
import WireText

@testable import ClientMachine

/// The way back from a third party (CMP-7): what the device keeps, and what it makes of a redirect.
@Suite struct FederationReturnTests {
  private static let begun = Array(
    #"{"token":"T","state":"S","authorization_url":"https://p"}"#.utf8)

  /// What is stored once a sign-in was begun.
  private func begin() throws -> [UInt8] {
    var challenges = Challenges(nil)
    let answer = try #require(JSON(Self.begun)?.root)
    let isTaken = challenges.take(answer, of: Array("beginFederation".utf8), sent: nil)
    #expect(isTaken)
    return challenges.bytes
  }

  private func said(_ query: String, to stored: [UInt8]?) -> (said: String, stored: [UInt8]) {
    var challenges = Challenges(stored)
    let said = challenges.takeReturn(Array(query.utf8))
    return (String(decoding: said, as: UTF8.self), challenges.bytes)
  }

  /// The body of a call, made of what is stored; nil where there is no call.
  private func body(of name: String, _ stored: [UInt8], _ parameters: String = "{}") throws
    -> String?
  {
    let operation = try #require(Operation.named(Array(name.utf8)))
    let prepared = operation.prepared(
      try #require(JSON(Array(parameters.utf8))?.root), OperationRules(operation),
      StoredParts(challenges: Challenges(stored)))
    guard case .made(let call) = prepared else { return nil }
    return String(decoding: call.body, as: UTF8.self)
  }

  @Test("A redirect to a fresh process completes the sign-in from stored data")
  func returns() throws {
    let stored = try begin()
    #expect(try body(of: "completeFederation", stored) == nil, "nothing came back yet")
    let (said, after) = said("state=S&code=C", to: stored)
    #expect(said == "ok")
    #expect(
      try body(of: "completeFederation", after) == #"{"code":"C","state":"S","token":"T"}"#)
    #expect(try body(of: "completeLink", after) == #"{"code":"C","state":"S","token":"T"}"#)
  }

  @Test(
    "A foreign state, a refusal and an empty redirect are distinguished, and change nothing stored",
    arguments: [
      ("state=X&code=C", "federation_state_mismatch"), ("code=C", "federation_state_mismatch"),
      ("", "federation_state_mismatch"), ("state=SS&code=C", "federation_state_mismatch"),
      ("state=S", "federation_failed"), ("state=S&code", "federation_failed"),
      ("state=S&error=federation_refused", "federation_refused"),
      ("error=federation_cancelled&state=S", "federation_cancelled"),
      ("state=X&error=federation_refused", "federation_state_mismatch"),
    ])
  func refusals(_ query: String, _ wanted: String) throws {
    let stored = try begin()
    let (said, after) = said(query, to: stored)
    #expect(said == wanted)
    #expect(after == stored)
    #expect(self.said(query, to: nil).said == "federation_state_mismatch")
  }

  @Test("CMP-11: the page of a mailed link leads back the same way, whatever else is under way")
  func link() throws {
    var challenges = Challenges(try begin())
    let begun = try #require(JSON(Array(#"{"session":"L","state":"M"}"#.utf8))?.root)
    let isTaken = challenges.take(begun, of: Array("beginLoginLink".utf8), sent: nil)
    #expect(isTaken)
    let stored = challenges.bytes
    #expect(try body(of: "completeLoginLink", stored) == nil, "nothing came back yet")
    #expect(said("state=L&code=C", to: stored).said == "federation_state_mismatch")
    let (said, after) = said("state=M&code=C", to: stored)
    #expect(said == "ok")
    #expect(
      try body(of: "completeLoginLink", after) == #"{"code":"C","state":"M","session":"L"}"#)
    #expect(try body(of: "completeFederation", after) == nil, "what came back is the link's")
    // The code of the page, typed on the device that asked.
    #expect(
      try body(of: "login", stored, #"{"user_name":"a","verification_code":"1"}"#)
        == #"{"user_name":"a","verification_code":"1","session":"L"}"#)
  }

  @Test("A redirect does not complete a sign-in by a mailed code")
  func mailedCode() throws {
    var challenges = Challenges(nil)
    let begun = try #require(JSON(Array(#"{"session":"L"}"#.utf8))?.root)
    let isTaken = challenges.take(begun, of: Array("login".utf8), sent: nil)
    #expect(isTaken)
    for query in ["code=C", "state=&code=C", "state=L&code=C"] {
      #expect(said(query, to: challenges.bytes).said == "federation_state_mismatch")
    }
  }

  @Test(
    "FED-7: the address code is sent with the tokens of the sign-in and of its own challenge")
  func address() throws {
    var challenges = Challenges(said("state=S&code=C", to: try begin()).stored)
    let answer = try #require(
      JSON(Array(#"{"status":0,"challenge":{"token":"V","user_id":"h"}}"#.utf8))?.root)
    let isTaken = challenges.take(answer, of: Array("completeFederation".utf8), sent: nil)
    #expect(isTaken)
    let parameters = #"{"verification_code":"123456"}"#
    #expect(
      try body(of: "verifyFederation", challenges.bytes, parameters)
        == #"{"verification_code":"123456","code_token":"V","token":"T"}"#)
    #expect(
      try body(of: "resendFederationCode", challenges.bytes)
        == #"{"code_token":"V","token":"T"}"#)
    #expect(
      try body(of: "completeFederationWithoutAddress", challenges.bytes) == #"{"token":"T"}"#)
  }

  @Test(
    "MFA-6: an SMS code is sent with its message's token too, an authenticator app's code without one"
  )
  func secondFactor() throws {
    var challenges = Challenges(nil)
    let asked = try #require(
      JSON(Array(#"{"error_code":\#(ServerCode.secondFactorRequired),"token":"S"}"#.utf8))?.root)
    let isAsked = challenges.take(asked, of: Array("login".utf8), sent: nil)
    #expect(isAsked)
    let bySMS = #"{"factor_code":"","verification_code":"123456"}"#
    #expect(try body(of: "completeSecondStep", challenges.bytes, bySMS) == nil)
    let answer = try #require(JSON(Array(#"{"token":"C","user_id":"h"}"#.utf8))?.root)
    let isSent = challenges.take(answer, of: Array("sendSecondStepCode".utf8), sent: nil)
    #expect(isSent)
    #expect(
      try body(of: "completeSecondStep", challenges.bytes, bySMS)
        == #"{"verification_code":"123456","code_token":"C","token":"S"}"#)
    let byApp = #"{"factor_code":"654321","verification_code":""}"#
    #expect(
      try body(of: "completeSecondStep", challenges.bytes, byApp)
        == #"{"factor_code":"654321","token":"S"}"#)
    #expect(
      try body(of: "sendSecondStepCode", challenges.bytes) == #"{"token":"S"}"#)
  }

  @Test("CMP-7: the completion is sent alike after a code was asked for, and after a second return")
  func repeated() throws {
    let returned = said("state=S&code=C", to: try begin()).stored
    let first = try body(of: "completeFederation", returned)
    var challenges = Challenges(returned)
    let answer = try #require(JSON(Array(#"{"status":0,"challenge":{"token":"V"}}"#.utf8))?.root)
    _ = challenges.take(answer, of: Array("completeFederation".utf8), sent: nil)
    #expect(try body(of: "completeFederation", challenges.bytes) == first)
    let twice = said("state=S&code=C", to: challenges.bytes)
    #expect(twice.said == "ok")
    let parameters = #"{"verification_code":"123456"}"#
    #expect(try body(of: "verifyFederation", twice.stored, parameters)?.contains("V") == true)
  }

  @Test("A new sign-in replaces the earlier one, whose redirect is then foreign")
  func replaced() throws {
    var challenges = Challenges(try begin())
    let answer = try #require(JSON(Array(#"{"token":"T2","state":"S2"}"#.utf8))?.root)
    let isTaken = challenges.take(answer, of: Array("beginLink".utf8), sent: nil)
    #expect(isTaken)
    #expect(said("state=S&code=C", to: challenges.bytes).said == "federation_state_mismatch")
    #expect(said("state=S2&code=C", to: challenges.bytes).said == "ok")
  }

  @Test("The redirect's data is stored before the flow is told; a storage failure is reported")
  func order() throws {
    for problem in [nil, StorageProblem.full] {
      var process = ClientProcess(
        ClientProfile(kind: .tokens, platform: Array("test".utf8), appVersion: Array("1".utf8)))
      let moment = ClientProcessTests.moment()
      let actions = process.take(.returned(Array("state=S&code=C".utf8)), at: moment)
      guard case .store(let id, .challenges, onlyReads: false)? = actions.first, actions.count == 1
      else {
        Issue.record("nothing is stored: \(actions)")
        return
      }
      let writes = process.writes(for: id, found: .value(try begin()))
      #expect(writes.items == [.challenges])
      let told = process.take(.stored(id, problem), at: moment)
      guard case .tell(.federationReturned(let said))? = told.first, told.count == 1 else {
        Issue.record("nothing is told: \(told)")
        return
      }
      #expect(
        String(decoding: said, as: UTF8.self)
          == (problem == nil ? "ok" : "federation_interrupted"))
    }
  }
}
