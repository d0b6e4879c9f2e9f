/// Names one caller that waits, for as long as it waits.
package typealias CallerID = UInt32

/// What a caller wants of the session.
package struct Need: Hashable, Sendable {
  package var caller: CallerID
  /// The session that the call began with; it gets the tokens of no other.
  package var family: Bytes?
  /// An access token that the server refused to the caller.
  package var refused: Bytes?
  package var form: Form

  package enum Form: UInt8, Hashable, Sendable {
    /// An access token that works.
    case accessToken
    /// One whole launch call: it takes the refresh token and returns everything (ENT-2).
    case launch
  }

  package init(
    caller: CallerID, family: Bytes? = nil, refused: Bytes? = nil, form: Form = .accessToken
  ) {
    self.caller = caller
    self.family = family
    self.refused = refused
    self.form = form
  }
}

/// What happened outside of the machine.
package enum SessionInput: Hashable, Sendable {
  /// The app began, or came back to the front, or the network did: look at what is stored, and do
  /// what is owed.
  case woke
  case needed(Need)
  /// The caller waits no more.
  case gaveUp(CallerID)
  /// A sign-in was answered.
  case signedIn(CallerID, SessionRecord)
  case signOutAsked(CallerID, cause: SignOutCause, isEverywhere: Bool)
  /// The thumbprint of the device key that there is.
  case keyKnown(Bytes)

  /// What a `read` of this number gave.
  case read(UInt32, StoredReading)
  case lockTaken(attempt: UInt32)
  /// Another process holds it for longer than anybody waits, or it cannot be taken.
  case lockMissed(attempt: UInt32)
  case refreshAnswered(send: UInt32, RefreshAnswer)
  case changed(ChangeID, StoreOutcome)
  /// - Parameter jitter: drawn for this input, so that devices do not tell all at once.
  case signOutDelivered(family: Bytes, DeliveryAnswer, jitter: UInt8)
  /// The server answered a call other than `deliver`, whatever it said.
  case reached
  /// So much time is over as `deliverLater` asked for.
  case timePassed
}

/// What came of telling the server that a session ended.
package enum DeliveryAnswer: UInt8, Hashable, Sendable {
  /// It knows.
  case settled = 0
  /// No answer of the server came.
  case unheard = 1
  /// It answered, and knows no better than before: it is busy, say.
  case refused = 2
}

/// What reading the store gave.
package enum StoredReading: Hashable, Sendable {
  case stored(StoredSession)
  case unreadable(StorageProblem)
}

/// What became of one call that presented a refresh token.
package enum RefreshAnswer: Hashable, Sendable {
  case extended(ExtensionTokens)
  /// One of the codes that end a session, and nothing else (facts, account sign-in).
  case refused(SignOutCause)
  /// The proof has to be signed again: another nonce, or it was a duplicate.
  case wantsNewProof
  /// The request or its answer did not arrive.
  case lost
  case failed(SessionTrouble)
}

/// Why no token could be had although nobody was signed out.
package enum SessionTrouble: Hashable, Sendable {
  case notSent
  case lost
  case timedOut
  /// The server said no to this call and nothing about the session: it is busy, or it is wrong.
  case answered(status: UInt16)
  /// What came is no answer of our server.
  case malformed
  case storage(StorageProblem)
  /// Another process is renewing the session, and does not come to an end.
  case busyElsewhere
}

/// Why a caller gets nothing.
package enum SessionRefusal: Hashable, Sendable {
  /// There is no session; the note says why, if one was there.
  case signedOut(SignOutNote?)
  /// Somebody else signed in meanwhile.
  case sessionChanged
  case trouble(SessionTrouble)
}

/// Tells one change of the store from the others.
package struct ChangeID: Hashable, Sendable {
  package var number: UInt32

  package init(number: UInt32) { self.number = number }
}

/// What is to be done now, in this order.
///
/// `read` and `change` are done one after the other and reported in the order in which they were
/// asked for; all else may take its time.
package enum SessionAction: Hashable, Sendable {
  /// Answer with `read` and the same number. One that is not 0 belongs to an attempt that holds the
  /// lock.
  case read(UInt32)
  /// Take the lock that one process at a time renews under, and answer with `lockTaken` or
  /// `lockMissed`.
  case takeLock(attempt: UInt32)
  case releaseLock(attempt: UInt32)
  /// Lock the store, read, apply, write, unlock; answer with `changed`.
  case change(ChangeID, StoreChange)
  /// Present a refresh token with a fresh proof, and answer with `refreshAnswered`.
  case refresh(send: UInt32, family: Bytes, token: Bytes, Need.Form)
  /// Tell the server that a session ended, and answer with `signOutDelivered`.
  case deliver(PendingSignOut)
  /// Answer with `timePassed` after so many milliseconds; takes the place of an earlier one.
  case deliverLater(Int64)

  case serve(CallerID, accessToken: Bytes, family: Bytes)
  case refuse(CallerID, SessionRefusal)
  /// Answers `signedIn` and `signOutAsked`: nil when it is stored.
  case finished(CallerID, StorageProblem?)
  case tell(SessionStatus)
}

/// What an app and its flow know of the session.
package enum SessionStatus: Hashable, Sendable {
  /// Nobody is signed in.
  case absent(SignOutNote?)
  /// There may be a session; it cannot be read now. Unreadable is not absent (CMP-4).
  case unreadable(StorageProblem)
  /// There is one that nobody has renewed for long: ask the server before anything shows.
  case stale
  case valid
  /// The server ended it.
  case revoked(SignOutNote)
}
