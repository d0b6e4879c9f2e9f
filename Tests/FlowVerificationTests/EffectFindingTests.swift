import FlowMachine
import FlowVerification
import Testing

/// What steps do outside of the flow, and what they show: small flows with one flaw each.
@Suite struct EffectFindingTests {
  typealias Case = SoundnessTests.Case

  static let pay = """
    requests:
      pay: {app: pay, repeat: never, failure: {show: unclear, dismissal: DISMISSAL}}
    overlays: {unclear: {restorable: RESTORABLE, elements: [{text: t}, {button: dismiss, label: t}]}}
    initial: start
    screens:
      start:
        elements: [{button: go, label: t}, {button: skip, label: t}]
        on: {go: {do: [{request: pay}]}, skip: home}
        always: [{when: pay.succeeded, to: home}]
      home: {elements: [{text: t}]}
    """

  /// A first screen that leads to a payment, made there or on a screen behind it.
  private static func unasked(
    _ start: String, paying: Bool = false, request: String = "", more: String = ""
  ) -> String {
    let rest = "    elements: [{button: go, label: t}]\n"
    let isPaid = "always: [{when: pay.succeeded, to: home}]"
    return more
      + "requests:\n  pay: {app: pay, repeat: never, failure: {show: unclear, dismissal: stay}}\n"
      + (request.isEmpty ? "" : "  \(request)\n")
      + "overlays: {unclear: {restorable: true, elements: [{text: t}, {button: dismiss, label: t}]}}\n"
      + "initial: start\nscreens:\n  start:\n    \(start)\n" + (paying ? "" : "    \(isPaid)\n")
      + rest
      + (paying
        ? "  paying:\n    enter: [{request: pay}]\n    on: {go: home}\n    \(isPaid)\n" + rest : "")
      + "  home: {elements: [{text: t}]}\n"
  }

