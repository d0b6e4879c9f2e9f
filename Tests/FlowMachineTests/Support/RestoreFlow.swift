/// A flow with one of everything that a kill could harm, for the tests of restore.
enum RestoreFlow {
  static let yaml = """
    facts:
      name: {type: text}
      draft: {type: text, place: memory}
      password: {type: secret}
      network: {type: flag, place: device}
    services: [chat]
    requests:
      safe: {app: a, with: {name: "{name}"}, repeat: safe, retries: 3, failure: {show: problem, dismissal: retry}}
      never: {app: b, repeat: never, failure: {show: kept, dismissal: stay}}
      session: {app: s, repeat: safe}
    overlays:
      problem: {elements: [{button: dismiss, label: t}]}
      kept: {restorable: true, elements: [{button: dismiss, label: t}]}
    regions:
      beside:
        restart: launch
        initial: opening
        states:
          opening: {enter: [{request: session}], always: [{when: session.succeeded, to: open}, {when: session.failed, to: closed}]}
          open: {}
          closed: {}
    initial: first
    screens:
      first:
        enter: [{perform: entered}]
        elements: [{button: next, label: t}]
        on: {next: form}
      form:
        back: true
        enter: [{start: all}, {root: first}, {perform: entered}]
        elements:
          - {field: name, fact: name, label: t}
          - {field: draft, fact: draft, label: t}
          - {field: password, fact: password, kind: password, label: t}
          - {button: safe, label: t}
          - {button: never, label: t}
          - {button: show, label: t}
          - {button: special, label: t}
        on:
          safe: {do: [{request: safe}]}
          never: {do: [{request: never}]}
          show: {do: [{show: problem}]}
          special: special
          dismissed.problem: {do: [{toast: t}]}
        always:
          - {when: safe.succeeded, to: done}
          - {when: never.succeeded and network and draft is present, to: done}
      special: {restore: form, elements: [{text: t}]}
      done: {back: true}
    """

  static func onForm() throws -> Play {
    var play = try Play(yaml: yaml)
    play.tap("next")
    return play
  }
}
