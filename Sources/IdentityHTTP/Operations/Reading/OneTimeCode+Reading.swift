import IdentityAPI
import IdentityDomain

extension Secret where Kind == OneTimeCode {
  /// A code as somebody typed it. What is not six digits cannot have been sent; it is a wrong code
  /// and costs no try.
  init(typed: String?) throws(FailureBody) {
    guard let typed else { throw .missing("verification_code") }
    guard typed.utf8.count == SecurityRules.codeDigits, typed.utf8.allSatisfy({ 48...57 ~= $0 })
    else {
      throw FailureBody(
        .wrongCode, description: "The code has \(SecurityRules.codeDigits) digits.",
        field: "verification_code")
    }
    self.init(typed)
  }
}