  static let sending = [
    Case(
      what: "a relaunch that dismisses an overlay sends again",
      body: pay.replacing("DISMISSAL", with: "retry").replacing("RESTORABLE", with: "false"),
      found: ["repeatedSend pay", "unstableRestore start"]),
    Case(
      what: "an overlay that leaves the request idle sends nothing",
      body: pay.replacing("DISMISSAL", with: "stay").replacing("RESTORABLE", with: "true"),
      found: []),
    Case(
      what: "what must not be repeated is sent by the launch",
      body: unasked("enter: [{request: pay}]\n    on: {go: home}"),
      found: ["unaskedSend pay"]),
    Case(
      what: "it is sent after the launch, by a timer",
      body: unasked("after: {5s: paying}\n    on: {go: home}", paying: true),
      found: ["unaskedSend pay"]),
    Case(
      what: "it is sent after the launch, because of what the device reports",
      body: unasked(
        "always: [{when: isNear, to: paying}]\n    on: {go: home}", paying: true,
        more: "facts: {isNear: {type: flag, place: device}}\n"),
      found: ["unaskedSend pay"]),
    Case(
      what: "a signal, such as a link that was opened, is reason enough",
      body: unasked(
        "on: {opened: paying, go: home}", paying: true, more: "signals: {opened: {}}\n"),
      found: []),
    Case(
      what: "a signal from the server is not enough",
      body: unasked(
        "on: {updateRequired: paying, go: home}", paying: true,
        more: "signals: {updateRequired: {}}\n"),
      found: ["unaskedSend pay"]),
    Case(
      what: "so is a tap before another request",
      body: unasked(
        "on: {go: {do: [{request: ask}]}}\n    always: [{when: ask.succeeded, to: paying}]",
        paying: true, request: "ask: {app: ask, repeat: safe, failure: {show: unclear}}"),
      found: []),
    Case(
      what: "a timer sends again",
      body: pay.replacing("DISMISSAL", with: "stay").replacing("RESTORABLE", with: "true")
        .replacing("always: [", with: "after: {5s: waiting}\n    always: [")
        .replacing(
          "  home:",
          with:
            "  waiting:\n    enter: [{request: pay}]\n    elements: [{button: go, label: t}]\n    on: {go: home}\n    always: [{when: pay.succeeded, to: home}]\n  home:"
        ),
      found: ["unaskedSend pay", "repeatedSend pay"]),
    Case(
      what: "a request whose owner is left in the same step is never sent",
      body: """
        requests: {signOut: {operation: signOut, repeat: safe}}
        initial: start
        screens:
          start:
            elements: [{button: go, label: t}]
            on: {go: {to: leaving, do: [{request: signOut}]}}
          home: {elements: [{text: t}]}
        states: {leaving: {always: [{to: home}]}}
        """,
      found: ["unsentRequest signOut"]),
    Case(
      what: "with survives it is sent",
      body: """
        requests: {signOut: {operation: signOut, repeat: safe, survives: true}}
        initial: start
        screens:
          start:
            elements: [{button: go, label: t}]
            on: {go: {to: leaving, do: [{request: signOut}]}}
          home: {elements: [{text: t}]}
        states: {leaving: {always: [{to: home}]}}
        """,
      found: []),
    Case(
      what: "what is needed only sometimes may be left in the same step",
      body: """
        facts: {cached: {type: flag}}
        requests: {load: {app: load, repeat: safe}}
        initial: start
        screens:
          start:
            elements: [{button: go, label: t}, {toggle: c, fact: cached, label: t}]
            on: {go: loading}
          loading:
            enter: [{request: load}]
            elements: [{button: skip, label: t}]
            on: {skip: home}
            always: [{when: cached, to: home}, {when: load.settled, to: home}]
          home: {elements: [{text: t}]}
        """,
      found: []),
    Case(
      what: "a URL without the fact that it names",
      body: """
        facts: {id: {type: text}}
        requests: {remove: {http: {method: POST, url: "https://example.com/cases/{id}/delete"}, repeat: safe}}
        initial: start
        screens:
          start:
            elements: [{field: id, fact: id, label: t}, {button: go, label: t}, {button: on, label: t}]
            on: {go: {do: [{request: remove}]}, on: home}
          home: {elements: [{text: t}]}
        """,
      found: ["absentValue remove id"]),
    Case(
      what: "a URL that is only used with the fact that it names",
      body: """
        facts: {id: {type: text}}
        requests: {remove: {http: {method: POST, url: "https://example.com/cases/{id}/delete"}, repeat: safe}}
        initial: start
        screens:
          start:
            elements: [{field: id, fact: id, label: t}, {button: go, label: t, enabled: id is present}, {button: on, label: t}]
            on: {go: {do: [{request: remove}]}, on: home}
          home: {elements: [{text: t}]}
        """,
      found: []),
    Case(
      what: "a secret that is typed on one page and sent from the next",
      body: """
        facts: {password: {type: secret}}
        requests: {signUp: {app: signUp, repeat: keyed, with: {password: "{password}"}}}
        initial: first
        screens:
          first:
            elements: [{field: password, fact: password, kind: password, label: t, validate: [required]}, {button: next, label: t, submits: true}]
            on: {next: second}
          second:
            elements: [{button: go, label: t}, {button: on, label: t}]
            on: {go: {do: [{request: signUp}]}, on: home}
          home: {elements: [{text: t}]}
        """,
      found: ["absentValue signUp password"]),
    Case(
      what: "a secret that is sent from its own page",
      body: """
        facts: {password: {type: secret}}
        requests: {signUp: {app: signUp, repeat: keyed, with: {password: "{password}"}}}
        initial: first
        screens:
          first:
            elements: [{field: password, fact: password, kind: password, label: t, validate: [required]}, {button: go, label: t, submits: true}, {button: on, label: t}]
            on: {go: {do: [{request: signUp}]}, on: home}
          home: {elements: [{text: t}]}
        """,
      found: []),
    Case(
      what: "requests that start each other without a pause",
      body: """
        requests: {poll: {app: poll, repeat: safe}, ask: {app: ask, repeat: safe}}
        initial: one
        screens:
          one:
            enter: [{request: poll}]
            elements: [{button: on, label: t}]
            on: {on: home}
            always: [{when: poll.settled, to: two}]
          two:
            enter: [{request: ask}]
            elements: [{button: on, label: t}]
            on: {on: home}
            always: [{when: ask.settled, to: one}]
          home: {elements: [{text: t}]}
        """,
      found: ["requestLoop poll"]),
    Case(
      what: "requests with a pause between them",
      body: """
        requests: {poll: {app: poll, repeat: safe}}
        initial: one
        screens:
          one:
            enter: [{request: poll}]
            elements: [{button: on, label: t}]
            on: {on: home}
            always: [{when: poll.settled, to: two}]
          two:
            elements: [{button: on, label: t}]
            on: {on: home}
            after: {5s: one}
          home: {elements: [{text: t}]}
        """,
      found: []),
  ]

