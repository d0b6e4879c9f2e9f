import StandardFlows
import TestSupport
import Testing

/// What apps load is what the documents compile to, to the byte.
@Suite struct ShippedBytesTests {
  @Test("The shipped bytes are what the documents compile to", arguments: StandardFlow.all)
  func bytes(flow: StandardFlow) throws {
    let path = "Flows/\(flow.name)/\(flow.name).flow.yaml"
    #expect(try TestFlow.bytes(path, Repository.read) == flow.bytes, "run: make generate")
  }
}
