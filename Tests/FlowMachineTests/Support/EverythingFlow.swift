import FlowMachine

extension Fixture {
  /// One flow that uses every part of the language, for tests that change it or drive it at random.
  static let everything = Result {
    try Flow(decoding: everythingBytes.get())
  }

  static let everythingBytes = Result {
    try bytes(
      everythingYAML,
      files: [
        "inner.flow.yaml": innerYAML, "texts.en.yaml": textsYAML, "texts.fa.yaml": textsYAML,
        "inner.en.yaml": innerTextsYAML,
      ])
  }

  private static let everythingYAML = """
    languages: [en, fa]
    session: session
    origins: ["{server}", https://example.org]
    goals: [home]
    properties:
      homeIsReached: {reachable: in(home), from: name is present}
    configuration:
      mode: {values: [plain, fancy], default: plain}
      server: {type: text, default: "https://example.com"}
      patience: {type: duration, default: 1500ms}
    facts:
      name: {type: text}
      draft: {type: text, place: memory}
      age: {type: number}
      accepted: {type: flag}
      music: {type: flag}
      color: {type: choice, values: [red, green, blue], initial: green}
      until: {type: time}
      password: {type: secret}
      session: {type: secret}
      towns: {type: list, of: {id: text, title: text, size: number, open: flag}}
      town: {type: text}
      townTitle: {type: text}
      townSize: {type: number}
      profile: {type: json}
      tries: {type: number, place: memory, initial: 0}
      network: {type: flag, place: device}
      foreground: {type: flag, place: device}
      destination: {type: text}
    signals:
      logout: {}
      link: {value: text, saves: destination, held: true}
      nudge: {value: number}
    services: [chat, location]
    requests:
      getTowns:
        http: {url: "{server}/towns?for={name}", headers: {X-Mode: "{mode}"}}
        save: {towns: $.towns, profile: {path: $.profile, optional: true}}
        once: true
        retries: 2
        failure: {show: problem, dismissal: retry}
      login:
        variants:
          - when: mode == fancy
            http:
              method: POST
              url: "{server}/login"
              body: {form: {user: "{name}", password: "{password}"}}
            repeat: safe
          - app: login
            with:
              who: {name: "{name}", age: "{age}", greeting: "Hello {name}"}
              password: "{password}"
              list: [1, "{accepted}", "{color}"]
        repeat: keyed
        save: {session: $.token, until: {path: $.until, optional: true}}
        classes: {wrong: {status: 401}, taken: {status: 4xx, code: taken}}
        failure: {show: problem, dismissal: stay, unless: login.failed(wrong), save: {townTitle: $.message}}
        final: true
        timeout: 5s
      pay: {app: pay, with: {session: "{session}"}, repeat: never}
      track:
        app: track
        with: {tries: "{tries}"}
        repeat: safe
        survives: true
        failure: {show: notice, dismissal: stay}
      locate:
        capability: location
        repeat: safe
        failure: {show: notice, dismissal: retry, unless: in(home)}
    overlays:
      problem:
        title: problem.title
        elements: [{text: problem.text}, {button: dismiss}, {button: help}]
        on: {help: [{open: "https://example.com/help?for={name}"}, {set: {tries: 0}}]}
      notice: {style: alert, restorable: true, elements: [{text: problem.text}, {button: dismiss}]}
    regions:
      beside:
        restart: launch
        initial: locating
        states:
          locating: {enter: [{request: locate}], always: [{when: locate.succeeded, to: located}]}
          located: {on: {nudge: locating}}
    timers:
      pause: {after: patience, kill: remaining}
      expiry: {until: until, kill: deadline}
    on:
      logout: {to: welcome, do: [{clear: user}, {stop: all}, {forget: back}]}
      changed.network: [{do: [{set: {tries: tries + 1}}]}]
    initial: welcome
    screens:
      welcome:
        title: welcome.title
        timers: {blink: {after: 2s, kill: restart, overlay: stands, background: stands}}
        elements:
          - heading: welcome.title
          - image: logo
          - progress: welcome.wait
          - {field: name, fact: name, label: field.name, hint: field.hint, validate: [required, {most: 20}]}
          - {field: age, fact: age, kind: number, label: field.name, validate: [{least: 3}]}
          - {field: draft, fact: draft, kind: email, label: field.name}
          - {field: password, fact: password, kind: password, label: field.name, validate: [required, {least: 4}]}
          - {choice: color, fact: color, label: field.name, options: {red: color.red, blue: color.blue}}
          - {toggle: accepted, fact: accepted, label: field.name}
          - {choices: topics, label: field.name, options: {music: color.red, accepted: color.blue}, most: 1, message: field.name}
          - {button: submit, submits: true, enabled: accepted and name is valid}
          - {button: skip, style: plain, when: tries < 3}
          - {link: terms, url: "{server}/terms"}
        enter: [{request: track}, {request: getTowns}]
        on:
          submit: {do: [{request: login}]}
          skip: [{when: accepted, to: home}, {to: towns, do: [{set: {tries: tries + 1}}, {toast: skipped}]}]
        always:
          - {when: login.succeeded, to: home, do: [{set: {until: now + 1h}}]}
          - {when: login.failed(wrong) and tries < 5, do: [{set: {tries: tries + 1}}, {cancel: login}]}
          - {when: blink.elapsed and name == 'auto', to: towns}
      towns:
        back: true
        visibleFor: 1s
        elements:
          - picker: town
            fact: town
            from: towns
            value: id
            label: title
            detail: size
            search: true
            sets: {townTitle: title, townSize: size}
          - {button: choose, enabled: town is present}
        on:
          choose: {to: inner}
        after: {30s: welcome}
      home:
        back: true
        protected: true
        elements:
          - {text: home.text}
          - {button: modal}
          - {button: pay, style: destructive}
          - {button: rest}
        enter: [{start: all}, {startTimer: pause}, {startTimer: expiry}, {root: home}]
        exit: [{stopTimer: pause}, {perform: {name: left, with: {name: "{name}"}}}]
        on:
          modal: dialog
          pay: {do: [{request: pay}]}
          rest: resting
          link: {to: towns, do: [{when: destination == name, toast: skipped}]}
        always:
          - {when: pause.elapsed and foreground, do: [{stopTimer: pause}, {raise: rested}]}
          - {when: pay.failed, to: welcome}
          - {when: pay.succeeded and session is present, to: towns, do: [{set: {password: session}}, {clear: [session]}]}
          - {when: expiry.elapsed and session is unreadable, to: welcome}
      dialog: {modal: true, restore: home, backTarget: false, elements: [{button: close}], on: {close: {to: deep, do: [{hide: notice}]}}}
    states:
      inner:
        flow: inner.flow.yaml
        with: {question: name}
        bind: {answer: townTitle}
        outcomes: {done: home, gone: {to: towns, do: [{show: notice}]}}
      resting:
        initial: deep
        on: {rested: {to: home, when: not in(deep)}, nudge: [{when: event == 3, to: past, internal: true}]}
        states:
          past: {history: deep, initial: deep}
          deep: {always: [{when: age > 5 and shown(problem), to: awake}, {when: townSize != age, to: awake}]}
          awake: {on: {nudge: past}, always: [{when: profile is present, to: home}]}
    texts: {en: texts.en.yaml, fa: texts.fa.yaml}
    """

