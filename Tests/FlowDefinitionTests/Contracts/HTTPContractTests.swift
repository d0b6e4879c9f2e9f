import FlowDefinition
import Testing

@Suite("Calls with `http` are checked by the operation that has their method and path")
struct HTTPContractTests {
  private static let shop = """
    openapi: 3.1.0
    info: {title: Shop, version: "1"}
    servers: [SERVER]
    paths:
      /orders:
        get:
          parameters: [{name: sort, in: query, required: true, schema: {enum: [by date, price]}}, {name: page, in: query, schema: {type: integer}}]
          responses: {"200": {content: {application/json: {schema: {type: object, required: [id], properties: {id: {type: string}}}}}}}
      /orders/latest:
        get: {operationId: latest, responses: {"200": {content: {application/json: {schema: {type: object, required: [eta], properties: {eta: {type: integer}}}}}}}}
      /orders/{order}:
        parameters: [{name: order, in: path, required: true, schema: {type: string}}]
        get: {operationId: order, responses: {"200": {content: {application/json: {schema: {type: object, required: [id], properties: {id: {type: string}}}}}}}}
        put:
          operationId: change
          requestBody:
            required: true
            content: {application/json: {schema: {type: object, required: [item], properties: {item: {type: string, enum: [tea, coffee]}, gift: {type: boolean}}}}}
          responses: {"204": {description: Changed.}, "409": {content: {application/json: {schema: {type: object, properties: {code: {enum: [sold_out]}}}}}}}
      /orders/{order}/receipt.{format}:
        get:
          parameters: [{name: order, in: path, required: true, schema: {type: string}}, {name: format, in: path, required: true, schema: {enum: [pdf, txt]}}]
          responses: {"200": {description: A file.}}
    """

  private static func problems(
    _ call: String, server: String = "{url: \"https://api.shop.example/v1\"}"
  ) -> [String] {
    documents(call, server: server).problems.filter { !$0.contains("unused") }
  }

  private static func documents(
    _ call: String, server: String = "{url: \"https://api.shop.example/v1\"}"
  ) -> Documents {
    let shop = shop.replacing("SERVER", with: server)
    let document = OwnContractTests.document(call)
      .replacing(
        "languages: [en]",
        with:
          "languages: [en]\nconfiguration: {server: {type: text, default: 'https://api.shop.example'}}"
      )
    return Documents(document, beside: ["shop.yaml": shop])
  }

  private static func get(_ path: String, at server: String = "https://api.shop.example/v1")
    -> String
  {
    "http: {method: GET, url: '\(server)\(path)'}"
  }

  private static func put(_ body: String, query: String = "") -> String {
    "http: {method: PUT, url: 'https://api.shop.example/v1/orders/{basket}\(query)', body: {\(body)}}"
  }

  private static let wrong: [(call: String, words: String)] = [
    (get("/ordres?sort=price"), "has `GET /v1/ordres`"),
    (get("/nothing/of/the/kind"), "has `GET /v1/nothing/of/the/kind`"),
    (get("/orders", at: "https://api.shop.example/v2"), "has `GET /v2/orders`"),
    (get("/ordres", at: "{server}"), "has `GET /ordres`"),
    (
      "http: {method: DELETE, url: 'https://api.shop.example/v1/orders/latest'}",
      "`/orders/latest` is described for `GET`, not for `DELETE`"
    ),
    (get("/orders"), "`GET /orders` needs the parameter `sort`, which is not sent"),
    (get("/orders?sort=size"), "`sort` does not fit `GET /orders`"),
    (get("/orders?sort=price&pgae=2"), "has no parameter `pgae`"),
    (get("/orders?sort=price") + ", save: {id: $.ids}", "has `$.ids`"),
    (get("/orders/latest") + ", save: {id: $.id}", "No success of `latest` has `$.id`"),
    (get("/orders/{basket}") + ", save: {eta: $.eta}", "No success of `order` has `$.eta`"),
    (
      put("gift: true"),
      "`change` needs the parameter `item`, which is not sent"
    ),
    (put("item: '{item}', gift: 1"), "`gift` does not fit `change`"),
    (put("item: milk"), "`item` does not fit `change`"),
    (put("gift: true", query: "?item=tea"), "takes `item` in its body, not in its query"),
    (put("item: tea, order: a"), "takes `order` in its path, not in its body"),
    (put("item: tea") + ", classes: {out: {code: soldout}}", "the code `soldout`"),
    (
      put("item: tea") + ", simulated: {status: 200, body: {}}",
      "never responds with the status 200"
    ),
  ]

