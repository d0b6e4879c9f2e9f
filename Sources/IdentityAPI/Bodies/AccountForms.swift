// The account API has several requests on one path, distinguished by their fields. A body is read
// as received, and a single rule determines which request it is.

/// The missing field that keeps a body from being any of the requests on its path.
package struct MissingField: Error, Hashable, Sendable {
  package let field: String
  package init(field: String) { self.field = field }
}

/// `POST /v1/user`.
package struct UserBody: Hashable, CallBody {
  package static let fields = CodingKeys.allCases.map(\.rawValue)
  package var userName: String?
  package var password: String?
  package var verificationCode: String?
  package var name: String?
  /// Ours: the attempt that the code belongs to.
  package var registrationID: String?

  package init(
    userName: String? = nil, password: String? = nil, verificationCode: String? = nil,
    name: String? = nil, registrationID: String? = nil
  ) {
    self.userName = userName
    self.password = password
    self.verificationCode = verificationCode
    self.name = name
    self.registrationID = registrationID
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case password, name
    case userName = "user_name"
    case verificationCode = "verification_code"
    case registrationID = "registration_id"
  }
}

package enum UserForm: Hashable, Sendable {
  case register(userName: String, password: String, name: String?)
  case confirm(userName: String, verificationCode: String, registrationID: String?)

  package init(_ body: UserBody) throws(MissingField) {
    guard let userName = body.userName else { throw MissingField(field: "user_name") }
    if let code = body.verificationCode {
      self = .confirm(
        userName: userName, verificationCode: code, registrationID: body.registrationID)
    } else if let password = body.password {
      self = .register(userName: userName, password: password, name: body.name)
    } else {
      throw MissingField(field: "password")
    }
  }
}

/// `POST /v1/login`.
package struct LoginBody: Hashable, CallBody {
  package static let fields = CodingKeys.allCases.map(\.rawValue)
  package var userName: String?
  package var password: String?
  package var session: String?
  package var verificationCode: String?
  package var refreshToken: String?

  package init(
    userName: String? = nil, password: String? = nil, session: String? = nil,
    verificationCode: String? = nil, refreshToken: String? = nil
  ) {
    self.userName = userName
    self.password = password
    self.session = session
    self.verificationCode = verificationCode
    self.refreshToken = refreshToken
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case password, session
    case userName = "user_name"
    case verificationCode = "verification_code"
    case refreshToken = "refreshtoken"
  }
}

package enum LoginForm: Hashable, Sendable {
  case password(userName: String, password: String)
  case beginCode(userName: String)
  /// With the password if a second proof is required.
  case completeCode(
    userName: String, session: String, verificationCode: String, password: String?)
  case extend(refreshToken: String)

  /// A refresh token takes precedence, since clients send `user_name` along with it.
  package init(_ body: LoginBody) throws(MissingField) {
    if let token = body.refreshToken {
      self = .extend(refreshToken: token)
      return
    }
    guard let userName = body.userName else { throw MissingField(field: "user_name") }
    if let code = body.verificationCode {
      guard let session = body.session else { throw MissingField(field: "session") }
      self = .completeCode(
        userName: userName, session: session, verificationCode: code, password: body.password)
    } else if let password = body.password {
      self = .password(userName: userName, password: password)
    } else {
      self = .beginCode(userName: userName)
    }
  }
}

/// `PUT /v1/forgotpassword`.
package struct ForgotPasswordBody: Hashable, CallBody {
  package static let fields = CodingKeys.allCases.map(\.rawValue)
  package var userName: String?
  package var password: String?
  package var verificationCode: String?

  package init(
    userName: String? = nil, password: String? = nil, verificationCode: String? = nil
  ) {
    self.userName = userName
    self.password = password
    self.verificationCode = verificationCode
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case password
    case userName = "user_name"
    case verificationCode = "verification_code"
  }
}

package enum ForgotPasswordForm: Hashable, Sendable {
  case begin(userName: String)
  case complete(userName: String, password: String, verificationCode: String)

  package init(_ body: ForgotPasswordBody) throws(MissingField) {
    guard let userName = body.userName else { throw MissingField(field: "user_name") }
    switch (body.password, body.verificationCode) {
    case (nil, nil): self = .begin(userName: userName)
    case (let password?, let code?):
      self = .complete(userName: userName, password: password, verificationCode: code)
    case (nil, _?): throw MissingField(field: "password")
    case (_?, nil): throw MissingField(field: "verification_code")
    }
  }
}
