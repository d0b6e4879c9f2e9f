#if canImport(SwiftUI)
import Portico
import SwiftUI

/// Every element, as Xcode shows it beside the code; by the protocol rather than by the macro, which Linux cannot check.
struct ScreenPreviews: PreviewProvider {
  static var previews: some View {
    PorticoView(.showing(EntryScene(screen: signIn))).previewDisplayName("Sign in")
    PorticoView(.showing(EntryScene(screen: code))).previewDisplayName("Code")
    PorticoView(.showing(EntryScene(screen: code)))
      .environment(\.dynamicTypeSize, .accessibility5).previewDisplayName("Code, AX5")
    PorticoView(.showing(EntryScene(screen: phone, isRightToLeft: true), language: "ar"))
      .previewDisplayName("Number, right to left")
    PorticoView(.showing(EntryScene(screen: choices)))
      .preferredColorScheme(.dark).previewDisplayName("Choices, dark")
    PorticoView(.showing(EntryScene(screen: signIn, overlays: [alert]))).previewDisplayName("Alert")
    PorticoView(.showing(EntryScene(screen: signIn, overlays: [sheet]))).previewDisplayName("Sheet")
  }

  private static let signIn = Portico.Screen(
    view: "signIn", title: "Sign in",
    elements: [
      Element(id: 1, kind: .heading, text: "Welcome back"),
      Element(
        id: 2, name: "email", kind: .field(.init(content: .email, value: "ada@example")),
        text: "Email", problem: "Enter an email address, such as ada@example.com."),
      Element(
        id: 3, name: "password", kind: .field(.init(content: .password, isSecret: true)),
        text: "Password"),
      Element(id: 4, name: "forgot", kind: .link, text: "Forgot password?"),
      Element(id: 5, name: "submit", kind: .button(.primary), text: "Sign in", submits: true),
      Element(id: 6, name: "register", kind: .button(.plain), text: "Create an account"),
    ])

  private static let code = Portico.Screen(
    view: "code", title: "Confirm your email", hasBack: true,
    elements: [
      Element(id: 1, kind: .text, text: "We sent a code to a…a@example.com."),
      Element(
        id: 2, name: "code", kind: .field(.init(content: .code, value: "819", length: 6)),
        text: "Code"),
      Element(id: 3, name: "submit", kind: .button(.primary), text: "Continue", submits: true),
      Element(
        id: 4, name: "resend", kind: .button(.plain), text: "Resend code in 0:58", isEnabled: false),
    ])

  private static let phone = Portico.Screen(
    view: "phone", title: "رقم الهاتف",
    elements: [
      Element(
        id: 1, name: "country", kind: .field(.init(content: .country, value: "EG")), text: "البلد"),
      Element(
        id: 2, name: "number", kind: .field(.init(content: .phone, value: "010 01234567")),
        text: "رقم الهاتف"),
      Element(
        id: 3, name: "submit", kind: .button(.primary), text: "متابعة", isBusy: true, submits: true),
    ])

  private static let choices = Portico.Screen(
    view: "choices", title: "Your goal",
    elements: [
      Element(
        id: 1, name: "goal",
        kind: .choice(
          .init(options: [.init(text: "10 minutes"), .init(text: "20 minutes")], selection: 1)),
        text: "Every day"),
      Element(
        id: 2, name: "market",
        kind: .choice(
          .init(
            style: .picker, options: [.init(text: "Berlin", detail: "2 km")], isSearchable: true)),
        text: "Market"),
      Element(id: 3, name: "birthday", kind: .field(.init(content: .date)), text: "Birthday"),
      Element(id: 4, name: "terms", kind: .toggle(isOn: true), text: "I accept the terms."),
      Element(id: 5, kind: .progress(.bar), text: "Saving…"),
      Element(id: 6, kind: .steps(count: 4, reached: 2), text: "Step 2 of 4"),
      Element(id: 7, kind: .notice(.success), text: "Your goal has been saved."),
      Element(id: 8, kind: .notice(.error), text: "The market is closed."),
      Element(id: 9, kind: .avatar(initials: "AL"), text: "Ada Lovelace"),
      Element(id: 10, kind: .progress(.skeleton), text: "Loading"),
    ])

  private static let alert = Portico.Screen(
    view: "failed", style: .alert, title: "Couldn’t connect",
    elements: [
      Element(id: 1, kind: .text, text: "Check your connection and try again."),
      Element(id: 2, name: "dismiss", kind: .button(.primary), text: "OK"),
    ])

  private static let sheet = Portico.Screen(
    view: "leave", style: .sheet, title: "Delete your account?",
    elements: [
      Element(id: 1, kind: .text, text: "This cannot be undone."),
      Element(id: 2, name: "delete", kind: .button(.destructive), text: "Delete"),
    ])
}
#endif
