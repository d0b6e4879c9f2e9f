import FlowDefinition
import FlowMachine
import Statechart
import TestSupport
import Testing

@Suite("Snapshots of earlier versions: facts, requests and overlays")
struct MigrationFactTests {
  private static func facts(_ facts: String, _ more: String = "") -> String {
    """
    \(more)
    facts:
      \(facts)
    """
  }

  private static func screen(_ elements: String) -> String {
    "\ninitial: a\nscreens: {a: {elements: [\(elements)]}}"
  }

  private static let old =
    facts(
      "name: {type: text}\n  mood: {type: choice, values: [fine, sad, odd]}\n  keen: {type: flag}")
    + screen(
      "{field: name, fact: name, label: t}, {toggle: keen, fact: keen, label: t}, "
        + "{choice: mood, fact: mood, label: t, options: {fine: t, sad: t, odd: t}}")

  private func filled(_ next: String, mood: Int) throws -> Play {
    try Versions(Self.old, next).migrated {
      $0.type("name", "Ada")
      $0.step(.set($0.element("keen"), .flag(true)))
      $0.step(.set($0.element("mood"), .option(mood)))
    }.new
  }

  @Test("ENT-9: Facts keep their values when reordered, and when other facts are added")
  func kept() throws {
    let next =
      Self.facts(
        "keen: {type: flag}\n  mood: {type: choice, values: [new, sad, fine, odd]}\n  name: {type: text}\n  extra: {type: number, initial: 4}"
      )
      + Self.screen(
        "{field: name, fact: name, label: t}, {field: extra, fact: extra, kind: number, label: t}, "
          + "{toggle: keen, fact: keen, label: t}, "
          + "{choice: mood, fact: mood, label: t, options: {fine: t, sad: t, odd: t, new: t}}")
    let play = try filled(next, mood: 0)
    #expect(play.text("name") == "Ada" && play.number("keen") == 1)
    #expect(play.number("mood") == 2)
    #expect(play.number("extra") == 4)
  }

  @Test(
    "ENT-9: A removed value becomes absent, unless `values` names a replacement",
    arguments: [("", 2, nil), ("migrate: {values: {mood: {odd: sad}}}", 2, 1), ("", 1, 1)]
      as [(String, Int, Int64?)])
  func values(migrate: String, chosen: Int, now: Int64?) throws {
    let next =
      Self.facts(
        "name: {type: text}\n  mood: {type: choice, values: [fine, sad]}\n  keen: {type: flag}",
        migrate)
      + Self.screen(
        "{field: name, fact: name, label: t}, {toggle: keen, fact: keen, label: t}, "
          + "{choice: mood, fact: mood, label: t, options: {fine: t, sad: t}}")
    #expect(try filled(next, mood: chosen).number("mood") == now)
  }

  @Test(
    "ENT-9: A renamed fact takes the value, with values by name; one of another type does not")
  func renamed() throws {
    let next =
      Self.facts(
        "title: {type: text}\n  feeling: {type: choice, values: [odd, good, sad]}\n  keen: {type: number, initial: 5}",
        "migrate: {facts: {name: title, mood: feeling}, values: {mood: {fine: good}}}")
      + Self.screen(
        "{field: name, fact: title, label: t}, {field: keen, fact: keen, kind: number, label: t}, "
          + "{choice: mood, fact: feeling, label: t, options: {odd: t, sad: t, good: t}}")
    for (chosen, now) in [(0, 1), (1, 2), (2, 0)] as [(Int, Int64)] {
      let play = try filled(next, mood: chosen)
      #expect(play.text("title") == "Ada")
      #expect(play.number("feeling") == now)
      #expect(play.number("keen") == 5)
    }
  }

  @Test("ENT-9: A secret in secure storage remains known")
  func secret() throws {
    func flow(_ more: String) -> String {
      """
      facts: {\(more)token: {type: secret}}
      requests: {get: {app: get, repeat: keyed, save: {token: $.token}, failure: {show: bad}}}
      overlays: {bad: {elements: [{button: dismiss, label: t}]}}
      initial: a
      screens: {a: {elements: [{button: go, label: t, when: token is absent}], on: {go: {do: [{request: get}]}}}}
      """
    }
    let (_, new) = try Versions(flow(""), flow("network: {type: flag, place: device}, ")).migrated {
      $0.tap("go")
      $0.answer("get", 200, #"{"token":"CANARY"}"#)
    }
    #expect(new.isPresent("token"))
  }

  private static func sending(_ name: String, _ more: String = "", call: String = "send") -> String
  {
    """
    \(more)
    facts: {draft: {type: text}, pin: {type: secret}}
    requests:
      first: {app: first, repeat: safe, failure: {show: bad}}
      \(name):
        app: \(call)
        with: {draft: "{draft}"}
        repeat: keyed
        classes: {taken: {status: 409}}
        failure: {show: bad, dismissal: stay}
      open: {app: open, with: {pin: "{pin}"}, repeat: keyed, failure: {show: bad}}
    overlays: {bad: {restorable: true, elements: [{button: dismiss, label: t}]}}
    initial: a
    screens:
      a:
        elements:
          - {field: draft, fact: draft, label: t}
          - {field: pin, fact: pin, kind: password, label: t}
          - {button: go, label: t}
          - {button: unlock, label: t}
          - {button: one, label: t}
        on: {go: {do: [{request: \(name)}]}, unlock: {do: [{request: open}]}, one: {do: [{request: first}]}}
        always: [{when: \(name).failed(taken) and draft == 'never', to: a}]
    """
  }

  @Test(
    "ENT-9, ENT-3: An open request keeps key, ticket and content over an update or a renaming",
    arguments: ["send", "submit"])
  func open(name: String) throws {
    let migrate = name == "send" ? "summary: more" : "migrate: {requests: {send: \(name)}}"
    let next = Self.sending(name, migrate).replacing(
      "  first:", with: "  zero: {app: zero, repeat: safe, failure: {show: bad}}\n  first:"
    )
    .replacing(
      "one: {do: [{request: first}]}", with: "one: {do: [{request: first}, {request: zero}]}")
    let (old, new) = try Versions(Self.sending("send"), next).migrated {
      $0.type("draft", "Hello")
      $0.tap("go")
    }
    #expect(new.status(name) == "running" && new.performed == [name])
    #expect(new.key(name) == old.key("send") && old.key("send") != nil)
    #expect(
      new.machine.ticket(of: new.request(name)) == old.machine.ticket(of: old.request("send")))
    #expect(new.machine.plan(of: new.request(name)) == old.machine.plan(of: old.request("send")))
    var later = new
    later.answer(name, 503)
    later.tap("go")
    #expect(later.key(name) == old.key("send"))
  }