  @Test(
    "ENT-4: findings depend on whether a request is sent, and with which values", arguments: sending
  )
  func send(_ item: Case) throws {
    let found = try SoundnessTests.findings(item.body)
    #expect(Set(found) == Set(item.found))
  }

  // MARK: What is seen

  static let signIn = """
    facts: {open: {type: flag}}
    requests: {login: {operation: login, repeat: keyed, classes: {wrong: {status: 401}}}}
    initial: start
    screens:
      start:
        elements: [{button: go, label: t}, {toggle: o, fact: open, label: t}, {text: t, when: SHOWN}]
        on: {go: {do: [{request: login}]}}
        always: [{when: login.succeeded, to: home}OTHER]
      home: {elements: [{text: t}]}
    """

  static let seeing = [
    Case(
      what: "a guard that names the failure and never holds shows nothing",
      body: signIn.replacing("SHOWN", with: "login.failed and not login.failed")
        .replacing("OTHER", with: ""),
      found: ["hiddenElement ", "unhandledFailure login"]),
    Case(
      what: "a transition that reads the failure and changes nothing that is seen",
      body: signIn.replacing("SHOWN", with: "open")
        .replacing("OTHER", with: ", {when: login.failed and open, do: [{set: {open: false}}]}"),
      found: ["unhandledFailure login"]),
    Case(
      what: "one class of several is shown",
      body: signIn.replacing("SHOWN", with: "login.failed(wrong)").replacing("OTHER", with: ""),
      found: ["unhandledFailure login"]),
    Case(
      what: "a failure is shown only while a switch is on",
      body: signIn.replacing("SHOWN", with: "login.failed and open").replacing("OTHER", with: ""),
      found: ["unhandledFailure login"]),
    Case(
      what: "every class is shown",
      body: signIn.replacing("SHOWN", with: "login.failed").replacing("OTHER", with: ""),
      found: []),
    Case(
      what: "a failure leads on",
      body: signIn.replacing("SHOWN", with: "open").replacing(
        "login.succeeded", with: "login.settled"
      )
      .replacing("OTHER", with: "").replacing(
        ", {text: t, when: open}", with: ", {text: t, when: open}, {text: t, when: login.failed}"),
      found: []),
  ]

  @Test(
    "ENT-4: a failure counts as handled only if something visible changes with it",
    arguments: seeing)
  func see(_ item: Case) throws {
    let found = try SoundnessTests.findings(item.body)
    #expect(Set(found) == Set(item.found))
  }

  // MARK: Sent anew

  static let paying = """
    facts: {amount: {type: choice, values: [a, b], initial: a}}
    requests: {pay: {app: pay, repeat: keyed, with: {amount: "{amount}"}FINAL}}
    initial: start
    screens:
      start:
        elements: [{button: go, label: t}, {text: t, when: pay.failed}FIELD]
        on: {go: {do: [{request: pay}]}}
        always: [{when: pay.succeeded, to: paid}]
      paid: {back: BACK, elements: [{button: on, label: t}, {button: more, label: t}], on: {on: home, more: MORE}}
      home: {elements: [{text: t}]}
    """

  static func paying(
    final: String = "", back: String = "true", more: String = "home", field: String = ""
  ) -> String {
    paying.replacing("FINAL", with: final).replacing("BACK", with: back)
      .replacing("MORE", with: more).replacing("FIELD", with: field)
  }