  @Test("What does not fit the description is refused", arguments: wrong)
  func refused(call: String, words: String) {
    let problems = Self.problems(call)
    #expect(problems.contains { $0.contains(words) && $0.contains(":14:") }, "\(problems)")
  }

  private static let remedies: [(call: String, remedy: String)] = [
    (get("/ordres?sort=price"), "Write `/v1/orders`"),
    (get("/nothing/of/the/kind"), "Describe it in one of them, or correct the path"),
    (get("/ordres", at: "{server}"), "Write `/orders`"),
    (get("/orders"), "Add `sort=…` to the query of the URL"),
    (get("/orders?sort=price&pgae=2"), "Write `page`"),
    (put("gift: true"), "Add `item:` to `body`"),
    (put("item: tea, order: a"), "Move it there"),
  ]

  @Test("What helps is said", arguments: remedies)
  func remedy(call: String, remedy: String) {
    let given = Self.documents(call).outcome.diagnostics.map(\.remedy)
    #expect(given.contains { $0 == remedy }, "\(given)")
  }

  private static let right = [
    get("/orders?sort=by+date&page={count}") + ", save: {id: $.id}",
    get("/orders?sort=by%20date#top"),
    get("/orders?{item}={count}&sort=price"),
    get("/orders/latest") + ", save: {eta: $.eta}",
    get("/orders/{basket}") + ", save: {id: $.id}",
    get("/orders/a-{basket}"),
    get("/orders/{basket}/receipt.pdf"),
    get("/orders/{basket}/receipt.{item}"),
    get("/orders/latest", at: "{server}"),
    get("/orders/latest", at: "{server}/v1"),
    get("/of/somebody/else", at: "https://elsewhere.example"),
    put("item: '{item}', gift: false") + ", classes: {out: {code: sold_out}}",
  ]

  @Test(
    "What fits it passes, and so does a call to a server that no description names",
    arguments: right)
  func passes(call: String) { #expect(Self.problems(call) == []) }

  @Test(
    "A description that leaves its server open is for calls to any, but does not forbid others",
    arguments: [
      "{url: /v1}", "{url: 'https://{region}.shop.example/v1', variables: {region: {default: eu}}}",
    ])
  func openServers(server: String) {
    func problems(_ path: String) -> [String] {
      Self.problems(Self.get(path, at: "https://eu.shop.example"), server: server)
    }
    #expect(problems("/v1/orders/latest") == [])
    #expect(problems("/v1/orders").contains { $0.contains("needs the parameter `sort`") })
    #expect(problems("/v2/orders") == [])
  }

  @Test("The servers of an operation count in place of those of the description")
  func serversOfOperation() {
    let shop = Self.shop.replacing("SERVER", with: "{url: 'https://api.shop.example/v1'}")
      .replacing(
        "operationId: latest,",
        with: "operationId: latest, servers: [{url: 'https://fast.example'}],")
    func problems(_ server: String) -> [String] {
      Documents(
        OwnContractTests.document(Self.get("/orders/latest", at: server) + ", save: {eta: $.eta}"),
        beside: ["shop.yaml": shop]
      ).problems.filter { !$0.contains("unused") }
    }
    #expect(problems("https://fast.example") == [])
    // There it is the order `latest`, which has no such value.
    #expect(
      problems("https://api.shop.example/v1").contains { $0.contains("No success of `order`") })
  }

  @Test("Without `contracts` a call with `http` is not compared with anything")
  func noContracts() {
    let document = OwnContractTests.document(Self.get("/ordres"))
      .replacing("contracts: [shop.yaml]\n", with: "")
    #expect(Documents(document).problems.filter { !$0.contains("unused") } == [])
  }
}
