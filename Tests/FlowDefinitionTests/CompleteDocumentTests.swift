import FlowDefinition
import Testing

/// The complete document is read as it is written: what stands outside of its states.
@Suite struct CompleteDocumentTests {
  static func document() throws -> FlowDocument {
    let outcome = try Fixtures.read(Fixtures.complete)
    #expect(outcome.diagnostics.isEmpty)
    return try #require(outcome.document)
  }

  @Test("The header says name, version, languages, inputs, outcomes, services and contracts")
  func header() throws {
    let document = try Self.document()
    #expect(document.name.value == "complete")
    #expect(document.name.position == Position(file: "complete.flow.yaml", line: 2, column: 7))
    #expect(document.version.value == 7)
    #expect(document.summary == "Every key of the language")
    #expect(document.languages.map(\.value) == ["en", "de-AT"])
    #expect(document.inputs.map(\.value) == ["email"])
    #expect(document.outcomes.map(\.value) == ["signedIn", "cancelled"])
    #expect(document.services.map(\.value) == ["ChatEngine", "LocationEngine"])
    #expect(document.contracts.map(\.value) == ["own.openapi.yaml"])
    #expect(document.restore?.value == "splash")
    #expect(document.fallback?.value == "home")
  }

  @Test("Configuration has a type or choices, and a default")
  func configuration() throws {
    let values = try Self.document().configuration
    #expect(values.map(\.name.value) == ["server", "experiment", "offlineMode", "tries", "pause"])
    #expect(
      values.map(\.kind) == [.text, .choice(["screenB1", "screenB2"]), .flag, .number, .duration])
    #expect(
      values.map(\.initial.value)
        == [
          .text("https://example.org"), .text("screenB2"), .flag(false), .number(3),
          .number(90_000),
        ])
  }

  @Test("Facts have type, place, scope, initial value and domain")
  func facts() throws {
    let facts = try Self.document().facts
    #expect(
      facts.map(\.kind).filter { if case .list = $0 { false } else { true } }
        == [
          .text, .choice(["worker", "client"]), .number, .flag, .number, .flag, .time, .secret,
          .flag, .json,
          .text,
        ])
    guard case .list(let columns) = facts[8].kind else {
      Issue.record("markets is no list")
      return
    }
    #expect(columns.map(\.name) == ["handle", "distance", "open"])
    #expect(columns.map(\.kind) == [.text, .number, .flag])
    #expect(
      facts.map(\.place) == [
        .memory, .preferences, .preferences, .preferences, .preferences, .preferences,
        .preferences, .secure, .preferences,
        .device, .preferences, .preferences,
      ])
    #expect(facts.map { $0.scope == .device } == facts.map { $0.name.value == "mode" })
    #expect(
      facts.map { $0.initial?.value }
        == [
          nil, .text("client"), .number(18), .flag(false), nil, nil, nil, nil, nil, nil, nil, nil,
        ])
    #expect(facts[0].domain?.value == .values([.text("absent"), .text("a@b.c")]))
    #expect(facts[2].domain?.value == .range(least: 0, most: 150))
    #expect(facts.filter { !$0.values.isEmpty }.map(\.name.value) == ["months", "isAdult"])
    #expect(facts[5].values.map { $0.condition == nil } == [false, true])
    guard case .number(let months) = facts[4].values.first?.kind else {
      Issue.record("months is no number")
      return
    }
    #expect(months.value == .operation(.multiply, .name("age"), .literal(12), at: 4))
  }

  @Test("Signals have a value, the fact that takes it, and are held")
  func signals() throws {
    let signals = try Self.document().signals
    #expect(signals.map(\.name.value) == ["logout", "link"])
    #expect(signals.map(\.value) == [nil, .text])
    #expect(signals.map { $0.saves?.value } == [nil, "email"])
    #expect(signals.map(\.held) == [false, true])
  }

  @Test("An HTTP request has its call and everything that is done with the answer")
  func login() throws {
    let request = try #require(Self.document().requests.first)
    guard case .http(let call) = try #require(request.variants.first).call else {
      Issue.record("login is no HTTP call")
      return
    }
    #expect(call.method.value == "POST")
    #expect(call.url.value == "{server}/v1/login?mode={mode}")
    #expect(call.headers.map(\.key.value) == ["X-Client"])
    #expect(call.bearer?.value == "password")
    #expect(call.body?.map(\.key.value) == ["user_name", "age", "remember", "nested"])
    #expect(!call.isForm)
    #expect(request.saves.map(\.fact.value) == ["email", "markets"])
    #expect(request.saves.map(\.path.value) == ["$.user.email", "$.rows[0].markets"])
    #expect(request.saves.map(\.isOptional) == [false, true])
    #expect(request.saves.map(\.key?.value) == [nil, "handle"])
    #expect(request.classes.map(\.name.value) == ["locked", "weak"])
    #expect(request.classes.map(\.statuses) == [[423...423, 500...599], [400...400]])
    #expect(request.classes.map { $0.code?.value } == [.number(101_009), nil])
    #expect(request.classes.map(\.path.value) == ["$.error_code", "$.code"])
    #expect(request.timeout == .fixed(10_000))
    #expect(request.retries == 2)
    #expect(request.backoff.first == 500 && request.backoff.factor == 3)
    #expect(request.backoff.most == 60_000)
    #expect(request.once && request.isFinal && request.survives)
    #expect(request.repetition?.value == .keyed)
    #expect(request.failure.show?.value == "problem")
    #expect(request.failure.dismissal == .stay)
    #expect(request.failure.unless?.value == .inState("home"))
    #expect(request.failure.saves.map(\.path.value) == ["$.hint"])
    #expect(request.simulated.map(\.status) == [500, 200])
    #expect(request.simulated.map(\.delay) == [250, 0])
    #expect(
      request.simulated.map(\.body)
        == ["{}", #"{"user":{"email":"a@b.c","age":1.5,"none":null},"open":"no"}"#])
  }

  @Test("What a request omits has the default of the language reference")
  func defaults() throws {
    let fetch = try #require(try Self.document().requests.first { $0.name.value == "fetch" })
    guard case .http(let call) = try #require(fetch.variants.first).call else {
      Issue.record("fetch is no HTTP call")
      return
    }
    #expect(call.method.value == "GET")
    #expect(call.body == nil)
    #expect(fetch.timeout == .fixed(30_000) && fetch.retries == 0)
    #expect(fetch.backoff.first == 1_000 && fetch.backoff.factor == 2)
    #expect(fetch.backoff.most == 30_000)
    #expect(!fetch.once && !fetch.isFinal && !fetch.survives)
    #expect(fetch.repetition == nil)
    #expect(fetch.failure.show == nil && fetch.failure.dismissal == .retry)
    #expect(fetch.simulated.map(\.body) == ["\"screenB1\""])
  }

  @Test("A body in form encoding, a capability and variants are calls")
  func calls() throws {
    let requests = try Self.document().requests
    guard case .http(let form) = requests[1].variants[0].call,
      case .capability(let location, let parameters) = requests[3].variants[0].call
    else {
      Issue.record("The calls are of another kind")
      return
    }
    #expect(form.isForm && form.body?.map(\.key.value) == ["name"])
    #expect(requests[1].repetition?.value == .never)
    #expect(location.value == "location.always")
    #expect(parameters.map(\.key.value) == ["level"])
    let variants = requests[4].variants
    #expect(
      variants.map { $0.guardExpression?.value }
        == [.flag("offlineMode"), .flag("agreed"), .not(.flag("agreed")), nil])
    #expect(variants.map { $0.repetition?.value } == [.safe, .safe, nil, .never])
    #expect(variants[0].saves?.map(\.path.value) == ["$"])
    #expect(variants[0].classes?.map { $0.code?.value } == [.text("none")])
    #expect(variants[0].simulated?.map(\.body) == ["[1,2]"])
    #expect(variants[1].saves == nil && variants[1].classes == nil)
    #expect(variants[1].simulated == nil)
  }

  @Test("Timers run for a time, for a configured time, or until a time")
  func timers() throws {
    let timers = try Self.document().timers
    let lengths = timers.map { timer -> String in
      switch timer.length {
      case .after(.fixed(let milliseconds)): "\(milliseconds)"
      case .after(.configured(let name)), .until(let name): name.value
      }
    }
    #expect(lengths == ["60000", "sentAt", "pause"])
    #expect(words(timers[0].policy) == "remaining stands stands")
    #expect(words(timers[1].policy) == "deadline runs runs")
  }

  @Test("Texts are in the document or in a file beside it, and their positions name that file")
  func texts() throws {
    let tables = try Self.document().texts
    #expect(tables.map(\.language.value) == ["en", "de-AT"])
    #expect(tables[0].entries.map(\.key.value) == ["form.title", "form.both"])
    #expect(tables[0].entries[1].forms[0].template.value == "A & B, *not* an alias!")
    #expect(
      tables[0].entries[1].key.position == Position(file: "texts.en.yaml", line: 2, column: 1))
    let resend = tables[1].entries[1]
    #expect(resend.count?.value == "resend.left")
    #expect(
      resend.forms.map(\.category.value) == ["zero", "one", "two", "few", "many", "other"])
    #expect(tables[1].entries[2].key.value == "portico.back")
    #expect(tables[1].entries[0].count == nil)
    #expect(tables[1].entries[0].forms.map(\.category.value) == ["other"])
  }
}
