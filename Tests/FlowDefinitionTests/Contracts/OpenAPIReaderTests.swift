import FlowDefinition
import Testing

@Suite("OpenAPI descriptions become contracts")
struct OpenAPIReaderTests {
  /// The shape of an answer whose schema this is, beside others by name.
  private static func shape(_ schema: String, _ others: String = "{}") throws -> ContractShape {
    let text = """
      openapi: 3.1.0
      paths: {/a: {get: {operationId: a, responses: {"200": {content: {application/json: {schema: \(schema)}}}}}}}
      components: {schemas: \(others)}
      """
    let tree = YAMLTree.read(bytes: Array(text.utf8), file: "a.yaml")
    let reading = OpenAPIReader.read(try #require(tree.root))
    #expect(reading.diagnostics.isEmpty)
    return try #require(reading.contract["a"]?.body(of: 200...200))
  }

  private static func object(
    _ members: [(String, ContractShape, Bool)], isOpen: Bool = false
  ) -> ContractShape {
    .object(
      ContractObject(
        members: members.map { .init(name: $0.0, shape: $0.1, isRequired: $0.2) }, isOpen: isOpen))
  }

  @Test("Types are shapes; null makes a member optional, in either notation")
  func types() throws {
    let shape = try Self.shape(
      "{type: object, required: [a, b, c, d], properties: {a: {type: string}, b: {type: [integer, 'null']}, c: {type: boolean, nullable: true}, d: {anyOf: [{type: number}, {type: 'null'}]}, e: {type: array, items: {type: string}}}}"
    )
    #expect(
      shape
        == Self.object([
          ("a", .text, true), ("b", .number, false), ("c", .flag, false), ("d", .number, false),
          ("e", .list(.text), false),
        ]))
  }

  @Test("Values that are listed are kept, also a constant; flags and numbers among them are types")
  func values() throws {
    #expect(try Self.shape("{enum: [a, b]}") == .values(["a", "b"]))
    #expect(try Self.shape("{const: a}") == .values(["a"]))
    #expect(try Self.shape("{enum: [1, 2]}") == .number)
    #expect(try Self.shape("{enum: [true, on]}") == .either([.flag, .values(["on"])]))
  }

  @Test("Only a schema that says so, or says nothing, has other members")
  func others() throws {
    #expect(try Self.shape("{type: object}") == Self.object([], isOpen: true))
    #expect(try Self.shape("{properties: {a: {}}}") == Self.object([("a", .anything, false)]))
    let open = Self.object([("a", .anything, false)], isOpen: true)
    #expect(try Self.shape("{properties: {a: {}}, additionalProperties: true}") == open)
    #expect(try Self.shape("{properties: {a: {}}, additionalProperties: {type: string}}") == open)
  }

