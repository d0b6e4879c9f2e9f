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
          load: {app: load, repeat: safe, classes: {weak: {code: weak_password}}}
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

  @Test("A row is named as the list of the path has it, which may be shorter than others")
  func rowOfAShortList() throws {
    let checked = try Checked(
      text: """
        flow: cover
        version: 1
        languages: [en]
        goals: [home]
        facts: {rows: {type: list, of: {id: text}}, pick: {type: text}}
        requests: {load: {app: load, repeat: safe, save: {rows: $.rows}}}
        initial: start
        screens:
          start:
            enter: [{request: load}]
            elements: [{picker: list, fact: pick, from: rows, value: id, label: id}, {button: go, label: t}]
            on: {go: [{when: pick == 'b', to: home}, {when: pick is present, to: other}]}
            always: [{when: load.failed, to: home}]
          other: {elements: [{button: go, label: t}], on: {go: home}}
          home: {elements: [{text: t}]}
        texts: {en: {t: T}}
        """)
    let cover = checked.explorer.cover()
    #expect(cover.left == [])
    for script in cover.scripts where script.text.contains("choose") {
      // What is chosen has to be in the answer before it.
      let parts = script.text.split(separator: "choose: {list: \"")
      let chosen = try #require(parts.last?.split(separator: "\"").first)
      #expect(parts[0].contains("id: \"\(chosen)\""), "\(script.text)")
    }
    let lines = cover.scripts.map { $0.text.split(separator: "\n") }.joined()
    let choices = lines.filter { $0.contains("choose") }
    #expect(Set(choices).count == 2)
  }
}
