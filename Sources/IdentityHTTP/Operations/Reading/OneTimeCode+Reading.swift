import IdentityAPI
import IdentityDomain

extension Secret where Kind == OneTimeCode {
  /// A code as somebody typed it. What has not the form of one cannot have been sent; it is a wrong code
  /// and costs no try.
  init(typed: String?) throws(FailureBody) {
    guard let typed else { throw .missing("verification_code") }
    guard let code = Secret(typedCode: typed) else {
      throw FailureBody(
        .wrongCode,
        description: "The code has \(SecurityRules.codeDigits) digits, or is the longer"
          + " one that was sent.",
        field: "verification_code")
    }
    self = code
  }
}
