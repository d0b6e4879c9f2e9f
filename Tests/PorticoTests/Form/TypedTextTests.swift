import Portico
import Testing

@Suite("The text of a field while it is typed")
struct TypedTextTests {
  private func field(
    _ value: String? = nil, content: Element.FieldContent = .text, isFilled: Bool = false,
    length: Int = 0
  ) -> Element.Field {
    let isSecret = content == .password
    return Element.Field(
      content: content, value: value, isSecret: isSecret, isFilled: isFilled, length: length)
  }

  @Test("A field begins with the flow's value")
  func start() {
    #expect(TypedText(field("Ada")).text == "Ada")
    #expect(TypedText(field()).text == "")
  }

  @Test("Typing is sent once, and a field that is written without being typed into sends nothing")
  func sends() {
    var typed = TypedText(field("Ada"))
    #expect(typed.type("Ada") == nil)
    #expect(typed.type("Adam") == "Adam")
  }

  @Test("A late echo does not overwrite what was typed since")
  func lateEcho() {
    var typed = TypedText(field())
    for text in ["a", "ad", "ada"] { _ = typed.type(text) }
    typed.take(field("a"))
    #expect(typed.text == "ada")
    typed.take(field("ada"))
    #expect(typed.text == "ada")
  }

  @Test("PHN-3: a number is formatted once its last key has come back")
  func formatted() {
    var typed = TypedText(field(content: .phone))
    for text in ["1515", "15155"] { _ = typed.type(text) }
    typed.take(field("1515", content: .phone))
    #expect(typed.text == "15155")
    typed.take(field("01515 5", content: .phone))
    #expect(typed.text == "01515 5")
    _ = typed.type("01515 55")
    typed.take(field("01515 55", content: .phone))
    typed.take(field("01515-55", content: .phone))
    #expect(typed.text == "01515-55")
  }

  @Test("What the flow writes itself replaces what was typed")
  func flowWrites() {
    var typed = TypedText(field())
    _ = typed.type("a")
    typed.take(field("other"))
    #expect(typed.text == "other")
    typed.take(field())
    #expect(typed.text == "")
  }

  @Test("A secret stays as it was typed, and goes when the flow clears it")
  func secret() {
    var typed = TypedText(field(content: .password))
    _ = typed.type("hunter2")
    typed.take(field(content: .password, isFilled: true))
    #expect(typed.text == "hunter2")
    typed.leave()
    #expect(typed.text == "hunter2")
    typed.take(field(content: .password))
    #expect(typed.text == "")
  }

  @Test("A field that is left shows what the flow has")
  func left() {
    var typed = TypedText(field("1"))
    _ = typed.type("12")
    typed.leave()
    #expect(typed.text == "12")
    typed.take(field("12"))
    typed.leave()
    #expect(typed.text == "12")
  }

  @Test("A code takes its digits, and any other field no more letters than it has room for")
  func length() {
    var code = TypedText(field(content: .code, length: 6))
    #expect(code.type("819 600 1") == "819600")
    #expect(code.type("819600-") == nil)
    var name = TypedText(field(length: 3))
    #expect(name.type("Adam") == "Ada")
    var recovery = TypedText(field(content: .code))
    #expect(recovery.type("x7k-9") == "x7k-9")
  }
}
