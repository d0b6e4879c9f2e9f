import IdentityDelivery
import IdentitySenders
import Testing

@Suite("Which providers are asked for")
struct ProviderPlanTests {
  private let sid = "AC" + String(repeating: "0", count: 32)

  private func plan(
    _ change: (inout ProviderRequest) -> Void
  ) throws(Peer.Refusal) -> ProviderPlan {
    var request = ProviderRequest()
    change(&request)
    return try ProviderPlan(request)
  }

  private func refusal(_ change: (inout ProviderRequest) -> Void) -> String {
    do {
      _ = try plan(change)
      return ""
    } catch { return error.description }
  }

  @Test("None, mail, SMS or both")
  func channels() throws {
    #expect(try plan { _ in }.channels.isEmpty)
    let mail = try plan {
      $0.smtp = "smtps://mail.example.com"
      $0.mailFrom = "Portico <id@example.com>"
      ($0.smtpUser, $0.smtpPassword) = ("u", "p")
    }
    #expect(mail.channels == [.email])
    let sms = try plan { $0.sms = "webhook:https://sms.example.com/send" }
    #expect(sms.channels == [.sms])
    let both = try plan {
      $0.smtp = "smtp://mail.example.com"
      $0.mailFrom = "id@example.com"
      $0.sms = "twilio:\(sid)"
      ($0.smsFrom, $0.smsToken) = ("Portico", "token")
    }
    #expect(both.channels == [.email, .sms])
  }

  @Test("With --dev no real provider is used")
  func development() {
    for change in [
      { (request: inout ProviderRequest) in request.smtp = "smtp://localhost" },
      { (request: inout ProviderRequest) in request.sms = "webhook:http://localhost" },
    ] {
      let text = refusal {
        $0.isDevelopment = true
        change(&$0)
      }
      #expect(text.contains("--dev"))
    }
  }

  @Test("What is wrong is refused with the option's name, and without a secret")
  func wrong() {
    let canary = "canary-word"
    let cases: [(String, (inout ProviderRequest) -> Void)] = [
      ("--mail-from", { $0.mailFrom = "id@example.com" }),
      ("--smtp", { $0.smtp = "smtp://mail.example.com" }),
      (
        "--smtp",
        {
          $0.smtp = "smtp://u:\(canary)@mail.example.com"
          $0.mailFrom = "id@example.com"
        }
      ),
      (
        "--smtp",
        {
          $0.smtp = "smtp://mail.example.com"
          $0.mailFrom = "id@example.com"
          $0.smtpPassword = canary
        }
      ),
      (
        "--mail-from",
        {
          $0.smtp = "smtp://mail.example.com"
          $0.mailFrom = "id"
        }
      ),
      ("--sms", { $0.sms = "pigeon:1" }), ("--sms", { $0.sms = "" }),
      ("--sms", { $0.sms = "webhook:http://sms.example.com" }),
      ("--sms-from", { [sid] in ($0.sms, $0.smsToken) = ("twilio:\(sid)", canary) }),
      ("PORTICO_SMS_TOKEN", { [sid] in ($0.sms, $0.smsFrom) = ("twilio:\(sid)", "Portico") }),
    ]
    for (part, change) in cases {
      let text = refusal(change)
      #expect(text.contains(part) && text.hasPrefix("--") && !text.contains(canary), "\(text)")
    }
  }
}
