import IdentityDomain
import IdentityTestSupport
import Testing

@Suite("Codes of an authenticator app")
struct TOTPTests {
  private let mac = MadeUpFactorSecrets()
  private let secret: [UInt8] = Array(1...20)
  private let now = Timestamp(milliseconds: 1_700_000_010_000)

  private func judge(_ code: String, last: Int64? = nil, enrols: Bool = false) -> TOTP.Verdict {
    TOTP.judge(code, secret, lastStep: last, isEnrolment: enrols, at: now, mac)
  }

  private func code(_ distance: Int64) -> String {
    TOTP.code(secret, step: TOTP.step(at: now) + distance, mac)
  }

  @Test("A code is good for its step and one on either side, and for no other")
  func drift() {
    let step = TOTP.step(at: now)
    for distance in Int64(-1)...1 {
      #expect(judge(code(distance)) == .right(step: step + distance))
    }
    for distance: Int64 in [-21, 2, 21] { #expect(judge(code(distance)) == .wrong) }
    #expect(judge("000000") == .wrong || code(0) == "000000")
  }

  @Test("A step that was used, or an earlier one, is refused")
  func replay() {
    let step = TOTP.step(at: now)
    #expect(judge(code(0), last: step) == .used)
    #expect(judge(code(-1), last: step) == .used)
    #expect(judge(code(1), last: step) == .right(step: step + 1))
  }

  @Test("A slow clock is reported; a fast one only during enrolment")
  func clocks() {
    #expect(judge(code(-2)) == .skewed(steps: -2))
    #expect(judge(code(-20)) == .skewed(steps: -20))
    #expect(judge(code(5)) == .wrong)
    #expect(judge(code(5), enrols: true) == .skewed(steps: 5))
    #expect(judge(code(0), enrols: true) == .right(step: TOTP.step(at: now)))
  }

  @Test("The URI names service and account, with everything else encoded")
  func uri() {
    #expect(TOTP.base32([]) == "")
    #expect(TOTP.base32(Array("foobar".utf8)) == "MZXW6YTBOI")
    #expect(TOTP.base32(Array("fooba".utf8)) == "MZXW6YTB")
    #expect(
      TOTP.uri(Array("foobar".utf8), service: "My & Co", name: "ann@example.com")
        == "otpauth://totp/My%20%26%20Co:ann%40example.com?secret=MZXW6YTBOI"
        + "&issuer=My%20%26%20Co&algorithm=SHA1&digits=6&period=30")
  }

  @Test("MFA-2: spaces, hyphens, lower case and an O for a zero are read; other texts are not")
  func typing() {
    #expect(TypedFactor("123 456") == .totp("123456"))
    #expect(TypedFactor("abcd efgh-jkmn 0o1l") == .recovery("ABCD-EFGH-JKMN-0011"))
    for text in ["", "12345", "1234567", "abcd", "ABCD-EFGH-JKMN-001U", "\u{0661}23456"] {
      #expect(TypedFactor(text) == nil, "\(text)")
    }
    #expect(TypedFactor(String(repeating: " ", count: 65) + "123456") == nil)
  }
}
