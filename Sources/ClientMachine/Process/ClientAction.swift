package import SessionMachine

package typealias StoreID = UInt32
package typealias LockID = UInt32
package typealias SendID = UInt32
/// 0 is the pause before the server is told of a sign-out again; another is that of a call.
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

/// What is to be written, all of it or nothing.
package struct StoredWrites: Sendable {
  /// Where the value goes; nowhere, and nothing is to be written.
  package var items: [StoredItem] = []
  /// Nil to remove what is there.
  package var value: Bytes?
  /// Where storage is full, the items are removed first: what is removed makes room.
  package var makesRoom = false
}

/// One HTTP request without what describes the device: the host adds address, language, product and
/// proof of possession (RFC 9449).
package final class CallRequest: Sendable {
  package let method: Bytes
  package let path: Bytes
  /// Behind the question mark; empty where there is none. No part of what the proof names.
  package let query: Bytes
  package let headers: [(name: StaticString, value: Bytes)]
  /// Empty where there is none.
  package let body: Bytes
  /// For the proof; empty where the server has named none.
  package let nonce: Bytes
  /// For the proof, and for `Authorization`; empty where the call has none.
  package let access: Bytes
  /// Whether the cookie goes along and may be set.
  package let takesCookie: Bool
  /// Milliseconds until nobody waits for the answer any more.
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

/// What is to be done now, in this order.
package enum ClientAction: Sendable {
  /// Move what is damaged in secure storage to where nobody reads it. Nothing comes of it.
  case setAside
  /// While no other process does: read the item, ask `writes(for:found:)`, write, and answer with
  /// `stored`. Done one after the other, and answered in the order in which they were asked for. One
  /// that only reads needs no lock.
  case store(StoreID, StoredItem, onlyReads: Bool)
  /// Answer with `keyKnown` if it can be read; make none.
  case lookForKey
  /// Take the lock of this session among the processes, within so many milliseconds; answer with
  /// `lockTaken` or `lockMissed`.
  case takeLock(LockID, wait: Int64)
  case releaseLock(LockID)
  /// Sign with the device key, made where there is none and told by `keyKnown`; send; answer with
  /// `answered`.
  case send(SendID, CallRequest)
  /// Nobody needs the answer any more.
  case cancelSend(SendID)
  /// Answer with `timePassed` after so many milliseconds; takes the place of an earlier one.
  case startTimer(TimerID, Int64)
  case stopTimer(TimerID)
  case answer(CallID, ClientAnswer)
  case tell(ClientEvent)
}

/// What an app is told without asking.
package enum ClientEvent: Hashable, Sendable {
  /// At launch and on every change.
  case session(SessionStatus)
  /// The server ended the session (ENT-5, ACC-7).
  case sessionExpired(SignOutCause)
  /// This version of the app must not go on (ENT-7).
  case updateRequired
  /// A third party led back: `ok` once what it brought is stored, else why there is nothing to go on with.
  case federationReturned(Bytes)
}
