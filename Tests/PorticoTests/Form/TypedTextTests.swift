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

  /// Sends as the input of a number.
  private func input(_ number: Int) -> (String) -> Int { { _ in number } }

  @Test("Typing is sent once, and a field that is written without being typed into sends nothing")
  func sends() {
    var typed = TypedText(field("Ada"))
    #expect(typed.type("Ada", send: input(1)) == nil)
    #expect(typed.type("Adam", send: input(1)) == "Adam")
  }

  @Test("What the flow shows before it has the newest text does not overwrite that")
  func late() {
    var typed = TypedText(field())
    for (number, text) in ["a", "ad", "a"].enumerated() {
      typed.type(text, send: input(number + 1))
    }
    typed.take(field("a"), after: 1)
    #expect(typed.text == "a")
    typed.take(field("ad"), after: 2)
    #expect(typed.text == "a")
    typed.take(field("a"), after: 3)
    #expect(typed.text == "a")
  }

  @Test("PHN-3: a number is formatted once its last key has been taken")
  func formatted() {
    var typed = TypedText(field(content: .phone))
    for (number, text) in ["1515", "15155"].enumerated() {
      typed.type(text, send: input(number + 1))
    }
    typed.take(field("01515", content: .phone), after: 1)
    #expect(typed.text == "15155")
    typed.take(field("1515 5", content: .phone), after: 2)
    #expect(typed.text == "1515 5")
  }

  @Test("What the flow writes itself replaces what was typed")
  func flowWrites() {
    var typed = TypedText(field())
    typed.type("a", send: input(1))
    typed.take(field("other"), after: 1)
    #expect(typed.text == "other")
    typed.take(field(), after: 1)
    #expect(typed.text == "")
  }

  @Test("What the flow refuses stays to be seen until the field is left")
  func refused() {
    var typed = TypedText(field("1"))
    typed.type("1x", send: input(1))
    typed.take(field("1"), after: 1)
    #expect(typed.text == "1x")
    typed.leave()
    #expect(typed.text == "1")
  }

  @Test("A secret stays as it was typed, and goes when the flow clears it")
  func secret() {
    var typed = TypedText(field(content: .password))
    typed.type("hunter2", send: input(1))
    typed.take(field(content: .password, isFilled: true), after: 1)
    #expect(typed.text == "hunter2")
    typed.leave()
    #expect(typed.text == "hunter2")
    typed.take(field(content: .password), after: 1)
    #expect(typed.text == "")
  }

  @Test("A field that is left while its text is on the way keeps that")
  func left() {
    var typed = TypedText(field("1"))
    typed.type("12", send: input(1))
    typed.leave()
    #expect(typed.text == "12")
    typed.take(field("12"), after: 1)
    #expect(typed.text == "12")
  }

  @Test("A code takes its digits, and any other field no more letters than it has room for")
  func length() {
    var code = TypedText(field(content: .code, length: 6))
    #expect(code.type("819 600 1", send: input(1)) == "819600")
    #expect(code.type("819600-", send: input(2)) == nil)
    var name = TypedText(field(length: 3))
    #expect(name.type("Adam", send: input(1)) == "Ada")
    var recovery = TypedText(field(content: .code))
    #expect(recovery.type("x7k-9", send: input(1)) == "x7k-9")
  }
}
