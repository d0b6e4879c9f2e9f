// ClientMachine: the client of the identity API as one value.
//
// Owns: which credentials go with an operation, the challenges and what they are bound to, when the
// session is asked for a token and what becomes of a refused one, the session of the installation,
// what an answer says and what of it nobody may see, what has to be stored before anybody hears of
// an answer, the failures that the client finds by itself, and in which form a session is kept on
// this kind of device. Must not: store, send, sign, wait, read a clock or draw randomness; a host
// performs the actions and says what came of each (IdentityClient on devices, Web/host/client in a
// browser). What becomes of one session lies below, in SessionMachine. Embedded Swift compiles it.

package import SessionMachine

/// Names one call for as long as it is open; its host numbers them from 1.
package typealias CallID = CallerID

/// The numbers of the client that no document fixes.
package enum ClientRules {
  /// Milliseconds that a renewal may take, whoever waits for it.
  package static let renewalTime: Int64 = 15_000
  /// Milliseconds that a renewal waits for the lock that another process holds.
  package static let lockTime: Int64 = 20_000
  /// How often one sending is signed again because the server wants another nonce or proof.
  static let newProofs = 2
  /// A nonce longer than this is none.
  static let nonceBytes = 512
  /// Members of one object of an answer; one with more is no answer of the server.
  static let members = 1_024
  /// Bytes of a cause that somebody names.
  static let causeBytes = 64
  /// Calls of the client's own are numbered from here.
  static let ownCalls: CallID = 1 << 30
}

/// How a device keeps a session.
package enum SessionKind: UInt8, Sendable {
  /// Refresh tokens come in answers and lie in secure storage.
  case tokens
  /// The refresh token lies in a cookie that no script can read (RFC 6265); a mark stands for it,
  /// and access tokens are held in memory only.
  case cookie
}

/// What a launch tells of the app, and how its sessions are kept.
package struct ClientProfile: Sendable {
  package var kind: SessionKind
  package var platform: Bytes
  package var appVersion: Bytes

  package init(kind: SessionKind, platform: Bytes, appVersion: Bytes) {
    self.kind = kind
    self.platform = platform
    self.appVersion = appVersion
  }
}

/// When something happened, with 128 random bits that nothing else has used.
package struct ClientMoment: Sendable {
  package var time: Moment
  package var random: (UInt64, UInt64)

  package init(time: Moment, random: (UInt64, UInt64)) {
    self.time = time
    self.random = random
  }

  /// The random bits as a name: 22 letters of base64url (RFC 4648 section 5).
  var name: Bytes {
    var result: Bytes = []
    for index in 0..<22 {
      let place = index * 6
      let value =
        place < 60
        ? random.0 >> UInt64(place)
        : place == 60 ? random.0 >> 60 | random.1 << 4 : random.1 >> UInt64(place - 64)
      // The last letter has two bits of the name, and zeros behind them.
      let sextet = UInt8(truncatingIfNeeded: index < 21 ? value : value << 4) & 63
      switch sextet {
      case 0..<26: result.append(65 + sextet)
      case 26..<52: result.append(71 + sextet)
      case 52..<62: result.append(sextet - 4)
      default: result.append(sextet == 62 ? UInt8(ascii: "-") : UInt8(ascii: "_"))
      }
    }
    return result
  }
}
