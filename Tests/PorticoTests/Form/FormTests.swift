import Portico
import Testing

@Suite("A screen as a form")
struct FormTests {
  private let email = Element(id: 1, name: "email", kind: .field(.init(content: .email)))
  private let birthday = Element(id: 2, kind: .field(.init(content: .date)))
  private let password = Element(
    id: 3, name: "password", kind: .field(.init(content: .password, isSecret: true)),
    text: "Password")
  private let code = Element(
    id: 4, name: "code", kind: .field(.init(content: .code, length: 6)), text: "Code")
  private let resend = Element(id: 5, name: "resend", kind: .button(.plain), text: "Resend code")
  private let submit = Element(
    id: 6, name: "submit", kind: .button(.plain), text: "Continue", submits: true)

  private func screen(_ elements: Element...) -> Screen {
    Screen(view: "signIn", elements: elements)
  }

  private func with(_ element: Element, problem: String) -> Element {
    var copy = element
    copy.problem = problem
    return copy
  }

  @Test(
    "The return key leads to the next field that is typed into, and sends the form from the last")
  func nextField() {
    let screen = screen(email, birthday, password, submit)
    #expect(screen.field(after: 1) == password)
    #expect(screen.field(after: 3) == nil)
    #expect(screen.submitButton == submit)
  }

  @Test("A field that is disabled is passed over")
  func disabled() {
    var password = password
    password.isEnabled = false
    #expect(screen(email, password, submit).field(after: 1) == nil)
  }

  @Test("Alone on its screen, a code is sent when it is complete")
  func alone() {
    #expect(screen(code, resend, submit).sendsWhenComplete(code))
    #expect(!screen(code, password, submit).sendsWhenComplete(code))
    #expect(!screen(code).sendsWhenComplete(code))
    var done = email
    done.isEnabled = false
    #expect(screen(done, code, submit).sendsWhenComplete(code))
  }

  @Test("A code that is all that a screen asks for has the focus from the start")
  func firstFocus() {
    #expect(screen(code, resend, submit).firstFocus == code)
    #expect(screen(email, submit).firstFocus == nil)
    #expect(screen(code, password, submit).firstFocus == nil)
    var busy = code
    busy.isEnabled = false
    #expect(screen(busy, submit).firstFocus == nil)
  }

  /// One of each kind, with whether people give it a value.
  private static let kinds: [(kind: Element.Kind, takesInput: Bool, takesValue: Bool)] = [
    (.heading, false, false), (.text, false, false), (.image("logo"), false, false),
    (.progress(.bar), false, false), (.secret(.text), false, false), (.button(.plain), true, false),
    (.link, true, false), (.field(.init(content: .email)), true, true),
    (.choice(.init(options: [])), true, true), (.choices(.init(options: [])), true, true),
    (.toggle(isOn: false), true, true), (.notice(.error), false, false),
    (.steps(count: 3, reached: 1), false, false), (.avatar(initials: "AL"), false, false),
  ]

  @Test("Each kind says whether people use it, and whether they give it a value", arguments: kinds)
  func use(kind: Element.Kind, takesInput: Bool, takesValue: Bool) {
    #expect(kind.takesValue == takesValue)
    #expect(kind.takesInput == takesInput)
  }

  @Test("A press that is refused moves to the first problem and says all of them at once")
  func refused() {
    var press = FormPress()
    press.press(1)
    let refused = screen(
      email, with(password, problem: "Required."), with(code, problem: "Not a code."), submit)
    let reveal = press.take(refused, after: 1)
    #expect(reveal?.first == 3)
    #expect(reveal?.announcement == "Password: Required. Code: Not a code.")
    // Once: the next change of the screen takes the focus from nobody.
    #expect(press.take(refused, after: 1) == nil)
  }

  @Test("What the server finds wrong is said when it has answered")
  func answered() {
    var press = FormPress()
    press.press(1)
    #expect(press.take(screen(code, submit), after: 1) == nil)
    #expect(press.take(screen(with(code, problem: "Wrong code."), submit), after: 1)?.first == 4)
  }

  @Test("A problem from before the press is not its outcome")
  func before() {
    var press = FormPress()
    press.press(2)
    #expect(press.take(screen(with(code, problem: "Wrong code."), submit), after: 1) == nil)
    #expect(press.take(screen(code, submit), after: 2) == nil)
  }

  @Test("Who types on is not interrupted")
  func typesOn() {
    var press = FormPress()
    press.press(1)
    press.type()
    #expect(press.take(screen(with(code, problem: "Wrong code."), submit), after: 1) == nil)
  }

  @Test("What appears on a screen is said, and a countdown is not said again")
  func news() {
    let text = Element(id: 7, kind: .text, text: "Resend code in 0:58")
    var later = text
    later.text = "Resend code in 0:57"
    let earlier = screen(code, text)
    #expect(screen(code, later, resend).news(since: earlier) == "Resend code")
    #expect(screen(code, later).news(since: earlier) == "")
    #expect(Screen(view: "home", elements: [resend]).news(since: earlier) == "")
  }

  @Test(
    "A problem is not shown while the field is typed for the first time, and said when it is left")
  func display() {
    var display = ProblemDisplay()
    display.focus()
    display.take("Not an address.")
    #expect(display.shown == "")
    #expect(display.leave() == "Not an address.")
    #expect(display.shown == "Not an address.")
    display.focus()
    #expect(display.shown == "Not an address.")
    #expect(display.leave() == nil)
    display.focus()
    display.take("")
    display.take("Not an address.")
    #expect(display.shown == "")
    display.reveal()
    #expect(display.shown == "Not an address.")
  }
}
