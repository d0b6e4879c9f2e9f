import FlowMachine
import Testing
import WireText

@Suite("What a request sends")
struct PlanTests {
  private func play(_ request: String, _ name: String = "") throws -> Play {
    var play = try Play(
      yaml: """
        configuration:
          server: {type: text, default: "https://example.com"}
          depth: {type: number, default: 3}
        facts:
          name: {type: text}
          age: {type: number}
          accepted: {type: flag}
          color: {type: choice, values: [red, blue]}
          password: {type: secret}
          profile: {type: json}
        requests:
          fill: {app: fill, repeat: safe, save: {profile: $.p, age: $.a, accepted: $.b, color: $.c}}
          send: \(request)
        timers: {clock: {after: 90s}}
        initial: form
        screens:
          form:
            enter: [{startTimer: clock}]
            elements:
              - {field: name, fact: name, label: t}
              - {field: password, fact: password, kind: password, label: t}
              - {button: fill, label: t}
              - {button: go, label: t}
            on: {fill: {do: [{request: fill}]}, go: {do: [{request: send}]}}
            always:
              - {when: send.failed or fill.failed or clock.elapsed, to: other}
              - {when: name is present and age is present and accepted and color == red and password is present and profile is present and depth == 0 and server == 'x', to: other}
          other: {}
        """)
    if !name.isEmpty { play.type("name", name) }
    return play
  }

