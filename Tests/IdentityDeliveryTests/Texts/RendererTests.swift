import IdentityDelivery
import IdentityDomain
import IdentityTestSupport
import Testing

@Suite("From a row of the outbox to a message")
struct RendererTests {
  private let renderer: MessageRenderer
  private let office: Office
  private let code = Array("048157".utf8)

  init() throws {
    renderer = try Office.renderer(host: "id.example.com")
    office = try Office()
  }

  @Test(
    "An address gets a mail with a subject, a number an SMS without",
    arguments: MessageTemplate.sent)
  func channels(template: MessageTemplate) throws {
    let now = office.clock.now()
    let text = template.content == .temporaryPassword ? "04KX-QQQQ-1234-ABCD-WXYZ" : "048157"
    let code = Array(text.utf8)
    let mail = try renderer.render(
      office.message("1", to: "a@example.com", template), secret: code, at: now)
    #expect(mail.channel == .email && mail.subject != nil)
    #expect(mail.recipient.exposed == "a@example.com")
    let sms = try renderer.render(
      office.message("2", to: "+4930123456", template), secret: code, at: now)
    #expect(sms.channel == .sms && sms.subject == nil)
    #expect(sms.recipient.exposed == "+4930123456")
    for message in [mail, sms] {
      #expect((message.code?.exposed == text) == template.content.isTyped)
      for (page, content) in [("undo", MessageContent.undoLink), ("sign-in", .loginLink)] {
        #expect(
          message.body.exposed.contains("https://id.example.com/\(page)#" + text)
            == (template.content == content))
      }
      #expect(message.body.exposed.contains(text) == template.content.hasSecret)
    }
  }

  @Test("The last line of an SMS binds the code to the host; a mail has no such line")
  func originBound() throws {
    let now = office.clock.now()
    let row = try office.message("1", to: "+4930123456", .phoneCode)
    let bound = try renderer.render(row, secret: code, at: now).body.exposed
    #expect(bound.split(separator: "\n").last == "@id.example.com #048157")
    let free = try Office.renderer().render(row, secret: code, at: now).body.exposed
    #expect(!free.contains("@") && !free.contains("\n"))
    let notice = try office.message("2", to: "+4930123456", .newDevice)
    #expect(try !renderer.render(notice, secret: nil, at: now).body.exposed.contains("@"))
    let mail = try office.message("3", to: "a@example.com", .loginCode)
    #expect(try !renderer.render(mail, secret: code, at: now).body.exposed.contains("@"))
  }

  @Test(
    "The text says how much longer the code is valid when it is sent",
    arguments: [(0, 10), (29, 10), (31, 9), (91, 8), (540, 1), (599, 1)] as [(Int64, Int)])
  func minutes(late: Int64, minutes: Int) throws {
    let row = try office.message("1", to: "a@example.com")
    let sent = try renderer.render(row, secret: code, at: row.createdAt + .seconds(late))
    #expect(sent.body.exposed.contains("expires in \(minutes) minute"))
  }

  @Test("Without its code, or with something else in its place, there is no message")
  func secrets() throws {
    let now = office.clock.now()
    let row = try office.message("1", to: "a@example.com")
    #expect(throws: DeadMessage.secretMissing) {
      try renderer.render(row, secret: nil, at: now)
    }
    for wrong in ["", "12345", "1234567", "12345a", "12345\n", "１２３４５６", "-12345", " 12345"] {
      #expect(throws: DeadMessage.secretMalformed) {
        try renderer.render(row, secret: Array(wrong.utf8), at: now)
      }
    }
    #expect(throws: DeadMessage.secretMalformed) {
      try renderer.render(row, secret: [0xFF, 0xFE, 0x31, 0x32, 0x33, 0x34], at: now)
    }
    #expect(throws: DeadMessage.noText) {
      try renderer.render(
        office.message("2", to: "a@example.com", .suppressed), secret: nil, at: now)
    }
  }

  @Test(
    "A name that could inject headers, and an invalid host, are refused with a reason")
  func settings() throws {
    let names = [
      "", "A\r\nBcc: x@example.com", "A\nB", "A\0", "A\u{85}B", "A\u{2028}B",
      String(repeating: "a", count: 41), String(repeating: "👩‍👩‍👧", count: 40),
    ]
    for name in names {
      let refusal = #expect(throws: DeliverySettings.Refusal.self) {
        try DeliverySettings(service: name, codeHost: nil)
      }
      #expect(refusal?.description.contains("1 to 40 characters") == true)
    }
    let hosts = [
      "", ".", "a..b", "https://a.b", "a.b:80", "a.b/c", "A.b", "-a.b", "a-.b", "ä.de",
      "a b", "a.b\n", "a.b #1", String(repeating: "a", count: 64) + ".b",
    ]
    for host in hosts {
      let refusal = #expect(throws: DeliverySettings.Refusal.self) {
        try DeliverySettings(service: "A", codeHost: host)
      }
      #expect(refusal?.description.contains("id.example.com") == true)
    }
    for host in ["localhost", "id.example.com", "xn--bcher-kva.example", "1.2.3.4"] {
      _ = try DeliverySettings(service: "Bücher & mehr", codeHost: host)
    }
  }
}
