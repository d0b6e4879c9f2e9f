import IdentityDomain

/// A token family behind a reference, because `#expect` cannot call a mutating function of a value.
@dynamicMemberLookup
final class HeldFamily {
  private(set) var family: TokenFamily

  init(_ family: TokenFamily) { self.family = family }

  subscript<Value>(dynamicMember path: KeyPath<TokenFamily, Value>) -> Value {
    family[keyPath: path]
  }

  func refresh(_ attempt: RefreshAttempt) -> RefreshDecision { family.refresh(attempt) }
  func revoke(_ cause: SignOutCause, at now: Timestamp) -> Bool { family.revoke(cause, at: now) }
  func touch(at now: Timestamp) -> Bool { family.touch(at: now) }
  func expire(at now: Timestamp) -> SignOutCause? { family.expire(at: now) }
  func standing(at now: Timestamp) -> SessionStanding { family.standing(at: now) }
}
