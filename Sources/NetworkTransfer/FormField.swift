/// application/x-www-form-urlencoded (WHATWG URL, section 5.2).
package enum FormField {
  package static func encoded(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF")
    var out = ""
    for byte in text.utf8 {
      switch byte {
      case 32: out += "+"
      case 48...57, 65...90, 97...122, 42, 45, 46, 95:
        out.unicodeScalars.append(Unicode.Scalar(byte))
      default: out += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
      }
    }
    return out
  }
}
