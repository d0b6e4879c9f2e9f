package import HTTPTypes
package import NIOCore
import NIOHTTP1
package import NIOHTTPTypes

/// Enforces `ConnectionRules` on a connection, between the codec and the responder.
///
/// It sees bytes before the decoder (`Gate`), the header as the decoder read it (`Framing`), and
/// parts of requests and responses after it. An error below is reported above only when the
/// connection ends: until then a truncated request must not look like a complete one.
package final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
  package typealias InboundIn = HTTPRequestPart
  package typealias InboundOut = HTTPRequestPart
  package typealias OutboundIn = HTTPResponsePart
  package typealias OutboundOut = HTTPResponsePart

  /// The refusal as it is sent.
  /// - Parameter isFirst: whether nothing else responds to this request, and so logs and counts it.
  package typealias Refuse =
    @Sendable (
      _ problem: RequestProblem, _ isFirst: Bool
    ) -> (head: HTTPResponse, body: ByteBuffer)

  private let limits: HTTPLimits
  private let metrics: MetricRegistry
  private let places: ConnectionPlaces?
  private let refuse: Refuse
  private var rules: ConnectionRules
  private var heldError: (any Error)?
  private var isCounted = false
  private var place: ConnectionPlaces.Place?
  /// Whether the client's HTTP version ends the connection with the first response.
  private var endsWithFirst = false
  private var alarm: (at: Duration, task: Scheduled<Void>)?

  /// - Parameter places: shared with the other connections of the server; nil where there are no others.
  package init(
    limits: HTTPLimits, metrics: MetricRegistry, places: ConnectionPlaces? = nil,
    refuse: @escaping Refuse
  ) {
    self.limits = limits
    self.metrics = metrics
    self.places = places
    self.refuse = refuse
    rules = ConnectionRules(limits: limits, now: .zero)
  }

  package func handlerAdded(context: ChannelHandlerContext) {
    rules = ConnectionRules(limits: limits, now: now(context))
    let pipeline = context.pipeline.syncOperations
    do {
      try pipeline.addHandler(Gate(self, context), position: .first)
      let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
      try pipeline.addHandler(Framing(self, context), position: .after(decoder))
    } catch {
      // Already closed, or there is no decoder whose headers could be checked.
      context.close(promise: nil)
    }
    if context.channel.isActive { opened(context) }
  }

  package func channelActive(context: ChannelHandlerContext) {
    opened(context)
    context.fireChannelActive()
  }

  private func opened(_ context: ChannelHandlerContext) {
    guard !isCounted else { return }
    isCounted = true
    metrics.connectionOpened()
    let loop = context.eventLoop
    let own = NIOLoopBound((self, context), eventLoop: loop)
    place = places?.open { loop.execute { own.value.0.leave(own.value.1) } }
    wait(context)
  }

  /// Another connection needs the place.
  private func leave(_ context: ChannelHandlerContext) {
    guard let place, isCounted else { return }
    let step = rules.displaced()
    if step == .nothing { places?.stay(place) } else { perform(step, nil, context) }
  }

  package func channelInactive(context: ChannelHandlerContext) {
    alarm?.task.cancel()
    alarm = nil
    if isCounted { metrics.connectionClosed() }
    isCounted = false
    if let place { places?.close(place) }
    place = nil
    if let heldError { context.fireErrorCaught(heldError) }
    heldError = nil
    context.fireChannelInactive()
  }

  // MARK: Requests

  var isOpen: Bool { rules.isOpen }

  /// - Returns: whether to pass the bytes to the decoder.
  func received(bytes: Int, _ context: ChannelHandlerContext) -> Bool {
    let step = rules.received(bytes: bytes, now: now(context))
    perform(step, nil, context)
    return step == .nothing
  }

  package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard rules.isOpen else { return }
    switch unwrapInboundIn(data) {
    case .head(let head):
      rules.headerEnded(isLast: endsWithFirst || isLast(head), now: now(context))
      goOn(head, context)
    case .body: break
    case .end: rules.requestEnded()
    }
    context.fireChannelRead(data)
    wait(context)
  }

  /// - Returns: the header to pass on, without what an older client cannot mean; nil if it is
  ///   refused, or comes after the last request.
  func headerRead(
    _ head: HTTPRequestHead, _ context: ChannelHandlerContext
  ) -> HTTPRequestHead? {
    guard rules.isOpen, !endsWithFirst else { return nil }
    let isOld = head.version != .http1_1
    let framing = MessageFraming(
      knowsTransferCodings: !isOld, transferCodings: head.headers["Transfer-Encoding"],
      lengths: head.headers["Content-Length"])
    if let problem = framing.problem {
      heldError = problem
      perform(rules.failed(now: now(context)), problem, context)
      return nil
    }
    if let place, places?.admits(place) == false, !head.uri.hasPrefix("/health/") {
      heldError = RequestProblem.full
      perform(rules.failed(.full, now: now(context)), .full, context)
      return nil
    }
    guard isOld else { return head }
    // RFC 9112 section 9.3: HTTP/1.0 ends a connection with its response, and we follow it.
    endsWithFirst = true
    var head = head
    // RFC 9110 section 10.1.1: ignore it from HTTP/1.0.
    head.headers.remove(name: "Expect")
    return head
  }

  /// After a request to upgrade, the decoder reads no more of this protocol, and no other is spoken
  /// here.
  private func isLast(_ head: HTTPRequest) -> Bool {
    head.method == .connect || head.headerFields[.upgrade] != nil
      || head.headerFields[.connection]?.lowercased().contains("close") == true
  }

  /// RFC 9110 section 10.1.1: a client that asks before it sends a body is told to continue.
  private func goOn(_ head: HTTPRequest, _ context: ChannelHandlerContext) {
    guard head.headerFields[.expect]?.lowercased() == "100-continue" else { return }
    let length = head.headerFields[.contentLength].flatMap { Int($0) } ?? 0
    guard length <= limits.bodyBytes else { return }
    context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
  }

  package func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard rules.isOpen || heldError == nil else { return }
    let problem: RequestProblem
    switch error {
    case is IOError:
      // Reset, as load balancers end their checks and idle connections: there is nobody to refuse, and no
      // request to log and count. One that was being read must not look complete.
      heldError = RequestProblem.malformed(field: "body")
      context.close(promise: nil)
      return
    case HTTPParserError.headerOverflow: problem = .headerTooLarge
    case HTTPParserError.invalidEOFState: problem = .malformed(field: "body")
    case is HTTPParserError: problem = .malformed(field: "request")
    default: problem = .malformed(field: "request line")
    }
    heldError = problem
    perform(rules.failed(now: now(context)), problem, context)
  }

  // MARK: Responses

  package func write(
    context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
  ) {
    guard rules.isOpen else {
      promise?.fail(ChannelError.ioOnClosedChannel)
      return
    }
    switch unwrapOutboundIn(data) {
    case .head(var head) where head.status.kind != .informational:
      if rules.answerBegan(isLast: head.headerFields[.connection] == "close") {
        head.headerFields[.connection] = "close"
      }
      context.write(wrapOutboundOut(.head(head)), promise: promise)
    case .end:
      let step = rules.answerEnded(now: now(context))
      if step == .linger {
        context.writeAndFlush(data, promise: promise)
      } else {
        context.write(data, promise: promise)
      }
      perform(step, nil, context)
    default: context.write(data, promise: promise)
    }
  }

  // MARK: Steps

  private func perform(
    _ step: ConnectionRules.Step, _ problem: RequestProblem?, _ context: ChannelHandlerContext
  ) {
    switch step {
    case .nothing, .drop: break
    case .refuse(let refusal):
      let problem = problem ?? .tooSlow
      heldError = problem
      metrics.connectionCut(refusal.label)
      let (head, body) = refuse(problem, refusal != .slowBody)
      context.write(wrapOutboundOut(.head(head)), promise: nil)
      context.write(wrapOutboundOut(.body(body)), promise: nil)
      context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
      context.close(mode: .output, promise: nil)
    case .linger: context.close(mode: .output, promise: nil)
    case .close(let cut):
      metrics.connectionCut(cut.label)
      context.close(promise: nil)
    }
    wait(context)
  }

  /// Sets the timer for the next deadline. One that fires too early is set again.
  private func wait(_ context: ChannelHandlerContext) {
    place?.note(rules.waiting)
    guard isCounted, let deadline = rules.deadline else { return }
    if let alarm {
      guard deadline < alarm.at else { return }
      alarm.task.cancel()
    }
    let task = context.eventLoop.assumeIsolated().scheduleTask(
      deadline: .uptimeNanoseconds(UInt64(deadline / .nanoseconds(1)))
    ) {
      self.alarm = nil
      self.perform(self.rules.timePassed(now: self.now(context)), nil, context)
    }
    alarm = (deadline, task)
  }

  private func now(_ context: ChannelHandlerContext) -> Duration {
    .nanoseconds(Int64(context.eventLoop.now.uptimeNanoseconds))
  }
}

@available(*, unavailable)
extension ConnectionGuard: Sendable {}
