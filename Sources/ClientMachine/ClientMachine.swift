// ClientMachine: the client of the identity API as one value.
//
// Owns: which credentials go with an operation, the challenges and what they are bound to, when the
// session is asked for a token and how a refused one is handled, the session of the installation,
// what a response says and which parts of it no caller may see, what must be stored before a
// response is reported, the failures that the client detects itself, and in which form a session is
// kept on this kind of device. Must not: store, send, sign, wait, read a clock or draw randomness;
// a host performs the actions and reports the results (IdentityClient on devices, Web/host/client
// in a browser). The rules of a single session are one layer below, in SessionMachine. Compiles as
// Embedded Swift.

package import SessionMachine

/// Identifies one call while it is open; its host numbers calls from 1.
package typealias CallID = CallerID

/// Constants of the client that no specification fixes.
package enum ClientRules {
  /// The maximum duration of a renewal in milliseconds, whoever waits for it.
  package static let renewalTime: Int64 = 15_000
  /// How long a renewal waits for a lock held by another process, in milliseconds.
  package static let lockTime: Int64 = 20_000
  /// How often one request is signed again because the server wants another nonce or proof.
  static let newProofs = 2
  /// A longer nonce is ignored.
  static let nonceBytes = 512
  /// The maximum number of members of one object; a response with more is not from the server.
  static let members = 1_024
  /// The maximum length of a caller's sign-out cause in bytes.
  static let causeBytes = 64
  /// The client's own calls are numbered from here.
  static let ownCalls: CallID = 1 << 30
}

/// How a device keeps a session.
package enum SessionKind: UInt8, Sendable {
  /// Refresh tokens come in responses and are kept in secure storage.
  case tokens
  /// The refresh token is in a cookie that no script can read (RFC 6265), represented by a marker;
  /// access tokens are kept in memory only.
  case cookie
}

/// What the client is told about the app at launch, and how its sessions are kept.
package struct ClientProfile: Sendable {
  package var kind: SessionKind
  package var platform: Bytes
  package var appVersion: Bytes
  /// The providers for which the device has a native sheet (FED-6), by their ids on the server.
  package var sheets: [Bytes]

  package init(kind: SessionKind, platform: Bytes, appVersion: Bytes, sheets: [Bytes] = []) {
    self.kind = kind
    self.platform = platform
    self.appVersion = appVersion
    self.sheets = sheets
  }
}

/// The time of an event, with 128 random bits that nothing else has used.
package struct ClientMoment: Sendable {
  package var time: Moment
  package var random: (UInt64, UInt64)

  package init(time: Moment, random: (UInt64, UInt64)) {
    self.time = time
    self.random = random
  }

  /// The random bits as a name: 22 characters of base64url (RFC 4648 section 5).
  var name: Bytes {
    var result: Bytes = []
    for index in 0..<22 {
      let place = index * 6
      let value =
        place < 60
        ? random.0 >> UInt64(place)
        : place == 60 ? random.0 >> 60 | random.1 << 4 : random.1 >> UInt64(place - 64)
      // The last character has two bits of the name, then zeros.
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
