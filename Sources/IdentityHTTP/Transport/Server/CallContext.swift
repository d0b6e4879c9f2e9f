package import Hummingbird
import NIOCore

/// What is known of a call besides its request.
package struct CallContext: InitializableFromSource, Sendable {
  package typealias Source = ApplicationRequestContextSource

  /// Of the connection; nil for a socket of the file system.
  package let peer: IPAddress?

  package init(source: ApplicationRequestContextSource) {
    self.init(peer: source.channel.remoteAddress?.ipAddress.flatMap { IPAddress($0) })
  }

  package init(peer: IPAddress?) { self.peer = peer }
}
