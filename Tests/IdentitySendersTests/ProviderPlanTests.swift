import NetworkTransfer
import IdentityDelivery
import IdentityDomain
import IdentitySenders
import Testing

@Suite("The configured providers")
struct ProviderPlanTests {
  private let sid = "AC" + String(repeating: "0", count: 32)

  private func plan(
    _ change: (inout SenderRequest) -> Void
  ) throws(Peer.Refusal) -> ProviderPlan {
    var request = SenderRequest()
    change(&request)
    return try ProviderPlan(request)
  }

  private func refusal(_ change: (inout SenderRequest) -> Void) -> String {
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
      { (request: inout SenderRequest) in request.smtp = "smtp://localhost" },
      { (request: inout SenderRequest) in request.sms = "webhook:http://localhost" },
    ] {
      let text = refusal {
        $0.isDevelopment = true
        change(&$0)
      }
      #expect(text.contains("--dev"))
    }
  }

  @Test("A mistake is refused with the option's name, and without a secret")
  func wrong() {
    let canary = "canary-word"
    let cases: [(String, (inout SenderRequest) -> Void)] = [
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

  /// Two files, and signers that only say what they are.
  private static let files = ProviderFiles(
    read: { name, path throws(Peer.Refusal) in
      switch path {
      case "account.json":
        return Array(
          #"{"type":"service_account","project_id":"p","private_key_id":"i","private_key":"k","#
            .utf8)
          + Array(#""client_email":"e","token_uri":"https://oauth2.googleapis.com/token"}"#.utf8)
      case "key.p8": return Array("k".utf8)
      case "long": return [UInt8](repeating: 32, count: 65_537)
      default: throw Peer.Refusal("\(path) has no \(name)")
      }
    }, signer: { algorithm, _ in ProviderSigner(algorithm) { $0 } })

  private func pushPlan(
    _ change: (inout SenderRequest) -> Void
  ) throws(Peer.Refusal) -> ProviderPlan {
    var request = SenderRequest()
    change(&request)
    return try ProviderPlan(request, files: Self.files)
  }

  @Test("Pushes go to devices whose service is configured")
  func push() throws {
    let apple = "ABCDE12345:KEY1234567:com.example.app"
    let fcm = try pushPlan { $0.fcm = "account.json" }
    #expect(fcm.channels == [.push] && fcm.pushPlatforms == [.fcm])
    let apns = try pushPlan { ($0.apns, $0.apnsKey) = (apple, "key.p8") }
    #expect(apns.channels == [.push] && apns.pushPlatforms == [.apns])
    let both = try pushPlan {
      ($0.apns, $0.apnsKey, $0.fcm) = (apple, "key.p8", "account.json")
      $0.isAPNsSandbox = true
    }
    #expect(both.pushPlatforms == [.apns, .fcm])
    #expect(try pushPlan { _ in }.channels.isEmpty)
  }

  @Test("A mistake in a push service is refused with the option's name and the file")
  func wrongPush() {
    let apple = "ABCDE12345:KEY1234567:com.example.app"
    let cases: [([String], (inout SenderRequest) -> Void)] = [
      (["--fcm", "none.json"], { $0.fcm = "none.json" }),
      (["--fcm", "service account"], { $0.fcm = "key.p8" }),
      (["--fcm", "long"], { $0.fcm = "long" }),
      (["--apns", "--apns-key"], { $0.apns = apple }), (["--apns-key"], { $0.apnsKey = "key.p8" }),
      (["--apns-sandbox"], { $0.isAPNsSandbox = true }),
      (["--apns", "none.p8"], { ($0.apns, $0.apnsKey) = (apple, "none.p8") }),
      (["--apns", "TEAM:KEY:TOPIC"], { ($0.apns, $0.apnsKey) = ("ABCDE12345", "key.p8") }),
      (["--dev"], { ($0.isDevelopment, $0.fcm) = (true, "account.json") }),
    ]
    for (parts, change) in cases {
      let failure = #expect(throws: Peer.Refusal.self) { try pushPlan(change) }
      for part in parts { #expect("\(failure as Any)".contains(part), "\(failure as Any)") }
    }
  }
}
