import Portico
import Testing

@Suite("A code while it is typed")
struct CodeEntryTests {
  @Test(
    "Only the digits of what was typed or pasted count",
    arguments: [
      ("819600", "819600"), ("819 600", "819600"), ("819-600", "819600"), ("", ""),
      ("Your Portico code is 819600. It expires in 10 minutes.", "819600"),
      ("٨١٩٦٠٠", "819600"), ("۸۱۹۶۰۰", "819600"), ("８１９６００", "819600"), ("Ⅷ½五", ""),
      ("8196001234", "819600"),
    ])
  func digits(typed: String, digits: String) {
    #expect(CodeEntry(typed, length: 6).digits == digits)
  }

  @Test("There is a cell for each digit, and the next digit goes to the first empty one")
  func cells() {
    let code = CodeEntry("81", length: 4)
    #expect(code.cells == ["8", "1", nil, nil])
    #expect(code.next == 2)
    #expect(!code.isComplete)
  }

  @Test("A stored code is dots until somebody types another")
  func stored() {
    #expect(CodeEntry("", length: 3, isStored: true).cells == ["•", "•", "•"])
    #expect(CodeEntry("8", length: 3, isStored: true).cells == ["8", nil, nil])
  }

  @Test("A complete code has no next cell")
  func complete() {
    let code = CodeEntry("8196", length: 4)
    #expect(code.cells == ["8", "1", "9", "6"])
    #expect(code.next == nil)
    #expect(code.isComplete)
  }
}
