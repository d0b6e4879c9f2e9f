import NIOCore
import NIOHTTP1

// Handlers before and after the decoder that report to a guard.

extension ConnectionGuard {
  /// Comes before the decoder.
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
      // No handler above requests more of what is discarded.
      if !connection.isOpen { context.read() }
    }
  }

  /// Comes after the decoder: version and framing are no longer visible in the types above.
  final class Framing: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    private let connection: ConnectionGuard
    private let place: ChannelHandlerContext
    /// Whether the request being read is passed on; nothing follows a header that was refused.
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
    case .full: "full"
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
    case .displaced: "displaced"
    }
  }
}
