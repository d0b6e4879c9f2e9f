import FlowSimulation
public import Portico

/// A stated response to a request.
public struct StatedAnswer: Sendable {
  let planned: SimulatedAnswer

  private init(_ planned: SimulatedAnswer) { self.planned = planned }

  /// - Parameter delay: until the app receives it.
  public static func success(
    _ body: JSONValue = .object([:]), after delay: Duration = .zero
  ) -> StatedAnswer {
    StatedAnswer(SimulatedAnswer(body: body.bytes, delay: delay.milliseconds))
  }

  /// A failing status, with a code as a flow's failure classes read it.
  public static func failure(
    _ status: UInt16, code: String? = nil, after delay: Duration = .zero
  ) -> StatedAnswer {
    let body = code.map { JSONValue.object(["code": .text($0)]).bytes } ?? []
    return StatedAnswer(SimulatedAnswer(status: status, body: body, delay: delay.milliseconds))
  }

  /// There is no connection: definitely not sent.
  public static let offline = StatedAnswer(SimulatedAnswer(.offline))
  /// The connection breaks before the request arrives; the app cannot tell.
  public static let lost = StatedAnswer(SimulatedAnswer(.requestLost))
  /// The request takes effect, then the connection breaks. When the same intent comes again, the server answers what the
  /// flow's `simulated` says, and without that an empty object.
  public static let answerLost = StatedAnswer(SimulatedAnswer(.answerLost, isSimulated: true))
  /// The same with what the server would have answered, and answers when the same intent comes again.
  public static func answerLost(_ body: JSONValue) -> StatedAnswer {
    StatedAnswer(SimulatedAnswer(.answerLost, body: body.bytes))
  }
  /// The request takes effect, but no response ever comes. When the same intent comes again, the server answers as after
  /// `answerLost`.
  public static let never = StatedAnswer(SimulatedAnswer(.never, isSimulated: true))
}

extension Duration {
  var milliseconds: Int64 {
    components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
  }
}