  static let anew = [
    Case(
      what: "back leads over a payment, and a tap pays again",
      body: paying(), found: ["repeatedAfterBack pay"]),
    Case(
      what: "so it does where something can be typed, since nobody has to",
      body: paying(field: ", {choice: c, fact: amount, label: t, options: {a: t, b: t}}"),
      found: ["repeatedAfterBack pay"]),
    Case(
      what: "back does not cross a final success", body: paying(final: ", final: true"), found: []),
    Case(
      what: "a request that may be sent twice",
      body: paying().replacing("repeat: keyed", with: "repeat: safe"), found: []),
    Case(
      what: "the document itself leads back to the payment",
      body: paying(back: "false, backTarget: false")
        .replacing("start:\n    elements", with: "start:\n    backTarget: false\n    elements")
        .replacing("more: home", with: "more: home, back: start"),
      found: ["repeatedAfterBack pay"]),
    Case(
      what:
        "the document leads back to where the payment was asked for, past where it was waited for",
      body: paying(back: "false, backTarget: false")
        .replacing("{do: [{request: pay}]}", with: "{to: waiting, do: [{request: pay}]}")
        .replacing("always: [{when: pay.succeeded, to: paid}]", with: "backTarget: false")
        .replacing(
          "paid: {",
          with: """
            waiting: {backTarget: false, elements: [{progress: t}], always: [{when: pay.succeeded, to: paid}, {when: pay.failed, to: start}]}
              paid: {
            """
        )
        .replacing("more: home", with: "more: home, back: start"),
      found: ["repeatedAfterBack pay"]),
    Case(
      what: "the document leads back to where nothing is paid",
      body: paying(back: "false, backTarget: false", more: "start")
        .replacing("start:\n    elements", with: "start:\n    backTarget: false\n    elements")
        .replacing("more: start", with: "more: start, back: home"),
      found: []),
    Case(
      what: "who pays again by a button has asked for it",
      body: paying(back: "false, backTarget: false", more: "start")
        .replacing("start:\n    elements", with: "start:\n    backTarget: false\n    elements"),
      found: []),
    Case(
      what: "who has come to where the success led can ask for another one, also after a way back",
      body: """
        requests: {add: {app: add, repeat: keyed}}
        initial: start
        screens:
          start: {elements: [{button: next, label: t}], on: {next: pictures}}
          pictures:
            back: true
            elements: [{text: t, when: add.failed}, {text: t, when: add.succeeded}, {button: add, label: t}, {button: end, label: t}]
            on: {add: {do: [{request: add}]}, end: home}
          home: {elements: [{text: t}]}
        """,
      found: []),
    Case(
      what: "another link is another payment",
      body: paying(back: "false, backTarget: false")
        .replacing("requests:", with: "signals: {opened: {}}\nrequests:")
        .replacing("more: home", with: "more: home, opened: {do: [{request: pay}]}"),
      found: []),
    Case(
      what: "an operation of Portico's server knows what it repeats",
      body: paying().replacing(
        "app: pay, repeat: keyed, with: {amount: \"{amount}\"}",
        with: "operation: beginIdentifier, repeat: keyed, with: {identifier: \"{amount}\"}"),
      found: []),
    Case(
      what: "a timer pays again",
      body: """
        requests: {pay: {app: pay, repeat: keyed}}
        initial: start
        screens:
          start: {backTarget: false, elements: [{button: go, label: t}], on: {go: paying}}
          paying:
            backTarget: false
            enter: [{request: pay}]
            elements: [{text: t, when: pay.failed}, {text: t, when: pay.succeeded}, {button: on, label: t}]
            on: {on: home}
            after: {5s: paying}
          home: {elements: [{text: t}]}
        """,
      found: ["repeatedSuccess pay"]),
    Case(
      what: "each launch pays again",
      body: """
        requests: {pay: {app: pay, repeat: keyed}}
        initial: start
        restore: start
        screens:
          start:
            enter: [{request: pay}]
            elements: [{text: t, when: pay.failed}, {button: again, label: t, when: pay.failed}]
            on: {again: {do: [{request: pay}]}}
            always: [{when: pay.succeeded, to: paid}]
          paid: {elements: [{button: on, label: t}], on: {on: home}}
          home: {elements: [{text: t}]}
        """,
      found: ["repeatedSuccess pay"]),
  ]

  @Test(
    "A keyed request is not sent anew after its success without a tap, nor after back",
    arguments: anew)
  func sendAnew(_ item: Case) throws {
    let found = try SoundnessTests.findings(item.body)
    #expect(Set(found.filter { $0.contains("repeated") }) == Set(item.found))
  }

  // MARK: Ways on

  static let waiting = """
    facts: {camera: {type: choice, values: [asked, denied, granted], place: device}}
    initial: start
    screens:
      start: {elements: [{button: go, label: t}], on: {go: waiting}}
      waiting:
        elements: [{progress: t}BUTTON]
        always: [{when: camera == granted, to: home}]
      home: {elements: [{text: t}]}
    """

