import FlowMachine
import Testing

@Suite("The classification of responses")
struct ClassificationTests {
  private static let flow = Result {
    try Fixture.flow(
      """
      facts:
        aFlag: {type: flag}
        aNumber: {type: number}
        aText: {type: text}
        aChoice: {type: choice, values: [red, "7"]}
        aTime: {type: time}
        aSecret: {type: secret}
        aList: {type: list, of: {id: text, size: number, open: flag}}
        anything: {type: json}
      requests:
        bare: {app: a, repeat: safe}
        never: {app: b, repeat: never}
        own:
          app: c
          repeat: safe
          classes:
            taken: {status: 409, code: DUPLICATE}
            limited: {status: [429, 503]}
            numbered: {code: 101006, path: $.error.number}
            weird: {status: 2xx, code: failed, path: $.status}
        flag: {app: d, repeat: safe, save: {aFlag: $.v}}
        number: {app: d, repeat: safe, save: {aNumber: $.v}}
        text: {app: d, repeat: safe, save: {aText: $.v}}
        choice: {app: d, repeat: safe, save: {aChoice: $.v}}
        time: {app: d, repeat: safe, save: {aTime: $.v}}
        secret: {app: d, repeat: safe, save: {aSecret: $.v}}
        rows: {app: d, repeat: safe, save: {aList: $.v}}
        any: {app: d, repeat: safe, save: {anything: $.v}}
        optional: {app: d, repeat: safe, save: {aText: {path: "$.a[1].b", optional: true}, aNumber: $.n}}
        whole: {app: d, repeat: safe, save: {anything: $}}
      initial: a
      screens:
        a:
          enter: [{request: bare}, {request: never}, {request: own}, {request: flag}, {request: number}, {request: text}, {request: choice}, {request: time}, {request: secret}, {request: rows}, {request: any}, {request: optional}, {request: whole}]
          always:
            - {when: bare.failed or never.failed or own.failed or flag.failed or number.failed or text.failed or choice.failed, to: b}
            - {when: time.failed or secret.failed or rows.failed or any.failed or optional.failed or whole.failed, to: b}
            - {when: aFlag and aNumber == 1 and aText == 'x' and aChoice == red and aTime is present, to: b}
            - {when: aSecret is present and aList is present and anything is present, to: b}
        b: {}
      """)
  }

  private func outcome(_ request: String, _ answer: Answer) throws -> RequestOutcome {
    let play = try Play(Self.flow.get())
    return play.machine.classify(answer, of: play.request(request)).outcome
  }

  private func name(_ request: String, _ answer: Answer) throws -> String {
    let play = try Play(Self.flow.get())
    let outcome = play.machine.classify(answer, of: play.request(request)).outcome
    return outcome.failure.map { play.machine.className($0, of: play.request(request)).string }
      ?? "success"
  }

  private func received(_ status: UInt16, _ body: String = "") -> Answer {
    .received(status: status, body: Array(body.utf8))
  }

  @Test(
    "A status is a success, refused, unavailable or malformed",
    arguments: [
      (200, "success"), (201, "success"), (204, "success"), (299, "success"), (400, "refused"),
      (401, "refused"), (499, "refused"), (500, "unavailable"), (503, "unavailable"),
      (599, "unavailable"), (301, "malformed"), (304, "malformed"), (100, "malformed"),
      (199, "malformed"), (600, "malformed"), (0, "malformed"), (65_535, "malformed"),
    ] as [(UInt16, String)])
  func statuses(status: UInt16, expected: String) throws {
    #expect(try name("bare", received(status)) == expected)
  }

  @Test("A missing response has a class of its own")
  func noAnswer() throws {
    #expect(try name("bare", .notSent) == "offline")
    #expect(try name("bare", .lost) == "offline")
    #expect(try name("bare", .timedOut) == "timeout")
    #expect(try name("bare", .interrupted) == "interrupted")
    #expect(try name("never", .notSent) == "offline")
    #expect(try name("never", .lost) == "unknown")
  }

