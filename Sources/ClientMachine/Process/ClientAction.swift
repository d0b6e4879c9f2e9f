package import SessionMachine

package typealias StoreID = UInt32
package typealias LockID = UInt32
package typealias SendID = UInt32
/// 0 is the pause before the server is notified of a sign-out again; any other belongs to a call.
package typealias TimerID = UInt32

/// A value in secure storage.
package enum StoredItem: UInt8, Sendable {
  case session
  case challenges
  /// Who signed in to which market (MKT-4).
  case marketLogin
  case pushToken
  case installation
}

/// What to write, as a whole or not at all.
package struct StoredWrites: Sendable {
  /// Where the value goes; if empty, nothing is to be written.
  package var items: [StoredItem] = []
  /// Nil to remove the stored value.
  package var value: Bytes?
  /// If storage is full, remove the items first to make room.
  package var makesRoom = false
}

/// One HTTP request without the description of the device: the host adds address, language, product
/// and proof of possession (RFC 9449).
package final class CallRequest: Sendable {
  package let method: Bytes
  package let path: Bytes
  /// The part after the question mark; may be empty. The proof does not cover it.
  package let query: Bytes
  package let headers: [(name: StaticString, value: Bytes)]
  /// May be empty.
  package let body: Bytes
  /// For the proof; empty if the server has not supplied one.
  package let nonce: Bytes
  /// For the proof, and for `Authorization`; empty if the call has none.
  package let access: Bytes
  /// Whether the cookie is sent and may be set.
  package let takesCookie: Bool
  /// Milliseconds until the response is no longer awaited.
  package let timeout: Int64

  init(
    _ operation: Operation, _ call: PreparedCall, _ headers: [(name: StaticString, value: Bytes)],
    nonce: Bytes, access: Bytes, takesCookie: Bool, timeout: Int64
  ) {
    method = operation.method
    path = call.path
    query = call.query
    self.headers = headers
    body = call.body
    self.nonce = nonce
    self.access = access
    self.takesCookie = takesCookie
    self.timeout = timeout
  }
}

/// What to do now, in this order.
package enum ClientAction: Sendable {
  /// Move damaged values in secure storage to where nobody reads them. Has no result.
  case setAside
  /// While no other process does the same: read the item, ask `writes(for:found:)`, write, and
  /// answer with `stored`. Performed one after the other, and answered in the order requested.
  /// Needs no lock if it only reads.
  case store(StoreID, StoredItem, onlyReads: Bool)
  /// Answer with `keyKnown` if the key can be read; do not create one.
  case lookForKey
  /// Take the lock that guards this session between processes, within so many milliseconds; answer
  /// with `lockTaken` or `lockMissed`.
  case takeLock(LockID, wait: Int64)
  case releaseLock(LockID)
  /// Sign with the device key, which is created first if necessary and reported by `keyKnown`; send;
  /// answer with `answered`.
  case send(SendID, CallRequest)
  /// The response is no longer needed.
  case cancelSend(SendID)
  /// Answer with `timePassed` after so many milliseconds; replaces an earlier timer of this id.
  case startTimer(TimerID, Int64)
  case stopTimer(TimerID)
  case answer(CallID, ClientAnswer)
  case tell(ClientEvent)
}

/// What an app is told unasked.
package enum ClientEvent: Hashable, Sendable {
  /// At launch and on every change.
  case session(SessionStatus)
  /// The server ended the session (ENT-5, ACC-7).
  case sessionExpired(SignOutCause)
  /// This version of the app is no longer supported (ENT-7).
  case updateRequired
  /// A third party redirected back: `ok` once its data is stored, otherwise why the sign-in cannot
  /// continue.
  case federationReturned(Bytes)
}