  private static let innerYAML = """
    flow: inner
    version: 1
    languages: [en, fa]
    inputs: [question]
    outcomes: [done, gone]
    facts: {question: {type: text, place: memory}, answer: {type: text}}
    initial: ask
    screens:
      ask:
        back: true
        elements: [{text: ask.text}, {field: answer, fact: answer, label: ask.text}, {button: ok}, {button: no}]
        on: {ok: fine, no: left}
    states: {fine: {final: done}, left: {final: gone}}
    texts: {en: inner.en.yaml, fa: inner.en.yaml}
    """

  private static let textsYAML = """
    problem.title: Problem
    problem.text: "It is {color} at {server}"
    problem.dismiss: Close
    problem.help: Help
    notice.dismiss: Close
    welcome.title: "Hello {name} in {blink.left}"
    welcome.wait: {count: blink.left, one: "{blink.left} second", other: "{blink.left} seconds"}
    welcome.submit: Go
    welcome.skip: Skip
    welcome.terms: Terms
    field.name: Field
    field.hint: "{age} years"
    color.red: red
    color.green: green
    color.blue: blue
    invalid.required: Missing
    invalid.most: Too long
    invalid.least: Too short
    invalid.email: No address
    skipped: "Skipped {tries} times"
    towns.choose: Choose
    home.text: {count: age, one: "{age} year", other: "{age} years, {townTitle}"}
    home.modal: Open
    home.pay: Pay
    home.rest: Rest
    dialog.close: Close
    """

  private static let innerTextsYAML = """
    ask.text: "{question}?"
    ask.ok: OK
    ask.no: No
    """
}
