import IdentityAPI
import IdentityDomain

extension Secret where Kind == OneTimeCode {
  /// A code as typed. One without the required form cannot have been sent; it is a wrong code and
  /// costs no try.
  init(typed: String?) throws(FailureBody) {
    guard let typed else { throw .missing("verification_code") }
    guard let code = Secret(typedCode: typed) else {
      throw FailureBody(
        .wrongCode,
        description: "Enter the \(SecurityRules.codeDigits)-digit code, or the longer"
          + " code from the message.",
        field: "verification_code")
    }
    self = code
  }
}