  @Test("ENT-9: An open request that now makes another call ends, and its seals are not kept")
  func otherCall() throws {
    let (_, new) = try Versions(Self.sending("send"), Self.sending("send", call: "post")).migrated {
      $0.tap("go")
    }
    #expect(new.status("send") == "idle" && new.performed.isEmpty)
    let renamed = Self.sending("send").replacing("app: open", with: "app: unlock")
    let (old, ended) = try Versions(Self.sending("send"), renamed).migrated {
      $0.typeSecret("pin")
      $0.tap("unlock")
    }
    #expect(old.status("open") == "running")
    #expect(ended.status("open") == "idle")
    #expect(ended.effects.contains { $0.contains("unseal") })
  }

  @Test(
    "ENT-9: A removed failure class counts as refused, unless `classes` says otherwise",
    arguments: [("", "refused"), ("migrate: {classes: {send: {taken: shut}}}", "shut")])
  func classes(migrate: String, failure: String) throws {
    let next = Self.sending("send", migrate).replacing("taken", with: "shut")
      .replacing("{taken:", with: "{shut:")
    let text =
      migrate.isEmpty ? next : next.replacing("send: {shut: shut}", with: "send: {taken: shut}")
    let (old, new) = try Versions(Self.sending("send"), text).migrated {
      $0.tap("go")
      $0.answer("send", 409)
    }
    #expect(old.status("send") == "failed.taken")
    #expect(new.status("send") == "failed.\(failure)")
    #expect(new.overlays == ["bad"])
  }

  @Test("ENT-9: A removed overlay counts as dismissed, and the failed request is restarted")
  func overlay() throws {
    func flow(_ overlay: String) -> String {
      """
      requests: {get: {app: get, repeat: safe, failure: {show: \(overlay), dismissal: retry}}}
      overlays: {\(overlay): {restorable: true, elements: [{button: dismiss, label: t}]}}
      initial: a
      screens: {a: {elements: [{button: go, label: t}], on: {go: {do: [{request: get}]}}}}
      """
    }
    func play(_ next: String) throws -> Play {
      try Versions(flow("bad"), next).migrated {
        $0.tap("go")
        $0.answer("get", 500)
      }.new
    }
    let gone = try play(flow("worse"))
    #expect(gone.overlays.isEmpty && gone.status("get") == "running")
    let kept = try play("migrate: {overlays: {bad: worse}}\n" + flow("worse"))
    #expect(kept.overlays == ["worse"] && kept.status("get") == "failed.unavailable")
  }

  @Test("ENT-9: A request ends with its removed screen")
  func orphan() throws {
    let old = """
      requests: {get: {app: get, repeat: safe, failure: {show: bad}}}
      overlays: {bad: {elements: [{button: dismiss, label: t}]}}
      initial: a
      screens:
        a: {elements: [{button: b, label: t}, {button: get, label: t}], on: {b: b, get: {do: [{request: get}]}}}
        b: {enter: [{request: get}]}
      """
    let next = old.replacing("b: {enter", with: "c: {enter").replacing(
      "on: {b: b", with: "on: {b: c")
    let (_, new) = try Versions(old, "fallback: d\n" + next + "\n  d: {}").migrated { $0.tap("b") }
    #expect(new.screen == "d")
    #expect(new.status("get") == "idle" && new.performed.isEmpty)
  }

  @Test("ENT-9: Running services continue, and a held signal stays held")
  func services() throws {
    func flow(_ more: String) -> String {
      """
      services: [\(more)chat]
      signals: {link: {held: true}}
      initial: a
      screens: {a: {enter: [{start: all}], elements: [{button: b, label: t}], on: {b: b}}, b: {on: {link: a}}}
      """
    }
    var (_, new) = try Versions(flow(""), flow("map, ")).migrated { $0.signal("link") }
    #expect(new.services == ["chat"])
    #expect(new.screen == "a")
    new.tap("b")
    #expect(new.screen == "a")
  }

  @Test(
    "ENT-9: What an earlier version has sent without a key is not sent again under one",
    arguments: [("never", "failed", 0), ("keyed", "running", 1)])
  func keyless(repetition: String, status: String, sends: Int) throws {
    func flow(_ repetition: String) -> String {
      """
      requests: {pay: {app: pay, repeat: \(repetition)}}
      initial: start
      screens:
        start:
          elements: [{button: go, label: t}, {text: t, when: pay.failed}]
          on: {go: {do: [{request: pay}]}}
      """
    }
    let (_, new) = try Versions(flow(repetition), flow("keyed")).migrated { $0.tap("go") }
    #expect(new.status("pay").hasPrefix(status))
    #expect(new.performed.count == sends)
  }
}
