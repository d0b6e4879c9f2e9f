import FlowDefinition
import Testing

@Suite(
  "Calls of an app's own back ends are checked by the OpenAPI descriptions that a document lists")
struct OwnContractTests {
  static let shop = """
    openapi: 3.1.0
    info: {title: Shop, version: "1"}
    paths:
      /orders/{basket}:
        parameters: [{name: basket, in: path, required: true, schema: {type: string}}]
        post:
          operationId: order
          parameters: [{name: express, in: query, schema: {type: boolean}}, {name: X-Trace, in: header, required: true}]
          requestBody:
            required: true
            content: {application/json: {schema: {$ref: "#/components/schemas/Order"}}}
          responses:
            "201": {content: {application/json: {schema: {$ref: "#/components/schemas/Placed"}}}}
            "409": {$ref: "#/components/responses/Refused"}
            5XX: {description: Later.}
    components:
      responses:
        Refused: {content: {application/problem+json: {schema: {type: object, properties: {code: {enum: [sold_out, closed]}, until: {type: string}}}}}}
      schemas:
        Order:
          type: object
          required: [item, count]
          properties:
            item: {type: string, enum: [tea, coffee]}
            count: {type: integer}
            gift: {type: object, required: [to], properties: {to: {type: string}}}
            notes: {type: array, items: {type: string}}
            anything: {}
        Placed:
          allOf:
            - {type: object, required: [id], properties: {id: {type: string}}}
            - {properties: {eta: {type: [integer, "null"]}, lines: {type: array, items: {type: object, properties: {name: {type: string}}}}}}
    """

  static func document(_ request: String, contracts: String = "[shop.yaml]") -> String {
    """
    languages: [en]
    contracts: \(contracts)
    facts:
      item: {type: choice, values: [tea, coffee]}
      basket: {type: text}
      count: {type: number}
      id: {type: text}
      eta: {type: number}
      lines: {type: list, of: {name: text}}
    requests:
      call: {\(request), repeat: keyed}
    initial: home
    screens: {home: {enter: [{request: call}], on: {go: {do: [{clear: [item, basket, count, id, eta, lines]}]}}, elements: [{button: go, label: t}, {text: t, when: call.failed}]}}
    texts: {en: {t: Failed}}
    """
  }

  static func problems(_ request: String, shop: String = shop) -> [String] {
    Documents(document(request), beside: ["shop.yaml": shop]).problems
      .filter { !$0.contains("unused") }
  }

  static let whole = "app: order, with: {basket: '{basket}', item: '{item}', count: '{count}'"

  private static let wrong: [(request: String, words: String)] = [
    ("app: ordr", "None of the descriptions in `contracts` has the operation `ordr`"),
    ("app: order, with: {basket: '{basket}', item: tea}", "needs the parameter `count`"),
    ("app: order, with: {item: tea, count: 1}", "needs the parameter `basket`"),
    (whole + ", X-Trace: a}", "no parameter `X-Trace`"),
    (whole + ", noets: []}", "no parameter `noets`"),
    (
      "app: order, with: {basket: '{basket}', item: '{basket}', count: '{basket}'}",
      "`count` does not fit `order`: it can be a text, but has to be a number"
    ),
    (whole + ", gift: {}}", "`gift.to` does not fit `order`: it is missing"),
    (whole + ", gift: {too: a}}", "`gift.too` does not fit `order`: its members are `to`"),
    (whole + ", notes: [1]}", "`notes[0]` does not fit"),
    (whole + "}, save: {eta: $.eta}", "may be without `$.eta`"),
    (whole + "}, save: {id: $.identifier}", "has `$.identifier`"),
    (whole + "}, save: {id: {path: '$.lines[0].nam', optional: true}}", "has `$.lines[0].nam`"),
    (whole + "}, classes: {gone: {status: 404}}", "the status of `gone`"),
    (whole + "}, classes: {out: {code: soldout}}", "the code `soldout`"),
    (whole + "}, simulated: {body: {}}", "never responds with the status 200"),
  ]

  @Test("What does not fit the description is refused", arguments: wrong)
  func refused(request: String, words: String) {
    let problems = Self.problems(request)
    #expect(problems.contains { $0.contains(words) && $0.contains(":13:") }, "\(problems)")
  }