  @Test(
    "A request's own classes are tried in order, by status, code or both",
    arguments: [
      (409, #"{"code":"DUPLICATE"}"#, "taken"), (409, #"{"code":"OTHER"}"#, "refused"),
      (409, "", "refused"), (429, "", "limited"), (503, "<html>", "limited"),
      (500, "", "unavailable"),
      (400, #"{"error":{"number":101006}}"#, "numbered"),
      (400, #"{"error":{"number":"101006"}}"#, "refused"),
      (404, #"{"error":{"number":101006.0}}"#, "refused"),
      (200, #"{"error":{"number":101006}}"#, "success"), (200, #"{"status":"failed"}"#, "weird"),
      (200, #"{"status":"fine"}"#, "success"), (400, #"{"status":"failed"}"#, "refused"),
    ] as [(UInt16, String, String)])
  func ownClasses(status: UInt16, body: String, expected: String) throws {
    #expect(try name("own", received(status, body)) == expected)
  }

  @Test(
    "A value fits its fact, or the response is malformed",
    arguments: [
      ("flag", "true", .number(1)), ("flag", "false", .number(0)), ("flag", "1", nil),
      ("flag", #""true""#, nil), ("number", "-3", .number(-3)), ("number", "1.5", nil),
      ("number", #""3""#, nil), ("number", "9223372036854775808", nil),
      ("text", #""é\n""#, .text(Text("é\n"))), ("text", #""""#, .text([])),
      ("text", "12.50", .text(Text("12.50"))), ("text", "true", nil), ("text", "{}", nil),
      ("choice", #""red""#, .number(0)), ("choice", #""7""#, .number(1)),
      ("choice", "7", .number(1)),
      ("choice", #""green""#, nil), ("choice", #""Red""#, nil), ("choice", "7.0", nil),
      ("time", "1700000000000", .number(1_700_000_000_000)),
      ("time", #""2023-11-14T22:13:20Z""#, .number(1_700_000_000_000)), ("time", #""soon""#, nil),
      ("any", #"{"a": [1, null]}"#, .text(Text(#"{"a": [1, null]}"#))),
      ("any", "0", .text(Text("0"))),
      ("rows", "[]", .text(ListValue.encode([]))), ("rows", "{}", nil), ("rows", #""x""#, nil),
    ] as [(String, String, FactValue?)])
  func values(request: String, json: String, expected: FactValue?) throws {
    let outcome = try outcome(request, received(200, #"{"v":\#(json)}"#))
    if let expected {
      #expect(outcome.failure == nil)
      #expect(outcome.values.map(\.value) == [expected])
    } else {
      #expect(outcome.failure == FailureClass.malformed)
      #expect(outcome.values.isEmpty)
    }
  }

  @Test(
    "A missing value, null, an empty secret and a non-JSON body are malformed",
    arguments: [
      ("text", "{}"), ("text", #"{"v":null}"#), ("text", ""), ("text", "<html>"), ("text", "[]"),
      ("secret", #"{"v":""}"#), ("secret", #"{"v":7}"#), ("rows", "{}"), ("any", ""), ("whole", ""),
    ])
  func missing(request: String, body: String) throws {
    #expect(try outcome(request, received(200, body)).failure == FailureClass.malformed)
  }

  @Test("Optional values may be missing; the others may not")
  func optional() throws {
    #expect(try outcome("optional", received(200, #"{"n":1}"#)).values.count == 1)
    #expect(try outcome("optional", received(200, #"{"n":1,"a":[0,{"b":"x"}]}"#)).values.count == 2)
    #expect(
      try outcome("optional", received(200, #"{"n":1,"a":[0,{"b":null}]}"#)).values.count == 1)
    #expect(try outcome("optional", received(200, #"{"n":1,"a":[{"b":"x"}]}"#)).values.count == 1)
    #expect(
      try outcome("optional", received(200, #"{"a":[0,{"b":"x"}]}"#)).failure
        == FailureClass.malformed)
    let wrong = try outcome("optional", received(200, #"{"n":1,"a":[0,{"b":[]}]}"#))
    #expect(wrong.failure == FailureClass.malformed)
  }

  @Test("Rows take their columns by name; other members and kinds of values are omitted")
  func rows() throws {
    let body =
      #"{"v":[{"id":"a","size":3,"open":true,"more":1},{"size":null,"id":5,"open":[1]},7]}"#
    let outcome = try outcome("rows", received(200, body))
    guard case .text(let bytes)? = outcome.values.first?.value else {
      Issue.record("no rows")
      return
    }
    let rows = ListValue.decode(bytes, columns: 3).map { $0.map(\.string) }
    #expect(rows == [["a", "3", "true"], ["5", "", ""], ["", "", ""]])
  }

  @Test("Too many rows are malformed")
  func tooManyRows() throws {
    let row = #"{"id":"a"}"#
    for (count, isFine) in [(FlowLimits.listRows, true), (FlowLimits.listRows + 1, false)] {
      let body = "[" + [String](repeating: row, count: count).joined(separator: ",") + "]"
      let outcome = try outcome("rows", received(200, #"{"v":\#(body)}"#))
      #expect((outcome.failure == nil) == isFine)
    }
  }

  @Test("A value that is too long for its fact is malformed", arguments: ["text", "any"])
  func tooLong(request: String) throws {
    let letters = String(repeating: "a", count: FlowLimits.textBytes + 1)
    let outcome = try outcome(request, received(200, #"{"v":"\#(letters)"}"#))
    #expect(outcome.failure == FailureClass.malformed)
  }

  @Test("Responses with a million levels, or beyond a mebibyte, are malformed or simply refused")
  func hostile() throws {
    let deep = String(repeating: "[", count: 1_000_000)
    let long = #"{"v":""# + String(repeating: "a", count: FlowLimits.answerBytes) + #""}"#
    for body in [deep, long] {
      #expect(try name("text", received(200, body)) == "malformed")
      #expect(try name("own", received(409, body)) == "refused")
    }
    #expect(try name("bare", received(200, deep)) == "success")
    #expect(try name("bare", received(200, long)) == "malformed")
    #expect(try name("bare", received(404, long)) == "refused")
  }

  @Test("The whole body can be kept")
  func whole() throws {
    let outcome = try outcome("whole", received(200, " [1] "))
    #expect(outcome.values.map(\.value) == [.text(Text("[1]"))])
  }
}
