package import FlowMachine
import FlowRuntime
import Statechart
import WireText

/// The network of a simulated device, with the servers behind it.
///
/// A response that is stated for a request counts as used up when the flow has taken it, or given
/// up on it, and has recorded that. A send cut off by a kill leaves its response to the send that
/// repeats it.
package final class SimulatedNetwork {
  /// Responds if no response is stated: a real server, for example. It also returns the delay in
  /// milliseconds. Nil: the flow's own simulated response applies.
  package typealias Responder = (OutgoingCall) -> (answer: Answer, delay: Int64)?

  /// One pending response.
  struct Delivery {
    var time: Int64
    var send: SendID
    var answer: Answer
  }

  package var responder: Responder?
  /// The code in the latest message of a channel, if a real server sends messages; nil for none.
  package var inbox: ((_ channel: Text) -> Text?)?
  package private(set) var isOnline = true
  package private(set) var records: [Text: ServerRecord] = [:]
  /// Called with each send, for a trace.
  package var look: ((OutgoingCall) -> Void)?
  /// Asked at each send that has a connection: what goes wrong with it, whatever response is
  /// stated.
  ///
  /// The stated response is left to the next send, unless it arrives, even if twice.
  var fault: ((OutgoingCall, SimulatedAnswer) -> SendFault?)?
  /// The flow whose requests come.
  var flow: Flow
  private let clock: VirtualClock
  private var plans: [Text: AnswerPlan] = [:]
  private var turns: [Text: Int] = [:]
  private var deliveries: [Delivery] = []
  /// The sends whose responses are not used up yet.
  private var openSends: [SendID: Text] = [:]
  /// The position of each request in its responses when its last run began.
  private var turnsAtStart: [Text: Int] = [:]
  private var lastTickets: [Text: UInt32] = [:]
  /// The requests replayed since a kill that the script does not contain; nil: none are.
  private var retold: [Text]?
  /// How often each request still begins in this part of the script: those runs are new, and get the
  /// next responses.
  private var upcoming: [Text: Int] = [:]

  init(_ flow: Flow, _ clock: VirtualClock) {
    self.flow = flow
    self.clock = clock
  }

  /// States the responses to a request from now on.
  package func state(_ plan: AnswerPlan, for request: Text) {
    plans[request] = plan
    turns[request] = 0
    turnsAtStart[request] = 0
  }

  package func record(of request: Text) -> ServerRecord { records[request] ?? ServerRecord() }

  /// - Parameter isOnline: false: running requests are lost, and nothing more can be sent.
  package func setOnline(_ isOnline: Bool) {
    self.isOnline = isOnline
    guard !isOnline else { return }
    for index in deliveries.indices {
      deliveries[index].time = clock.now
      deliveries[index].answer = .lost
    }
  }

  func send(_ call: OutgoingCall) {
    look?(call)
    let request = call.request
    records[request, default: ServerRecord()].sendCount += 1
    records[request]?.lastSent = SentValue(call, in: flow)
    retell(call)
    guard isOnline else { return deliver(.notSent, to: call.send, after: 0) }
    if fault != nil, let fault = fault?(call, planned(for: call)) {
      return send(call, planned(for: call), fault)
    }
    openSends[call.send] = request
    switch entry(for: call) {
    case .answer: send(call, planned(for: call))
    case .unstated:
      guard let (answer, delay) = responder?(call) else { return send(call, simulated(call)) }
      if case .received(let status, let body) = answer {
        _ = records[request]?.take(call, status, body)
      }
      deliver(answer, to: call.send, after: delay)
    }
  }

  private func send(_ call: OutgoingCall, _ planned: SimulatedAnswer) {
    let request = call.request
    switch planned.course {
    case .offline: return deliver(.notSent, to: call.send, after: planned.delay)
    case .requestLost: return deliver(.lost, to: call.send, after: planned.delay)
    case .answered, .answerLost, .never: break
    }
    let taken = records[request, default: ServerRecord()].take(call, planned.status, planned.body)
    switch planned.course {
    case .answerLost: deliver(.lost, to: call.send, after: planned.delay)
    case .answered:
      let answer = Answer.received(status: taken.status, body: taken.body)
      deliver(answer, to: call.send, after: planned.delay)
      if planned.isDoubled { deliver(answer, to: call.send, after: planned.delay) }
    case .never, .offline, .requestLost: break
    }
  }

  private func send(_ call: OutgoingCall, _ planned: SimulatedAnswer, _ fault: SendFault) {
    let body = Text(ascii: "{}")
    switch fault {
    case .requestLost: return deliver(.lost, to: call.send, after: planned.delay)
    // A proxy responds in the server's place: nothing takes effect, and nothing is remembered.
    case .unavailable:
      return deliver(.received(status: 500, body: body), to: call.send, after: planned.delay)
    case .refused:
      return deliver(.received(status: 401, body: body), to: call.send, after: planned.delay)
    case .answerLost, .doubled, .late, .malformed: break
    }
    let request = call.request
    var taken = records[request, default: ServerRecord()].take(call, planned.status, planned.body)
    if fault == .doubled, call.row.repetition != .never {
      taken = records[request, default: ServerRecord()].take(call, planned.status, planned.body)
    }
    let answer = Answer.received(status: taken.status, body: taken.body)
    switch fault {
    case .answerLost: deliver(.lost, to: call.send, after: planned.delay)
    case .late: deliver(answer, to: call.send, after: call.timeout + SendFault.lateness)
    case .malformed:
      let half =
        taken.body.count < 2 ? Text(ascii: "{") : Text(taken.body.prefix(taken.body.count / 2))
      deliver(.received(status: taken.status, body: half), to: call.send, after: planned.delay)
    case .doubled:
      openSends[call.send] = request
      deliver(answer, to: call.send, after: planned.delay)
      deliver(answer, to: call.send, after: planned.delay)
    case .requestLost, .unavailable, .refused: break
    }
  }

  private func planned(for call: OutgoingCall) -> SimulatedAnswer {
    guard case .answer(var planned) = entry(for: call) else { return simulated(call) }
    if planned.isSimulated {
      let simulated = simulated(call)
      (planned.status, planned.body) = (simulated.status, simulated.body)
    }
    return planned
  }

  private func entry(for call: OutgoingCall) -> AnswerPlan.Entry {
    plans[call.request]?.entry(turns[call.request] ?? 0) { record(of: $0).effectCount > 0 }
      ?? .unstated
  }

  /// The responses that the flow declares for its simulation, in turn.
  private func simulated(_ call: OutgoingCall) -> SimulatedAnswer {
    let rows = flow.tables.simulated[call.row.simulated.indices]
    guard !rows.isEmpty else { return SimulatedAnswer(body: Text(ascii: "{}")) }
    let row = rows[rows.startIndex + (turns[call.request] ?? 0) % rows.count]
    return SimulatedAnswer(
      status: row.status, body: flow.blob(row.body), delay: Int64(row.delay))
  }

  private func deliver(_ answer: Answer, to send: SendID, after delay: Int64) {
    deliveries.append(Delivery(time: clock.now + delay, send: send, answer: answer))
  }

  /// When the next response arrives, or nil.
  var nextDelivery: Int64? { deliveries.map(\.time).min() }

  /// Takes the response that is due: the earliest, and of equal ones the first sent.
  func takeDelivery() -> Delivery? {
    guard let next = nextDelivery, next <= clock.now,
      let index = deliveries.firstIndex(where: { $0.time == next })
    else { return nil }
    return deliveries.remove(at: index)
  }

  /// The flow no longer waits for a send. Its response may still arrive, but is used up.
  func giveUp(_ send: SendID) {
    if let request = close(send) { countTurn(of: request) }
  }

  /// - Returns: the request to which this response belonged, if one was stated and has not been
  ///   closed before.
  func close(_ send: SendID) -> Text? { openSends.removeValue(forKey: send) }

  func countTurn(of request: Text) { turns[request, default: 0] += 1 }

  /// The process that waited is gone.
  func forgetProcess() {
    deliveries = []
    openSends = [:]
  }

  // MARK: Launches outside the script

  /// The app was launched as the script says: later sends get the next responses.
  func noteLaunch() { turnsAtStart = turns }

  /// A run of a request was recorded, though it was not sent yet.
  func noteStart(of request: Text, ticket: UInt32) {
    guard lastTickets[request] != ticket else { return }
    turnsAtStart[request] = turns[request]
  }

  /// From here on, until `endRetelling`, requests that the app restarts by itself get the responses
  /// that the run before got, because they repeat the same part of the script.
  ///
  /// - Parameter upcoming: how often each request begins in what is left of that part.
  func beginRetelling(upcoming: [Text: Int]) {
    retold = []
    self.upcoming = upcoming
  }

  func endRetelling() { retold = nil }

  private func retell(_ call: OutgoingCall) {
    let request = call.request
    // The same run of the request again: it gets its pending response.
    guard lastTickets[request] != call.send.ticket else { return }
    lastTickets[request] = call.send.ticket
    if retold?.contains(request) == false {
      if let left = upcoming[request], left > 0 {
        upcoming[request] = left - 1
        turnsAtStart[request] = turns[request]
        return
      }
      retold?.append(request)
      turns[request] = turnsAtStart[request] ?? 0
    } else {
      turnsAtStart[request] = turns[request]
    }
  }
}
