import FlowDefinition
import FlowMachine
import Testing

/// The complete document is read as it is written: its states, screens, overlays and regions.
@Suite struct CompleteStatesTests {
  private func state(_ name: String) throws -> StateDeclaration {
    let root = try CompleteDocumentTests.document().root
    return try #require(root.children.first { $0.name.value == name })
  }

  @Test("Children stand in the order of the document, whichever map they stand in")
  func order() throws {
    let root = try CompleteDocumentTests.document().root
    #expect(root.name.value.isEmpty)
    #expect(root.initial?.value == "splash")
    #expect(
      root.children.map(\.name.value)
        == ["splash", "signIn", "finished", "asked", "form", "done", "sides", "home"])
    #expect(
      root.children.map { $0.screen != nil }
        == [false, false, false, false, true, true, true, true])
    #expect(root.regions.map(\.state.name.value) == ["session"])
    #expect(root.on.map(\.event.value) == ["logout"])
    #expect(root.always.map { $0.target?.value } == ["signIn"])
    let swapped = read("initial: b\nscreens: {b: {}}\nstates: {a: {}}\n").document?.root
    #expect(swapped?.children.map(\.name.value) == ["b", "a"])
  }

  @Test("A state has what is done on entry and exit, and transitions in order")
  func splash() throws {
    let splash = try state("splash")
    #expect(splash.enter.count == 1 && splash.exit.count == 3)
    #expect(splash.always.map { $0.target?.value } == ["signIn", "form"])
    #expect(
      splash.always.map { $0.condition?.value }
        == [.status("either", .succeeded, failureClass: nil), nil])
    #expect(splash.exit.map(\.key) == ["set", "set", "set"])
    #expect(splash.exit.prefix(2).map { $0.name?.value } == ["age", "sentAt"])
    #expect(
      splash.exit.map { $0.value?.value } == [.sum("age", -1), .fromNow(900_000), .now])
    #expect(splash.exit.map { $0.condition?.value } == [nil, nil, .flag("agreed")])
  }

  @Test("A sub-flow has inputs, bindings, outcomes and no barrier")
  func subflow() throws {
    let subflow = try #require(try state("signIn").subflow)
    #expect(subflow.path.value == "../phone/phone.flow.yaml")
    #expect(subflow.inputs.map(\.name.value) == ["reason", "least"])
    #expect(subflow.inputs.map(\.value.value) == [.name("mode"), .literal(.number(3))])
    #expect(subflow.bindings.map(\.inner.value) == ["user_data"])
    #expect(subflow.bindings.map(\.outer.value) == ["email"])
    #expect(subflow.outcomes.map(\.name.value) == ["signedIn", "cancelled", "failed"])
    #expect(subflow.outcomes.map { $0.target.target?.value } == ["home", "form", "finished"])
    #expect(!subflow.isBarrier)
  }

  @Test("Final states, history, relaunches and children are read")
  func kinds() throws {
    #expect(try state("finished").final?.value == "cancelled")
    #expect(try state("done").final?.value == "")
    #expect(try state("form").final == nil)
    #expect(try state("form").restore?.value == "form")
    #expect(try state("asked").restore?.value == "form")
    #expect(try state("asked").children.map(\.name.value) == ["inside", "waiting"])
    #expect(try state("asked").timers.map(\.name.value) == ["patience"])
    #expect(try state("sides").regions.map(\.state.name.value) == ["only"])
    let session = try #require(try CompleteDocumentTests.document().root.regions.first)
    #expect(session.restartsAtLaunch)
    #expect(session.state.initial?.value == "beginning")
    #expect(session.state.children.map { $0.history == .deep } == [false, true])
    #expect(session.state.children[0].regions.map(\.restartsAtLaunch) == [false, false])
  }

  @Test("A screen says what it is, and how long it is visible")
  func screen() throws {
    let form = try #require(try state("form").screen)
    #expect(form.title?.value == "form.title" && form.view?.value == "fancyForm")
    #expect(form.back && !form.isBackTarget && form.isModal && form.isProtected)
    #expect(form.visibleFor?.least == .fixed(3_000))
    #expect(words(form.visibleFor?.policy) == "deadline runs runs")
    let home = try #require(try state("home").screen)
    #expect(!home.back && home.isBackTarget && !home.isModal && !home.isProtected)
    #expect(home.title == nil && home.view == nil && home.elements.isEmpty)
    guard case .configured(let name)? = home.visibleFor?.least else {
      Issue.record("home is visible for another time")
      return
    }
    #expect(name.value == "pause")
    #expect(words(home.visibleFor?.policy) == "restart stands stands")
  }

  @Test("Transitions are names, maps and lists of them, by event and by time")
  func transitions() throws {
    let form = try state("form")
    #expect(form.on.map(\.event.value) == ["back", "terms"])
    #expect(
      form.on.map { $0.transitions.map { $0.target?.value } } == [["splash"], [nil, "home"]])
    #expect(form.after.map(\.written.value) == ["90s", "pause"])
    #expect(form.after.first?.duration == .fixed(90_000))
    #expect(form.after.map { $0.transition.target?.value } == ["home", "splash"])
    let asking = try #require(form.children.first?.on.first?.transitions.first)
    #expect(asking.target?.value == "asking" && asking.isInternal && asking.actions.count == 1)
  }

  @Test("Elements of every kind are read with their keys")
  func elements() throws {
    let elements = try #require(try state("form").screen).elements
    #expect(
      elements.map(\.id.value)
        == [
          "", "", "", "", "number", "mobile", "which", "market", "agree", "agree", "born", "next",
          "terms",
          "", "remove", "several", "", "", "",
        ])
    #expect(elements[0].isShownWhen?.value == .compare("age", .greater, .literal(.number(17))))
    #expect(elements[4].isEnabledWhen?.value == .not(.flag("agreed")))
    #expect(
      elements.map(\.kind) == [
        .heading, .text, .image, .progress, .field, .field, .choice, .picker, .toggle, .toggle,
        .date,
        .button, .link, .secret, .picker, .choices, .notice, .steps, .avatar,
      ])
    let (image, field, phone) = (elements[2], elements[4], elements[5])
    #expect(image.name("image")?.value == "logo" && image.name("label")?.value == "form.logo")
    #expect(field.name("fact")?.value == "email" && field.fieldKind == .newEmail)
    #expect(field.number("length") == 80 && field.name("country") == nil)
    #expect(phone.fieldKind == .phone && phone.name("country")?.value == "land")
    #expect(field.name("label")?.value == "form.label")
    #expect(field.name("hint")?.value == "form.hint")
    #expect(
      field.validators.map(\.rule)
        == [.required, .least, .most, .same, .digits, .email, .phone, .pattern, .required])
    #expect(field.validators.map(\.value) == [0, 3, 80, 0, 0, 0, 0, 0, 0])
    #expect(field.validators.compactMap { $0.other?.value } == ["other"])
    #expect(
      field.validators.compactMap { $0.message?.value } == [
        "form.short", "form.short", "form.needed",
      ])
    let born = elements[10]
    #expect(born.validators.map(\.rule) == [.date, .required, .least, .most])
    let age = try #require(RelativeDay(-18, .years))
    #expect(born.validators.map(\.value) == [0, 0, 19_000_101, age.value])
    let several = elements[15]
    #expect(several.names("options").map(\.key.value) == ["agreed", "network"])
    #expect(several.validators.map(\.rule) == [.required, .least, .most])
    #expect(several.validators.map(\.value) == [0, 1, 2])
    let (choice, picker) = (elements[6], elements[7])
    #expect(choice.name("style")?.value == "wheel")
    #expect(choice.names("options").map(\.key.value) == ["worker", "client"])
    #expect(choice.names("options").map(\.value.value) == ["form.worker", "form.client"])
    #expect(picker.name("from")?.value == "markets")
    #expect(picker.name("detail")?.value == "distance" && picker.flag("search"))
    #expect(picker.name("title")?.value == "form.markets")
    #expect(picker.names("sets").map(\.value.value) == ["distance"])
    #expect(!picker.isAction && elements[14].isAction)
    #expect(elements[14].name("where")?.value == "open")
    #expect(choice.validators.map(\.rule) == [.required] && picker.flag("required"))
    // A label for each of its texts.
    #expect(elements[8...9].map { $0.name("label")?.value } == ["form.agree", "form.needed"])
    #expect(elements[8...9].map(\.shownGuards.count) == [2, 2])
    #expect(elements[11].name("style")?.value == "destructive" && elements[11].flag("submits"))
    #expect(elements[12].name("url")?.value == "https://example.org/{mode}")
  }

  @Test("Actions of every kind are read in order")
  func actions() throws {
    let read = try state("home").enter.map { action in
      let names = action.names.map(\.value).joined(separator: " ")
      let value = action.value.map { " \($0.value)" } ?? ""
      return "\(action.key) \(names)\(action.key == "set" ? value : "")"
        + (action.key == "root" ? " \(action.flag("content", unlessSaid: true))" : "")
        + (action.parameters.isEmpty ? "" : " \(action.parameters.map(\.key.value))")
    }
    #expect(
      read == [
        "clear email password", "clear user", "cancel fetch", "show problem",
        "hide problem", "start all", "start ChatEngine",
        "stop ChatEngine LocationEngine", "open {server}/help", "root home true",
        "root form false", "raise arrived", "startTimer resend", "stopTimer resend",
        "perform confetti", "perform track [\"page\"]", "forget back", "set mode event",
        "set email literal(FlowDefinition.Literal.text(\"a@b.c\"))",
        "set agreed literal(FlowDefinition.Literal.flag(true))",
      ])
  }

  @Test("An overlay has elements, actions, a style, and comes back after a relaunch")
  func overlay() throws {
    let overlay = try #require(try CompleteDocumentTests.document().overlays.first)
    #expect(overlay.name.value == "problem" && overlay.title?.value == "problem.title")
    #expect(overlay.style == .alert && overlay.isRestorable)
    // The text is one of two.
    #expect(overlay.elements.map(\.id.value) == ["", "", "dismiss"])
    #expect(overlay.elements.map { $0.shownGuards.map(\.holds) } == [[true], [false], []])
    #expect(overlay.on.map(\.event.value) == ["settings"])
    #expect(overlay.on.map(\.actions.count) == [1])
  }
}
