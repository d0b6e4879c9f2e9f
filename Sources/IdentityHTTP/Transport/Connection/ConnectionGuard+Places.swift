import NIOCore
import NIOHTTP1

// Where a guard stands besides its own place: what passes there is told to it.

extension ConnectionGuard {
  /// Stands before the decoder.
  final class Gate: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let connection: ConnectionGuard
    private let place: ChannelHandlerContext

    init(_ connection: ConnectionGuard, _ place: ChannelHandlerContext) {
      self.connection = connection
      self.place = place
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      if connection.received(bytes: unwrapInboundIn(data).readableBytes, place) {
        context.fireChannelRead(data)
      }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
      context.fireChannelReadComplete()
      // Nobody above asks for more of what is thrown away.
      if !connection.isOpen { context.read() }
    }
  }

  /// Stands behind the decoder: what is told by version and framing is gone in the types above.
  final class Framing: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    private let connection: ConnectionGuard
    private let place: ChannelHandlerContext
    /// Whether the request that is being read goes on; nothing follows a header that did not.
    private var isPassing = false

    init(_ connection: ConnectionGuard, _ place: ChannelHandlerContext) {
      self.connection = connection
      self.place = place
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      guard case .head(let head) = unwrapInboundIn(data) else {
        if isPassing { context.fireChannelRead(data) }
        return
      }
      let passed = connection.headerRead(head, place)
      isPassing = passed != nil
      if let passed { context.fireChannelRead(wrapInboundOut(.head(passed))) }
    }
  }
}

extension ConnectionRules.Refusal {
  var label: StaticString {
    switch self {
    case .slowHeader: "slow_header"
    case .slowBody: "slow_body"
    case .unreadable: "unreadable"
    }
  }
}

extension ConnectionRules.Cut {
  var label: StaticString {
    switch self {
    case .idle: "idle"
    case .unreadAnswer: "unread_answer"
    case .unreadable: "unreadable"
    case .lingered: "lingered"
    }
  }
}