  private func fill(_ play: inout Play) {
    play.tap("fill")
    play.answer("fill", 200, #"{"p":{"k":[1,"}"]},"a":-4,"b":true,"c":"blue"}"#)
  }

  @Test("In a body a lone fact keeps its type, and an absent one omits its member")
  func body() throws {
    let body =
      #"{name: "{name}", age: "{age}", ok: "{accepted}", color: "{color}", any: "{profile}", deep: {n: "{name}"}, fixed: [1, true, x, "{age}"]}"#
    var play = try play("{app: send, repeat: safe, with: \(body)}", #"A"\"#)
    play.tap("go")
    #expect(
      play.sent("send") == #"{"name":"A\"\\","deep":{"n":"A\"\\"},"fixed":[1,true,"x",null]}"#)
    play.answer("send")
    fill(&play)
    play.tap("go")
    let expected =
      #"{"name":"A\"\\","age":-4,"ok":true,"color":"blue","any":{"k":[1,"}"]},"deep":{"n":"A\"\\"},"fixed":[1,true,"x",-4]}"#
    #expect(play.sent("send") == expected)
    #expect(JSON(Array(play.sent("send").utf8)) != nil)
  }

  @Test("A member after a secret is separated from it, wherever the secret is")
  func secretsInBodies() throws {
    for (with, expected) in [
      (#"{password: "{password}", name: "{name}"}"#, #"{"password":<json password>,"name":"Ada"}"#),
      (
        #"{a: {password: "{password}"}, name: "{name}"}"#,
        #"{"a":{"password":<json password>},"name":"Ada"}"#
      ),
      (
        #"{one: "{password}", two: "{password}"}"#,
        #"{"one":<json password>,"two":<json password>}"#
      ),
      (
        #"{one: "{password}", two: {three: "{password}"}}"#,
        #"{"one":<json password>,"two":{"three":<json password>}}"#
      ),
    ] {
      var play = try play("{app: send, repeat: safe, with: \(with)}", "Ada")
      play.typeSecret("password")
      play.tap("go")
      #expect(play.sent("send") == expected)
    }
  }

  @Test("Facts inside a body's text are escaped as JSON; an absent one is empty")
  func textInBody() throws {
    let with = #"{greeting: "Hi {name}, {age} \"{color}\" in {clock.left}"}"#
    var play = try play("{app: send, repeat: safe, with: \(with)}", "A\"\u{1}é")
    play.tap("go")
    #expect(play.sent("send") == #"{"greeting":"Hi A\"\u0001é,  \"\" in 90"}"#)
  }

  @Test("In a form everything is percent-encoded, and an absent fact omits its member")
  func form() throws {
    let http =
      #"{method: POST, url: "{server}/x", body: {form: {name: "{name}", age: "{age}", both: "{name}{depth}", n: 5}}}"#
    var play = try play("{http: \(http), repeat: safe}", "A&b=c é+")
    play.tap("go")
    #expect(play.sent("send") == "name=A%26b%3Dc%20%C3%A9%2B&both=A%26b%3Dc%20%C3%A9%2B3&n=5")
    #expect(play.machine.plan(of: play.request("send"))?.isForm == true)
  }

  @Test("The literal text between the facts of a form is percent-encoded too")
  func formLiterals() throws {
    let http =
      #"{method: POST, url: "{server}/x", body: {form: {"a b": "{name}&{depth}", c: x&y=z, "d&": é+, e: true, f=: "{name}"}}}"#
    var play = try play("{http: \(http), repeat: safe}", "A")
    play.tap("go")
    #expect(play.sent("send") == "a%20b=A%263&c=x%26y%3Dz&d%26=%C3%A9%2B&e=true&f%3D=A")
  }

  @Test("In a URL facts are percent-encoded; a configuration value can be the origin")
  func url() throws {
    let http = #"{url: "{server}/a/{name}?q={name}&d={depth}&e={age}"}"#
    var play = try play("{http: \(http)}", "../x y?#é")
    play.tap("go")
    let url = play.machine.plan(of: play.request("send"))?.url.string
    let name = "..%2Fx%20y%3F%23%C3%A9"
    #expect(url == "https://example.com/a/\(name)?q=\(name)&d=3&e=")
  }

  @Test("A header that is a single absent fact is omitted, and none can start another header")
  func headers() throws {
    let http =
      #"{url: "{server}/x", headers: {X-Name: "{name}", X-Age: "{age}", X-Both: "v={name};{age}"}}"#
    var play = try play("{http: \(http)}", "A\r\nX-Evil: 1\u{0}\u{7F}\té")
    play.tap("go")
    #expect(play.header("X-Name", of: "send") == "AX-Evil: 1é")
    #expect(play.header("X-Age", of: "send") == nil)
    #expect(play.header("X-Both", of: "send") == "v=AX-Evil: 1é;")
  }

  @Test("The content is frozen when the request starts")
  func frozen() throws {
    var play = try play(
      #"{app: send, repeat: safe, retries: 1, with: {name: "{name}"}}"#, "Ada")
    play.tap("go")
    play.type("name", "Bob")
    play.answer("send", .notSent)
    play.wait(1_000)
    #expect(play.performed == ["send"])
    #expect(play.sent("send") == #"{"name":"Ada"}"#)
  }

  @Test("A request without content sends none")
  func empty() throws {
    var play = try play("{capability: position, repeat: safe}")
    play.tap("go")
    #expect(play.sent("send").isEmpty)
    let plan = play.machine.plan(of: play.request("send"))
    #expect(plan?.kind == .capability)
    #expect(plan?.name == Text("position"))
    #expect(plan?.url == [])
  }

  @Test("An effect has all that a host needs, and a trace only what is to be done")
  func effects() throws {
    var play = try play(
      #"{operation: user, repeat: keyed, with: {user_name: "{name}", password: "{password}"}}"#,
      "Ada"
    )
    play.typeSecret("password")
    play.tap("go")
    let key = try #require(play.key("send"))
    #expect(
      play.effects.last
        == #"{"do":"perform","request":"send","ticket":1,"key":"\#(key)","kind":"operation","name":"user","url":"","headers":[],"form":false,"body":["{\"user_name\":\"Ada\",\"password\":",{"secret":"password","encoding":2},"}"]}"#
    )
    let line = play.machine.traceLine(of: .wake, play.report, at: 0).string
    #expect(!line.contains("Ada"))
    #expect(line.contains(#"{"do":"perform","request":"send","ticket":1,"key":"\#(key)"}"#))
  }
}
