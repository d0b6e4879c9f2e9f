import IdentityDomain

/// What one of the two does, or the time that passes. The victim reads the mail and the messages of
/// the address and the number, and types the newest code; the attacker reads none of them.
enum OrderAct: Hashable, Sendable, CustomStringConvertible {
  case victim(Victim)
  case attacker(Attacker)
  case aDay
  case aSleep

  enum Victim: CaseIterable {
    case register, confirm, login, beginCode, completeCode, beginPhone, verifyPhone
    case recover, mailedPassword, addNumber, addAddress, signOutEverywhere, delete, undo
    case signInByProvider, removeProvider

    /// Those that only a device with a key can do.
    static let withKey: Set<Victim> = [.signInByProvider, .removeProvider]
  }

  enum Attacker: CaseIterable {
    case register, registerNumber, guessConfirmation, login, beginCode, guessCode
    case beginPhone, pollPhone, beginRecovery, guessRecovery, claimAddress, claimNumber
    case mailedPassword, copyTokens, addOwnAddress, addOwnNumber, endOtherSessions, renew
    case spendPasswords, spendMessages, spendGuesses
    case claimByProvider, linkOwnProvider
  }

  static let all: [OrderAct] =
    Victim.allCases.map(Self.victim) + Attacker.allCases.map(Self.attacker) + [.aDay, .aSleep]

  var description: String {
    switch self {
    case .victim(let act): "victim \(act)"
    case .attacker(let act): "attacker \(act)"
    case .aDay: "a day"
    case .aSleep: "91 days"
    }
  }
}
