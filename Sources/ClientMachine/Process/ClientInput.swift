package import SessionMachine

/// A call to the client.
package struct ClientCall: Sendable {
  package var id: CallID
  /// The name of an operation of the API, or of the client's own: `launch`, `extendSession`,
  /// `automaticLogin`, `signOut`.
  package var name: Bytes
  /// A JSON object, or empty.
  package var parameters: Bytes
  /// Identifies the intent, so that a repetition has no second effect; never empty.
  package var key: Bytes?
  /// Milliseconds for the whole call.
  package var timeout: Int64
  /// How often to resend after a response was lost; only safe calls are resent.
  package var repeats: Int
  /// An access token that the caller was refused.
  package var refused: Bytes?

  package init(
    id: CallID, name: Bytes, parameters: Bytes, key: Bytes? = nil, timeout: Int64, repeats: Int = 0,
    refused: Bytes? = nil
  ) {
    self.id = id
    self.name = name
    self.parameters = parameters
    self.key = key
    self.timeout = timeout
    self.repeats = repeats
    self.refused = refused
  }
}

/// What happened outside the client.
package enum ClientInput: Sendable {
  /// The app was launched, came to the foreground, or is online again.
  case woke
  /// Secure storage was emptied, including the device key.
  case emptied
  /// A third party redirected back to the app, with this query (CMP-7); or its native sheet ended,
  /// with a JSON object (`Challenges.takeReturn`).
  case returned(Bytes)
  /// Another process changed the stored session.
  case storeChanged
  case call(ClientCall)
  /// Nobody waits for this call any longer.
  case cancelled(CallID)
  /// The thumbprint of the device key (RFC 7638); empty if there is certainly none.
  case keyKnown(Bytes)
  /// The result of `store`, after `writes(for:found:)`.
  case stored(StoreID, StorageProblem?)
  case lockTaken(LockID)
  case lockMissed(LockID)
  case answered(SendID, SendOutcome)
  case timePassed(TimerID)
}

/// The result of one send.
package enum SendOutcome: Sendable {
  case received(CallReply)
  /// It was definitely not sent.
  case notSent
  case lost
  case timedOut
  /// The device key cannot be read.
  case unsigned(StorageProblem)
}

/// A response as it was received.
package struct CallReply: Sendable {
  package var status: Int
  /// `Content-Type`; empty if there was none.
  package var contentType: Bytes
  /// `DPoP-Nonce` (RFC 9449 section 8); empty if there was none.
  package var nonce: Bytes
  package var body: Bytes
  /// The body exceeded the limit.
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

/// The result of reading one item.
package enum StoreFinding: Sendable {
  /// Nil if nothing is stored under this name; a value that cannot be read is reported as such.
  case value(Bytes?)
  case problem(StorageProblem)
}
