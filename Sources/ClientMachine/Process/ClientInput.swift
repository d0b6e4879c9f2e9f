package import SessionMachine

/// What somebody asks of the client.
package struct ClientCall: Sendable {
  package var id: CallID
  /// Of an operation of the API, or of the client's own: `launch`, `extendSession`,
  /// `automaticLogin`, `signOut`.
  package var name: Bytes
  /// A JSON object, or nothing.
  package var parameters: Bytes
  /// Stands for the intent, so that a repetition has no second effect; none is empty.
  package var key: Bytes?
  /// Milliseconds for all that it takes.
  package var timeout: Int64
  /// How often to send again after an answer was lost; only what is safe is sent again.
  package var repeats: Int

  package init(
    id: CallID, name: Bytes, parameters: Bytes, key: Bytes? = nil, timeout: Int64, repeats: Int = 0
  ) {
    self.id = id
    self.name = name
    self.parameters = parameters
    self.key = key
    self.timeout = timeout
    self.repeats = repeats
  }
}

/// What happened outside of the client.
package enum ClientInput: Sendable {
  /// The app began, or came to the front, or the network came back.
  case woke
  /// Secure storage was emptied: nothing is left, the device key included.
  case emptied
  /// A third party led back to the app, with this behind the question mark (CMP-7).
  case returned(Bytes)
  /// Another process changed what is stored of the session.
  case storeChanged
  case call(ClientCall)
  /// Nobody waits for this call any more.
  case cancelled(CallID)
  /// The thumbprint of the device key (RFC 7638); empty where there is certainly none.
  case keyKnown(Bytes)
  /// What `store` came to, after `writes(for:found:)`.
  case stored(StoreID, StorageProblem?)
  case lockTaken(LockID)
  case lockMissed(LockID)
  case answered(SendID, SendOutcome)
  case timePassed(TimerID)
}

/// What came of one sending.
package enum SendOutcome: Sendable {
  case received(CallReply)
  /// Certainly nothing was sent.
  case notSent
  case lost
  case timedOut
  /// The device key cannot be read.
  case unsigned(StorageProblem)
}

/// An answer as it came.
package struct CallReply: Sendable {
  package var status: Int
  /// `Content-Type`; empty where there was none.
  package var contentType: Bytes
  /// `DPoP-Nonce` (RFC 9449 section 8); empty where there was none.
  package var nonce: Bytes
  package var body: Bytes
  /// There was more than anybody reads.
  package var isTooLong: Bool

  package init(
    status: Int, contentType: Bytes, nonce: Bytes, body: Bytes, isTooLong: Bool = false
  ) {
    self.status = status
    self.contentType = contentType
    self.nonce = nonce
    self.body = body
    self.isTooLong = isTooLong
  }
}

/// What reading one item gave.
package enum StoreFinding: Sendable {
  /// Nil when there is no such value. Unreadable is not absent.
  case value(Bytes?)
  case problem(StorageProblem)
}
