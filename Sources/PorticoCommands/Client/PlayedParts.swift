package import IdentityClient
import PorticoLive

/// What the client of a play has around it: a device and a network without faults, unless a test
/// gives others.
package struct PlayedParts: Sendable {
  /// What one process of the app has; all of them share what is stored.
  package struct Process: Sendable {
    package var transport: any ClientTransport
    package var storage: any SecureStore
    package var lock: any RenewalLock

    package init(
      transport: any ClientTransport, storage: any SecureStore, lock: any RenewalLock
    ) {
      self.transport = transport
      self.storage = storage
      self.lock = lock
    }
  }

  /// Asked when a process begins.
  package var process: @Sendable () throws -> Process
  /// The address that the client calls, for the one at which its server listens.
  package var route: @Sendable (String) throws -> String = { $0 }
  /// What the platform gives when the flow asks for push; nil: the flow's own simulated answer
  /// counts, and there is no token.
  package var pushToken: String?

  package init(process: @escaping @Sendable () throws -> Process) { self.process = process }

  package init() {
    let storage = PlayStorage()
    self.init {
      Process(transport: LiveIdentityTransport(), storage: storage, lock: OneProcess())
    }
  }
}