  @Test("All of several schemas hold together, also what stands beside a reference")
  func together() throws {
    let named =
      "{Failure: {type: object, required: [code], properties: {code: {type: string}, at: {type: string}}}}"
    let narrowed = try Self.shape(
      "{$ref: '#/components/schemas/Failure', properties: {code: {enum: [a, b]}}}", named)
    #expect(narrowed == Self.object([("code", .values(["a", "b"]), true), ("at", .text, false)]))
    let more = try Self.shape(
      "{allOf: [{$ref: '#/components/schemas/Failure'}, {required: [n], properties: {n: {type: integer}}}]}",
      named)
    #expect(
      more == Self.object([("code", .text, true), ("at", .text, false), ("n", .number, true)]))
  }

  @Test("Of one of several schemas, only what all of them demand is demanded")
  func oneOf() throws {
    let shape = try Self.shape(
      "{oneOf: [{type: object, required: [a, b], properties: {a: {type: string}, b: {type: string}}}, {type: object, required: [a], properties: {a: {type: integer}}}]}"
    )
    #expect(
      shape == Self.object([("a", .either([.text, .number]), true), ("b", .text, false)]))
    let choice = try Self.shape(
      "{type: object, properties: {a: {type: string}, b: {type: string}}, anyOf: [{required: [a]}, {required: [b]}]}"
    )
    #expect(choice == Self.object([("a", .text, false), ("b", .text, false)]))
  }

  /// The contract of a whole description.
  private static func contract(_ paths: String, _ schemas: String = "{}") throws -> Contract {
    let text = "openapi: 3.1.0\npaths: \(paths)\ncomponents: {schemas: \(schemas)}\n"
    let tree = YAMLTree.read(bytes: Array(text.utf8), file: "a.yaml")
    return OpenAPIReader.read(try #require(tree.root)).contract
  }

  @Test("The response for all other statuses is that of failures, where a success is listed")
  func otherStatuses() throws {
    func body(_ schema: String) -> String { "{content: {application/json: {schema: \(schema)}}}" }
    let good = body("{type: object, required: [id], properties: {id: {type: string}}}")
    let bad = body("{type: object, required: [code], properties: {code: {enum: [full]}}}")
    let contract = try Self.contract(
      "{/a: {get: {operationId: a, responses: {'200': \(good), default: \(bad)}}, put: {operationId: b, responses: {default: \(good)}}}}"
    )
    let a = try #require(contract["a"])
    #expect(a.body(of: 200...299) == Self.object([("id", .text, true)]))
    #expect(a.body(of: 409...409) == Self.object([("code", .values(["full"]), true)]))
    #expect(a.body(of: 400...599) == Self.object([("code", .values(["full"]), true)]))
    #expect(contract["b"]?.body(of: 200...299) == Self.object([("id", .text, true)]))
  }

  @Test("What is read-only is required in responses, what is write-only in requests")
  func directions() throws {
    let contract = try Self.contract(
      "{/a: {post: {operationId: a, requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/User'}}}}, responses: {'200': {content: {application/json: {schema: {$ref: '#/components/schemas/User'}}}}}}}}",
      "{User: {type: object, required: [id, name, secret], properties: {id: {type: string, readOnly: true}, name: {type: string}, secret: {type: string, writeOnly: true}}}}"
    )
    let a = try #require(contract["a"])
    let sent = a.parameters.members.filter(\.isRequired).map(\.name)
    #expect(sent == ["name", "secret"])
    #expect(
      a.body(of: 200...200)
        == Self.object([("id", .text, true), ("name", .text, true), ("secret", .text, false)]))
  }

  @Test("Schemas that would make any number of shapes leave what follows as it is")
  func manyShapes() throws {
    let doubling = (0..<40).map {
      "S\($0): {type: object, properties: {a: {$ref: '#/components/schemas/S\($0 + 1)'}, b: {$ref: '#/components/schemas/S\($0 + 1)'}}}"
    }
    func response(_ name: String) -> String {
      "responses: {'200': {content: {application/json: {schema: {$ref: '#/components/schemas/\(name)'}}}}}"
    }
    let contract = try Self.contract(
      "{/a: {get: {operationId: a, \(response("S0"))}, put: {operationId: b, \(response("Small"))}}}",
      "{\(doubling.joined(separator: ", ")), S40: {type: string}, Small: {const: x}}")
    #expect(contract["a"]?.body(of: 200...200)?.names(at: [PathSyntax.Step]()) == ["a", "b"])
    #expect(contract["b"]?.body(of: 200...200) == .values(["x"]))
  }

  @Test("Schemas that contain themselves end, however wide they are")
  func recursive() throws {
    let names = (0..<20).map { "m\($0)" }
    let properties = names.map { "\($0): {$ref: '#/components/schemas/Tree'}" }
    let shape = try Self.shape(
      "{$ref: '#/components/schemas/Tree'}",
      "{Tree: {type: object, properties: {\(properties.joined(separator: ", "))}}}")
    #expect(shape.names(at: [PathSyntax.Step]()) == names)
    #expect(
      try Self.shape("{$ref: '#/components/schemas/A'}", "{A: {$ref: '#/components/schemas/A'}}")
        == .anything)
  }
}
