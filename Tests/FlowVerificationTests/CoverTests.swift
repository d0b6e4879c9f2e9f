import FlowVerification
import Testing

/// Paths that take every transition.
@Suite struct CoverTests {
  @Test("ENT-4: a path leads through a failure that the server signals by a code alone")
  func failureByCode() throws {
    let checked = try Checked(
      text: """
        flow: cover
        version: 1
        languages: [en]
        goals: [home]
        requests:
          load: {operation: load, repeat: safe, classes: {weak: {code: weak_password}}}
        initial: start
        screens:
          start:
            elements: [{button: go, label: t}]
            on: {go: {do: [{request: load}]}}
            always: [{when: load.failed(weak), to: other}, {when: load.settled, to: home}]
          other: {elements: [{button: on, label: t}], on: {on: home}}
          home: {elements: [{text: t}]}
        texts: {en: {t: T}}
        """)
    let cover = checked.explorer.cover()
    #expect(cover.left == [])
    #expect(cover.scripts.contains { $0.text.contains("{code: \"weak_password\"}") })
  }

  @Test("ENT-4: a choice whose value is a keyword of the script's language is written in quotes")
  func wordForAValue() throws {
    let checked = try Checked(
      text: """
        flow: cover
        version: 1
        languages: [en]
        goals: [home]
        facts: {session: {type: choice, values: [valid, absent], place: device}}
        initial: start
        screens:
          start:
            elements: [{text: t}]
            always: [{when: session == absent, to: home}]
          home: {elements: [{text: t}]}
        texts: {en: {t: T}}
        """)
    let cover = checked.explorer.cover()
    #expect(cover.left == [])
    #expect(cover.scripts.contains { $0.text.contains("session: \"absent\"") })
  }

  @Test("ENT-4: a signal that brings a secret is written with one")
  func secretOfASignal() throws {
    let checked = try Checked(
      text: """
        flow: cover
        version: 1
        languages: [en]
        goals: [home]
        facts: {link: {type: secret}}
        signals: {opened: {value: text, saves: link}}
        initial: start
        screens:
          start: {elements: [{text: t}], always: [{when: link is present, to: home}]}
          home: {elements: [{text: t}]}
        texts: {en: {t: T}}
        """)
    let cover = checked.explorer.cover()
    #expect(cover.left == [])
    #expect(cover.scripts.contains { $0.text.contains("signal: {name: opened, text: \"secret\"}") })
  }
}
