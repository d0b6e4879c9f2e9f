package import FlowMachine
import FlowRuntime
import Statechart
import WireText

/// The network of a simulated device, with the servers behind it.
///
/// An answer that is stated for a request counts as used up when the flow has taken it, or given up
/// on it, and has written that down. A send that a kill cuts off leaves its answer to the send that
/// repeats it.
package final class SimulatedNetwork {
  /// Answers where nothing is stated: a real server, say. It also says how long that took, in
  /// milliseconds. Nil: the flow's own simulated answer counts.
  package typealias Responder = (OutgoingCall) -> (answer: Answer, delay: Int64)?

  /// One answer on its way.
  struct Delivery {
    var time: Int64
    var send: SendID
    var answer: Answer
  }

  package var responder: Responder?
  /// The code in the newest message of a channel, where a real server sends some; nil for none.
  package var inbox: ((_ channel: Text) -> Text?)?
  package private(set) var isOnline = true
  package private(set) var records: [Text: ServerRecord] = [:]
  /// Called with each send, for a trace.
  package var look: ((OutgoingCall) -> Void)?
  /// Asked at each send that has a connection: what goes wrong with it, whatever is stated.
  ///
  /// The answer that was stated is left to the next send, but where it arrives, if twice.
  var fault: ((OutgoingCall, SimulatedAnswer) -> SendFault?)?
  private let flow: Flow
  private let clock: VirtualClock
  private var plans: [Text: AnswerPlan] = [:]
  private var turns: [Text: Int] = [:]
  private var deliveries: [Delivery] = []
  /// The sends whose answers are not used up yet.
  private var openSends: [SendID: Text] = [:]
  /// Where each request was in its answers when its last run began.
  private var turnsAtStart: [Text: Int] = [:]
  private var lastTickets: [Text: UInt32] = [:]
  /// What has been told again since a kill that the script does not know of; nil: nothing is.
  private var retold: [Text]?

  init(_ flow: Flow, _ clock: VirtualClock) {
    self.flow = flow
    self.clock = clock
  }

  /// States what answers a request from now on.
  package func state(_ plan: AnswerPlan, for request: Text) {
    plans[request] = plan
    turns[request] = 0
    turnsAtStart[request] = 0
  }

  package func record(of request: Text) -> ServerRecord { records[request] ?? ServerRecord() }

  /// - Parameter isOnline: false: what is under way is lost, and nothing more is sent.
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
    retell(call)
    guard isOnline else { return deliver(.notSent, to: call.send, after: 0) }
    if fault != nil, let fault = fault?(call, planned(for: call)) {
      return send(call, planned(for: call), fault)
    }
    openSends[call.send] = request
    switch entry(for: call) {
    case .answer(let planned): send(call, planned)
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
    // What stands before a server answers for it: it does nothing, and remembers nothing.
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
    if case .answer(let planned) = entry(for: call) { planned } else { simulated(call) }
  }

  private func entry(for call: OutgoingCall) -> AnswerPlan.Entry {
    plans[call.request]?.entry(turns[call.request] ?? 0) ?? .unstated
  }

  /// What the flow declares for its simulation, in turn.
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

  /// When the next answer arrives, or nil.
  var nextDelivery: Int64? { deliveries.map(\.time).min() }

  /// Takes the answer that is due: the earliest, and of equal ones the first that was sent.
  func takeDelivery() -> Delivery? {
    guard let next = nextDelivery, next <= clock.now,
      let index = deliveries.firstIndex(where: { $0.time == next })
    else { return nil }
    return deliveries.remove(at: index)
  }

  /// The flow does not wait for a send any more. Its answer may still arrive, but is used up.
  func giveUp(_ send: SendID) {
    if let request = close(send) { countTurn(of: request) }
  }

  /// - Returns: the request whose answer this was, if one was stated and nobody has closed it
  ///   before.
  func close(_ send: SendID) -> Text? { openSends.removeValue(forKey: send) }

  func countTurn(of request: Text) { turns[request, default: 0] += 1 }

  /// The process that waited is gone.
  func forgetProcess() {
    deliveries = []
    openSends = [:]
  }

  // MARK: Launches that a script does not know of

  /// The app was started as the script says: what is sent from here on is the next part of the
  /// story.
  func noteLaunch() { turnsAtStart = turns }

  /// A run of a request was written down, though it was not sent yet.
  func noteStart(of request: Text, ticket: UInt32) {
    guard lastTickets[request] != ticket else { return }
    turnsAtStart[request] = turns[request]
  }

  /// From here on, until `endRetelling`, what the app starts again by itself gets the answers that
  /// the run before it had got: it is the same part of the story, told again.
  func beginRetelling() { retold = [] }
  func endRetelling() { retold = nil }

  private func retell(_ call: OutgoingCall) {
    let request = call.request
    // The same run of the request again: its answer waits for it.
    guard lastTickets[request] != call.send.ticket else { return }
    lastTickets[request] = call.send.ticket
    if retold?.contains(request) == false {
      retold?.append(request)
      turns[request] = turnsAtStart[request] ?? 0
    } else {
      turnsAtStart[request] = turns[request]
    }
  }
}
