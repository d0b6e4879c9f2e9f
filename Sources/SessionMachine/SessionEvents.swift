/// Identifies a caller while it waits.
package typealias CallerID = UInt32

/// What a caller needs from the session.
package struct Need: Hashable, Sendable {
  package var caller: CallerID
  /// The session with which the call began; it gets the tokens of no other.
  package var family: Bytes?
  /// An access token that the server refused for this caller.
  package var refused: Bytes?
  package var form: Form

  package enum Form: UInt8, Hashable, Sendable {
    /// A valid access token.
    case accessToken
    /// One whole launch call: it presents the refresh token and returns everything (ENT-2).
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

/// What happened outside the machine.
package enum SessionInput: Hashable, Sendable {
  /// The app was launched, came to the foreground, or is online again: read what is stored, and
  /// resume what is pending.
  case woke
  case needed(Need)
  /// The caller has stopped waiting.
  case gaveUp(CallerID)
  /// A sign-in has succeeded.
  case signedIn(CallerID, SessionRecord)
  case signOutAsked(CallerID, cause: SignOutCause, isEverywhere: Bool)
  /// The thumbprint of the existing device key.
  case keyKnown(Bytes)

  /// The result of the `read` with this number.
  case read(UInt32, StoredReading)
  case lockTaken(attempt: UInt32)
  /// Another process holds it longer than the wait allows, or it cannot be taken.
  case lockMissed(attempt: UInt32)
  case refreshAnswered(send: UInt32, RefreshAnswer)
  case changed(ChangeID, StoreOutcome)
  /// - Parameter jitter: drawn for this input, so that devices do not retry all at once.
  case signOutDelivered(family: Bytes, DeliveryAnswer, jitter: UInt8)
  /// The server responded to a call other than `deliver`, whatever it said.
  case reached
  /// The time that `deliverLater` asked for has passed.
  case timePassed
}

/// The result of notifying the server that a session ended.
package enum DeliveryAnswer: UInt8, Hashable, Sendable {
  /// The server knows.
  case settled = 0
  /// There was no response from the server.
  case unheard = 1
  /// It responded but did not accept the sign-out; it is busy, say.
  case refused = 2
}

/// The result of reading the store.
package enum StoredReading: Hashable, Sendable {
  case stored(StoredSession)
  case unreadable(StorageProblem)
}

/// The result of one call that presented a refresh token.
package enum RefreshAnswer: Hashable, Sendable {
  case extended(ExtensionTokens)
  /// One of the codes that end a session, and nothing else (facts, account sign-in).
  case refused(SignOutCause)
  /// The proof must be signed again: it needs another nonce, or it was a duplicate.
  case wantsNewProof
  /// The request or its response was lost.
  case lost
  case failed(SessionTrouble)
}

/// Why no token could be obtained although nobody was signed out.
package enum SessionTrouble: Hashable, Sendable {
  case notSent
  case lost
  case timedOut
  /// The server refused this call and said nothing about the session: it is busy, or something is
  /// wrong.
  case answered(status: UInt16)
  /// The response is not from our server.
  case malformed
  case storage(StorageProblem)
  /// Another process is renewing the session and does not finish.
  case busyElsewhere
}

/// Why a caller's request is refused.
package enum SessionRefusal: Hashable, Sendable {
  /// There is no session; the note gives the reason, if there was one.
  case signedOut(SignOutNote?)
  /// Another user has signed in meanwhile.
  case sessionChanged
  case trouble(SessionTrouble)
}

/// Identifies one change of the store.
package struct ChangeID: Hashable, Sendable {
  package var number: UInt32

  package init(number: UInt32) { self.number = number }
}

/// What to do now, in this order.
///
/// `read` and `change` are performed one after the other, and their results are reported in the
/// order requested; all other actions may take their time.
package enum SessionAction: Hashable, Sendable {
  /// Answer with `read` and the same number. A number other than 0 belongs to an attempt that holds
  /// the lock.
  case read(UInt32)
  /// Take the lock that allows one process at a time to renew, and answer with `lockTaken` or
  /// `lockMissed`.
  case takeLock(attempt: UInt32)
  case releaseLock(attempt: UInt32)
  /// Lock the store, read, apply, write, unlock; answer with `changed`.
  case change(ChangeID, StoreChange)
  /// Present a refresh token with a fresh proof, and answer with `refreshAnswered`.
  case refresh(send: UInt32, family: Bytes, token: Bytes, Need.Form)
  /// Notify the server that a session ended, and answer with `signOutDelivered`.
  case deliver(PendingSignOut)
  /// Answer with `timePassed` after so many milliseconds; replaces an earlier request.
  case deliverLater(Int64)

  case serve(CallerID, accessToken: Bytes, family: Bytes)
  case refuse(CallerID, SessionRefusal)
  /// The result of `signedIn` and `signOutAsked`: nil once it is stored.
  case finished(CallerID, StorageProblem?)
  case tell(SessionStatus)
}

/// What an app and its flow know of the session.
package enum SessionStatus: Hashable, Sendable {
  /// Nobody is signed in.
  case absent(SignOutNote?)
  /// There may be a session, but it cannot be read now. Unreadable is not absent (CMP-4).
  case unreadable(StorageProblem)
  /// There is a session that has not been renewed for long: ask the server before showing anything.
  case stale
  case valid
  /// The server ended it.
  case revoked(SignOutNote)

  package var isOver: Bool {
    switch self {
    case .absent, .revoked: true
    case .unreadable, .stale, .valid: false
    }
  }
}
