import Foundation
import TestSupport
import Testing

/// The shipped flows with the client that apps have, against a server of their own over sockets: at
/// each exchange each fault, alone and with a kill. A sample, or where `PORTICO_FAULTS` is set all.
@Suite(.timeLimit(.minutes(240))) struct SocketFaultTests {
  @Test(
    "ENT-3, ENT-4: whatever goes wrong on the wire, a person gets on, every effect is there once, and nobody is signed out without a refusal"
  )
  func everywhere() async throws {
    let environment = ProcessInfo.processInfo.environment
    let words = environment["PORTICO_FAULTS_NAMED"]
    let matrix = try await WireMatrix.run(
      takesAll: environment["PORTICO_FAULTS"] != nil, words: words)
    for failure in matrix.failures { Issue.record("\(failure)") }
    #expect(matrix.runCount > 0)
    print(matrix.report)
    guard words == nil else { return }
    #expect(matrix.faults == Set(WireFault.allCases), "each kind of fault")
    #expect(matrix.unmet.isEmpty, "operations of the flows that no walk calls: \(matrix.unmet)")
    #expect(matrix.unfaulted.isEmpty, "operations that met no fault: \(matrix.unfaulted)")
  }
}
