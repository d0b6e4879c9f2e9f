import Dispatch
import FlowMachine
import FlowRuntime
import FlowSimulation

/// Answers the plain HTTP calls of a simulated device from a real server; operations are another's.
final class ServerResponder: SimulatedOutside {
  private let http = LiveHTTP()
  private let operations: (any SimulatedOutside)?

  init(operations: (any SimulatedOutside)?) { self.operations = operations }

  func equip(sheets: [String]) { operations?.equip(sheets: sheets) }
  func launch(at now: Int64) { operations?.launch(at: now) }
  func news(at now: Int64) -> [OutsideEvent] { operations?.news(at: now) ?? [] }
  func comeBack(_ trip: ProviderReturn, at now: Int64) -> ReturnOutcome {
    operations?.comeBack(trip, at: now) ?? .simulated
  }
  func code(in channel: Text, at now: Int64) -> Text? { operations?.code(in: channel, at: now) }

  /// Waits on the calling thread while the simulated clock stands: how fast this machine is decides
  /// nothing in a play, so a server has longer than the flow would wait. What it does not answer even then is `timedOut`.
  func answer(_ call: OutgoingCall, at now: Int64) -> (answer: Answer, delay: Int64)? {
    guard call.kind == .http else { return operations?.answer(call, at: now) }
    let done = DispatchSemaphore(value: 0)
    let result = AnswerBox()
    var call = call
    call.timeout = max(call.timeout, Self.patience)
    Task { [http, call] in
      result.answer = await http.perform(call)
      done.signal()
    }
    done.wait()
    return (result.answer, Self.delay)
  }

  /// Milliseconds of real time.
  private static let patience: Int64 = 120_000

  /// As a server that the play starts itself.
  private static let delay: Int64 = 50
}

/// Carries an answer from one task to the thread that waits for it.
private final class AnswerBox: @unchecked Sendable {
  // Unchecked: written before the semaphore is signalled, read after it was waited for.
  var answer = Answer.lost
}