  private static let right = [
    whole + "}",
    whole + ", express: true, gift: {to: '{basket}'}, notes: ['{basket}', b], anything: {a: [1]}}",
    whole
      + "}, save: {id: $.id, eta: {path: $.eta, optional: true}, lines: {path: $.lines, optional: true}}",
    whole
      + "}, classes: {out: {code: sold_out}, later: {status: 503}}, failure: {save: {id: $.until}}",
    whole
      + "}, simulated: [{status: 201, body: {id: a, lines: [{name: tea}]}}, {status: 409, body: {code: closed}}]",
  ]

  @Test("What fits it passes", arguments: right)
  func passes(request: String) { #expect(Self.problems(request) == []) }

  @Test("A body that may be left out needs its required members as soon as it is sent")
  func optionalBody() {
    let shop = Self.shop.replacing(
      "        required: true\n        content", with: "        content")
    func missing(_ request: String) -> [String] {
      Self.problems(request, shop: shop).filter { $0.contains("needs the parameter") }
    }
    #expect(shop != Self.shop)
    #expect(missing("app: order, with: {basket: '{basket}'}") == [])
    #expect(missing("app: order, with: {basket: '{basket}', express: true}") == [])
    #expect(missing(Self.whole + "}") == [])
    let partial = missing("app: order, with: {basket: '{basket}', item: tea}")
    #expect(partial.count == 1 && partial[0].contains("`count`"), "\(partial)")
    let url = "http: {method: POST, url: 'https://shop.example/orders/{basket}'"
    #expect(missing(url + "}") == [])
    #expect(missing(url + ", body: {item: tea, count: 1}}") == [])
    let body = missing(url + ", body: {count: 1}}")
    #expect(body.count == 1 && body[0].contains("`item`"), "\(body)")
  }

  private static let bad: [(shop: String, words: String)] = [
    ("swagger: '2.0'\npaths: {}", "shop.yaml:1: bad-file: This is not an OpenAPI description"),
    ("openapi: 3.1.0\npaths: [", "shop.yaml:"),
    (
      shop.replacing("#/components/schemas/Placed", with: "#/components/schemas/Gone"),
      "shop.yaml:13: unknown-name: There is nothing at `#/components/schemas/Gone`"
    ),
    (
      shop.replacing("#/components/schemas/Placed", with: "other.yaml#/Placed"),
      "There is nothing at `other.yaml#/Placed`"
    ),
    (
      shop.replacing("    post:", with: "    put: {operationId: order}\n    post:"),
      "Two operations are called `order`"
    ),
  ]

  @Test(
    "A description that cannot be read is refused at its own place, and says nothing of the calls",
    arguments: bad)
  func badDescriptions(shop: String, words: String) {
    let problems = Self.problems("app: ordr", shop: shop)
    #expect(problems.contains { $0.contains(words) }, "\(problems)")
    #expect(!problems.contains { $0.contains("`ordr`") })
  }

  @Test("A description that is not there is named")
  func missing() {
    let problems = Documents(Self.document("app: order")).problems
    #expect(problems.contains { $0.contains("test.flow.yaml:4: unreadable-file") }, "\(problems)")
  }

  @Test("Of several descriptions each counts, and those around a sub-flow hold in it")
  func several() {
    let other =
      "openapi: 3.0.0\npaths: {/purchase: {post: {operationId: purchase, responses: {default: {description: Any.}}}}}"
    let inner =
      "flow: inner\nversion: 1\nlanguages: [en]\noutcomes: [done]\n"
      + "requests: {buy: {app: CALL, repeat: never}}\ninitial: ask\n"
      + "screens: {ask: {enter: [{request: buy}], on: {go: end}, elements: [{button: go, label: t}, {text: t, when: buy.failed}]}, end: {final: done}}\ntexts: {en: {t: Failed}}\n"
    func problems(_ call: String) -> [String] {
      Documents(
        Self.document(Self.whole + "}", contracts: "[shop.yaml, more/other.yaml]")
          .replacing(
            "screens: {home:",
            with:
              "states: {buying: {flow: inner.flow.yaml, outcomes: {done: home}}}\nscreens: {home:"
          )
          .replacing("initial: home", with: "initial: buying"),
        beside: [
          "shop.yaml": Self.shop, "more/other.yaml": other,
          "inner.flow.yaml": inner.replacing("CALL", with: call),
        ]
      ).problems.filter { !$0.contains("unused") }
    }
    #expect(problems("purchase") == [])
    #expect(
      problems("purchse").contains { $0.contains("inner.flow.yaml:5") && $0.contains("purchse") })
  }
}