  static let ways = [
    Case(
      what: "a permission that stays denied leaves a spinner",
      body: waiting.replacing("BUTTON", with: ""), found: ["waitForDevice waiting"]),
    Case(
      what: "with a button there is something to do",
      body: waiting.replacing("BUTTON", with: ", {button: skip, label: t}")
        .replacing(
          "    always: [{when: camera", with: "    on: {skip: home}\n    always: [{when: camera"),
      found: []),
    Case(
      what: "a switch that changes nothing about the permission is no way on",
      body: waiting.replacing(
        "BUTTON", with: ", {toggle: more, fact: open, label: t}, {text: t, when: open}"
      )
      .replacing("facts: {", with: "facts: {open: {type: flag, place: memory}, "),
      found: ["waitForDevice waiting"]),
    Case(
      what: "a button that leads to the settings is something to do",
      body: waiting.replacing("BUTTON", with: ", {button: settings, label: t}")
        .replacing(
          "    always: [{when: camera",
          with: "    on: {settings: {do: [{perform: openSettings}]}}\n    always: [{when: camera"),
      found: []),
    Case(
      what: "a button that only a permission enables",
      body: """
        facts: {camera: {type: flag, place: device}}
        initial: start
        screens:
          start: {elements: [{button: go, label: t, enabled: camera}], on: {go: home}}
          home: {elements: [{text: t}]}
        """,
      found: ["waitForDevice camera"]),
    Case(
      what: "each answer of the person leads on, also none",
      body: """
        facts: {camera: {type: choice, values: [denied, granted], place: device}}
        initial: start
        screens:
          start:
            elements: [{button: go, label: t}, {button: skip, label: t, when: not (camera == granted)}]
            on: {go: [{when: camera == granted, to: home}, {to: denied}], skip: home}
          denied:
            elements: [{text: t}, {button: back, label: t}, {button: on, label: t, enabled: camera == denied}]
            on: {back: start, on: home}
          home: {elements: [{text: t}]}
        """,
      found: []),
    Case(
      what: "a tap that leads on only with a permission that is read just then",
      body: """
        facts: {camera: {type: choice, values: [denied, granted], place: device}}
        initial: start
        screens:
          start: {elements: [{button: go, label: t}], on: {go: [{when: camera == granted, to: home}, {to: denied}]}}
          denied: {elements: [{button: back, label: t}], on: {back: start}}
          home: {elements: [{text: t}]}
        """,
      found: ["waitForDevice camera"]),
    Case(
      what: "what the client reports of its session follows from the sign-in",
      body: """
        facts: {session: {type: choice, values: [absent, valid], place: device}}
        requests: {login: {app: login, repeat: safe}}
        initial: start
        screens:
          start:
            elements: [{button: go, label: t}, {text: t, when: login.failed}]
            on: {go: {do: [{request: login}]}}
            always: [{when: login.succeeded and session == valid, to: home}]
          home: {elements: [{text: t}]}
        """,
      found: []),
    Case(
      what: "a screen that goes on only once the app was left",
      body: """
        facts: {foreground: {type: flag, place: device}}
        initial: start
        screens:
          start: {elements: [{text: t}], always: [{when: not foreground, to: home}]}
          home: {elements: [{text: t}]}
        """,
      found: ["deadEnd -"]),
    Case(
      what: "an alert without a button",
      body: """
        overlays: {notice: {style: alert, elements: [{text: t}]}}
        initial: start
        screens:
          start: {elements: [{button: go, label: t}], on: {go: {do: [{show: notice}], to: next}}}
          next: {elements: [{button: on, label: t}], on: {on: home}}
          home: {elements: [{text: t}]}
        """,
      found: ["deadEnd -"]),
    Case(
      what: "a button that does nothing while it is enabled",
      body: """
        facts: {agreed: {type: flag}}
        initial: start
        screens:
          start:
            elements: [{toggle: a, fact: agreed, label: t}, {button: go, label: t}]
            on: {go: {to: home, when: agreed}}
          home: {elements: [{text: t}]}
        """,
      found: ["deadButton go"]),
    Case(
      what: "a session that is erased because it could not be read",
      body: """
        session: token
        facts: {token: {type: secret}}
        initial: start
        restore: start
        states:
          start: {always: [{when: token is present, to: home}, {to: out, do: [{clear: [token]}]}]}
        screens:
          out: {elements: [{button: go, label: t}], on: {go: home}}
          home: {elements: [{text: t}]}
        """,
      found: ["erasedSession token"]),
  ]

  @Test("ENT-4: the user has a way to continue only if every host offers it", arguments: ways)
  func lead(_ item: Case) throws {
    let found = try SoundnessTests.findings(item.body)
    #expect(Set(found) == Set(item.found))
  }
}
