import NetworkTransfer
import IdentityDelivery
import IdentityDomain
import Testing

@testable import IdentitySenders

@Suite("The meaning of responses")
struct AnswerTests {
  private func isForGood(_ failure: SendFailure?) -> Bool {
    if case .permanent = failure { true } else { false }
  }

  @Test("Only a 5xx refusal of a recipient or a content is permanent", arguments: 400...599)
  func smtp(code: Int) {
    let statuses = [""] + (0...9).flatMap { s in (0...13).map { " \(code / 100).\(s).\($0) " } }
    for stage in MailStage.allCases {
      for status in statuses {
        let end = TransferEnd(
          trouble: .refused, code: code, stage: stage, answer: Array("\(code)\(status)".utf8))
        let failure = SMTPAnswer.failure(end)
        #expect(failure != nil)
        let isMessage = stage == .recipient || stage == .content
        if isForGood(failure) { #expect(code >= 500 && isMessage) }
        if case .retryable(let scope, _, _) = failure, !isMessage { #expect(scope == .channel) }
      }
    }
  }

  @Test("Without a response nothing is permanent", arguments: MailStage.allCases)
  func silence(stage: MailStage) {
    for trouble in [TransferEnd.Trouble.connection, .timedOut, .trust, .login, .setting] {
      let failure = SMTPAnswer.failure(TransferEnd(trouble: trouble, stage: stage))
      #expect(failure != nil && !isForGood(failure))
      let request = HTTPAnswer.failure(
        TransferEnd(trouble: trouble, wasSent: true), at: Timestamp(milliseconds: 0))
      #expect(request != nil && !isForGood(request))
    }
    #expect(SMTPAnswer.failure(TransferEnd(code: 250, stage: stage)) == nil)
  }

  @Test(
    "An enhanced status has the code's own class",
    arguments: [
      ("550 5.1.1 no", [5, 1, 1]), ("550-5.7.26 no", [5, 7, 26]), ("450 4.2.0\r\n", [4, 2, 0]),
      ("550 4.1.1 no", nil), ("550 5.1 no", nil), ("550 5.1.1.1", nil), ("550 5..1", nil),
      ("550 no", nil), ("550", nil), ("550 ", nil), ("", nil), ("550 5.1.1234", nil),
      ("550 5.a.1", nil), ("5505.1.1 no", nil),
    ] as [(String, [Int]?)])
  func enhanced(line: String, expected: [Int]?) {
    let found = EnhancedStatus(Array(line.utf8)).map { [$0.kind, $0.subject, $0.detail] }
    #expect(found == expected)
  }

  @Test("Only 2xx accepts, and only a 4xx refusal is permanent", arguments: 100...999)
  func http(status: Int) {
    for trouble in [nil, TransferEnd.Trouble.connection, .timedOut, .refused] {
      for body in ["", #"{"code": 21211}"#] {
        let end = TransferEnd(trouble: trouble, code: status, answer: Array(body.utf8))
        let now = Timestamp(milliseconds: 0)
        for failure in [HTTPAnswer.failure(end, at: now), TwilioAnswer.failure(end, at: now)] {
          #expect((failure == nil) == (200...299).contains(status))
          if isForGood(failure) { #expect((400...499).contains(status)) }
        }
      }
    }
  }

  @Test("A form can contain any text")
  func form() {
    #expect(FormField.encoded("a b&c=d+é%\n*-._~") == "a+b%26c%3Dd%2B%C3%A9%25%0A*-._%7E")
  }
}
