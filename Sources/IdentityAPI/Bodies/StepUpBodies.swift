/// `POST /v1/session/step_up`: how the user authenticates again.
package struct StepUpBody: Hashable, CallBody {
  package static let fields = CodingKeys.allCases.map(\.rawValue)
  /// `email` or `sms`; without it the server chooses.
  package var channel: String?
  package init(channel: String? = nil) { self.channel = channel }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case channel
  }
}

/// The proofs that a call presents: the password, or a code with the token returned when it was
/// sent. `POST /v1/session/step_up/verification`, and acts of a session without a key that require
/// a fresh proof.
package struct ShownBody: Hashable, CallBody {
  package static let fields = CodingKeys.allCases.map(\.rawValue)
  package var password: String?
  package var token: String?
  package var verificationCode: String?
  /// The code of an authenticator app, or a recovery code.
  package var factorCode: String?

  package init(
    password: String? = nil, token: String? = nil, verificationCode: String? = nil,
    factorCode: String? = nil
  ) {
    self.password = password
    self.token = token
    self.verificationCode = verificationCode
    self.factorCode = factorCode
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case password, token
    case verificationCode = "verification_code"
    case factorCode = "factor_code"
  }
}

/// `POST /v1/password/strength`: a password while it is typed, and the words it must not consist
/// of.
package struct StrengthBody: Hashable, CallBody {
  package static let fields = CodingKeys.allCases.map(\.rawValue)
  /// For a registration; `newpassword` when resetting, changing or setting one.
  package var password: String?
  package var newPassword: String?
  package var userName: String?
  package var name: String?

  package init(
    password: String? = nil, newPassword: String? = nil, userName: String? = nil,
    name: String? = nil
  ) {
    self.password = password
    self.newPassword = newPassword
    self.userName = userName
    self.name = name
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case password, name
    case newPassword = "newpassword"
    case userName = "user_name"
  }
}

package struct StrengthAnswerBody: Hashable, Sendable, Codable {
  package var status = "success"
  /// From 0, the first thing that guessers try, to 4.
  package var strength: Int
  /// Why it is refused; absent if it is not.
  package var reason: String?

  package init(strength: Int, reason: String?) {
    self.strength = strength
    self.reason = reason
  }
}

/// `POST /v1/user/identifiers/undo`: the token from the notice of a change.
package struct UndoBody: Hashable, CallBody {
  package static let fields = CodingKeys.allCases.map(\.rawValue)
  package var undoToken: String
  package init(undoToken: String) { self.undoToken = undoToken }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case undoToken = "undo_token"
  }
}
