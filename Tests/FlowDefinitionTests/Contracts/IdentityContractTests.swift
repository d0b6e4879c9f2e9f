import FlowDefinition
import Testing

@Suite("Calls of the identity API are checked by its description")
struct IdentityContractTests {
  /// A flow with one request and the facts that the cases name.
  static func problems(_ request: String) -> [String] {
    Documents(
      """
      languages: [en]
      facts:
        email: {type: text}
        session: {type: text}
        enabled: {type: flag}
        count: {type: number}
        at: {type: time}
        word: {type: choice, values: [worker, client]}
        other: {type: choice, values: [worker, guest]}
        rows: {type: list, of: {id: text, label: text}}
        badRows: {type: list, of: {id: text, lable: text}}
        secret: {type: secret}
        profile: {type: json}
      requests:
        call: {\(request), repeat: keyed}
      initial: home
      screens: {home: {enter: [{request: call}], on: {go: {do: [{clear: [email, session, enabled, count, at, word, other, rows, badRows, secret, profile]}]}}, elements: [{button: go, label: t}, {text: t, when: call.failed}]}}
      texts: {en: {t: Failed}}
      """
    ).problems.filter { !$0.contains("unused") }
  }

  private static let wrong: [(request: String, words: String)] = [
    ("operation: forgotPasword", "has no operation `forgotPasword`"),
    ("operation: forgotPassword, with: {username: '{email}'}", "no parameter `username`"),
    ("operation: forgotPassword", "needs the parameter `user_name`"),
    ("operation: revokeSession", "needs the parameter `id`"),
    ("operation: getUser, with: {id: '{session}'}", "`getUser` has no parameter `id`"),
    (
      "operation: newUser, with: {first_name: a, last_name: b, mobile: c, email: d, password: e, mode: boss}",
      "`mode` does not fit `newUser`"
    ),
    (
      "operation: newUser, with: {first_name: a, last_name: b, mobile: c, email: d, password: e, mode: '{other}'}",
      "it can be `worker` or `guest`, but has to be `worker` or `client`"
    ),
    ("operation: forgotPassword, with: {user_name: {a: b}}", "`user_name` does not fit"),
    ("operation: getUser, save: {email: $.user_nme}", "No success of `getUser` has `$.user_nme`"),
    ("operation: getUser, save: {count: $.user_name}", "`count` cannot hold `$.user_name`"),
    ("operation: getUser, save: {email: $.user_name.first}", "has `$.user_name.first`"),
    ("operation: getSessions, save: {badRows: $.sessions}", "`badRows` cannot hold"),
    ("operation: getSessions, save: {rows: $.sesions}", "has `$.sesions`"),
    (
      "operation: login, with: {user_name: '{email}'}, classes: {wrong: {code: wrong_credential}}",
      "never fails with the code `wrong_credential`"
    ),
    (
      "operation: login, with: {user_name: '{email}'}, classes: {teapot: {status: 418}}",
      "never responds with the status of `teapot`"
    ),
    (
      "operation: login, with: {user_name: '{email}'}, failure: {save: {count: $.tries}}",
      "No failure of `login` has `$.tries`"
    ),
    (
      "operation: getUser, simulated: {status: 201, body: {}}", "never responds with the status 201"
    ),
    ("operation: getUser, simulated: {body: {user_name: 7}}", "`$.user_name` does not fit"),
    ("operation: getUser, simulated: {body: {userName: ada}}", "`$.userName` does not fit"),
    (
      "variants: [{when: email is present, operation: getUser}, {operation: getUsr}]",
      "has no operation `getUsr`"
    ),
  ]

  @Test("What does not fit is refused where it stands, with what was meant", arguments: wrong)
  func refused(request: String, words: String) {
    let problems = Self.problems(request)
    #expect(problems.contains { $0.contains(words) && $0.contains(":17:") }, "\(problems)")
    #expect(problems.allSatisfy { $0.contains("not-in-contract") || $0.contains("unknown-name") })
  }

  private static let right = [
    "operation: forgotPassword, with: {user_name: '{email}', verification_code: '{session}'}",
    "operation: setTwoSteps, with: {enabled: true}",
    "operation: setTwoSteps, with: {enabled: '{enabled}'}",
    "operation: revokeSession, with: {id: '{session}'}",
    "operation: newUser, with: {first_name: a, last_name: b, mobile: c, email: '{email}', password: '{secret}', mode: '{word}'}",
    "operation: rLogin, save: {session: $.sessionId}",
    "operation: getUser, save: {profile: $, email: {path: $.name, optional: true}}",
    "operation: login, with: {user_name: '{email}', password: '{secret}'}, classes: {enrol: {code: enrolment, path: '$.factors[0]'}}",
    "operation: login, with: {user_name: '{email}'}, failure: {save: {at: $.retry_at, count: $.tries_left}}",
    "operation: putPushEndpoint, classes: {none: {code: no_push_token}}",
    "operation: signOut, with: {cause: logout}",
    "operation: extendSession, save: {session: $.sessionId}, classes: {over: {status: 401, code: unauthorized}}",
    "operation: launch, classes: {old: {status: 426}}",
    "operation: getUser, simulated: [{body: {user_name: ada}}, {status: 503}]",
  ]

  @Test("What fits passes, with what the client adds left out", arguments: right)
  func passes(request: String) {
    #expect(Self.problems(request) == [])
  }

  @Test("A class that a request gives all of its variants has to be a failure of one of them")
  func sharedClasses() {
    let variants =
      "variants: [{when: email is present, operation: beginPasskey}, {operation: getUser}]"
    #expect(Self.problems(variants + ", classes: {many: {code: too_many}}") == [])
    let problems = Self.problems(variants + ", classes: {many: {code: user_exists}}")
    #expect(problems.contains { $0.contains("never fails with the code `user_exists`") })
  }

  @Test("An app's own calls are not compared with anything unless the document lists a description")
  func ownCalls() {
    #expect(Self.problems("app: anything, with: {at: all}, save: {count: $.whatever}") == [])
  }
}
