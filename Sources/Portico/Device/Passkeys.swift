/// Passkeys of the device and of the user's password manager, in the terms of WebAuthn Level 3. Bytes are base64url texts, as
/// the server sends and receives them. Only the server verifies what an authenticator returns.
public struct Passkeys: Sendable {
  /// Why the device returned no credential, after the errors of WebAuthn section 5.1.
  public enum Refusal: String, Error, Sendable, CaseIterable {
    /// The user cancelled, the request timed out, or no passkey matches. Platforms do not tell these apart.
    case notAllowed = "not_allowed"
    /// The authenticator already holds one of the excluded passkeys.
    case invalidState = "invalid_state"
    /// The app is not associated with the domain.
    case security
    /// The device has no suitable authenticator.
    case unavailable
  }

  /// Creates a passkey. The task is cancelled when the flow stops waiting.
  public var create: @Sendable (CreationOptions) async -> Result<Attestation, Refusal>
  /// Asks the user for a passkey. The task is cancelled when the flow stops waiting.
  public var get: @Sendable (RequestOptions) async -> Result<Assertion, Refusal>
  /// Offers passkeys among the suggestions of the fields of kind `email`, until one is chosen or the task is cancelled; nil
  /// where the platform has no such suggestions.
  public var suggest: (@Sendable (RequestOptions) async -> Result<Assertion, Refusal>)?
  /// Tells the platform that the server does not know this credential (WebAuthn section 5.1.10), so that it is no
  /// longer offered. Returns false where the platform has no such call.
  public var signalUnknown: @Sendable (_ relyingParty: String, _ credential: String) async -> Bool

  /// Whether the device can create a passkey without anything plugged in: only then is one offered (PAS-2).
  public var canCreate: @Sendable () -> Bool

  /// Each as its property says.
  public init(
    canCreate: @escaping @Sendable () -> Bool = { true },
    create: @escaping @Sendable (CreationOptions) async -> Result<Attestation, Refusal>,
    get: @escaping @Sendable (RequestOptions) async -> Result<Assertion, Refusal>,
    suggest: (@Sendable (RequestOptions) async -> Result<Assertion, Refusal>)? = nil,
    signalUnknown:
      @escaping @Sendable (_ relyingParty: String, _ credential: String) async -> Bool = { _, _ in
        false
      }
  ) {
    self.canCreate = canCreate
    self.create = create
    self.get = get
    self.suggest = suggest
    self.signalUnknown = signalUnknown
  }

  /// A device without passkeys.
  public static let none = Passkeys(
    canCreate: { false }, create: { _ in .failure(.unavailable) },
    get: { _ in .failure(.unavailable) })
}

extension Passkeys {
  /// What the server asks the authenticator to make (WebAuthn section 5.4).
  public struct CreationOptions: Equatable, Sendable {
    /// Names this ceremony.
    public var challenge: String
    /// The domain that the passkey belongs to.
    public var relyingParty: String
    /// The service as the user knows it.
    public var relyingPartyName: String
    /// What the authenticator knows the account by.
    public var userHandle: String
    /// What the user knows the account by.
    public var userName: String
    /// `required` or `preferred`.
    public var userVerification: String
    /// COSE's numbers, the preferred one first.
    public var algorithms: [Int64]
    /// Credentials that the account has: an authenticator that has one of these makes no other.
    public var excluded: [String]

    /// - Returns: nil unless it is what the server sends (`beginPasskey`, `beginPasskeySignUp`).
    init?(_ value: JSONValue?) {
      guard let challenge = value?["challenge"]?.text, let relyingParty = value?["rp_id"]?.text,
        let userHandle = value?["user_handle"]?.text
      else { return nil }
      self.challenge = challenge
      self.relyingParty = relyingParty
      self.userHandle = userHandle
      relyingPartyName = value?["rp_name"]?.text ?? relyingParty
      userName = value?["user_name"]?.text ?? ""
      userVerification = value?["user_verification"]?.text ?? "preferred"
      algorithms = value?["algorithms"]?.elements.compactMap(\.number) ?? []
      excluded = value?["excluded"]?.elements.compactMap(\.text) ?? []
    }
  }

  /// What the server asks the authenticator to show (WebAuthn section 5.5).
  public struct RequestOptions: Equatable, Sendable {
    /// Names this ceremony.
    public var challenge: String
    /// The domain that the passkey belongs to.
    public var relyingParty: String
    /// `required` or `preferred`.
    public var userVerification: String
    /// The credentials to choose from; empty for any of this domain.
    public var allowed: [String]

    /// - Returns: nil unless it is what the server sends (`beginPasskeySignIn`, `beginPasskeyStepUp`).
    init?(_ value: JSONValue?) {
      guard let challenge = value?["challenge"]?.text, let relyingParty = value?["rp_id"]?.text
      else { return nil }
      self.challenge = challenge
      self.relyingParty = relyingParty
      userVerification = value?["user_verification"]?.text ?? "preferred"
      allowed = value?["allowed"]?.elements.compactMap(\.text) ?? []
    }
  }

  /// What the authenticator made (WebAuthn section 5.2.1).
  public struct Attestation: Equatable, Sendable {
    /// The credential id.
    public var id: String
    /// As the authenticator signed it.
    public var clientData: String
    /// With the new public key.
    public var attestationObject: String

    /// Each as its property says.
    public init(id: String, clientData: String, attestationObject: String) {
      self.id = id
      self.clientData = clientData
      self.attestationObject = attestationObject
    }
  }

  /// What the authenticator shows (WebAuthn section 5.2.2).
  public struct Assertion: Equatable, Sendable {
    /// The credential id.
    public var id: String
    /// As the authenticator signed it.
    public var clientData: String
    /// As the authenticator signed it.
    public var authenticatorData: String
    /// Of these two.
    public var signature: String
    /// What the authenticator knows the account by; nil where it does not say.
    public var userHandle: String?

    /// Each as its property says.
    public init(
      id: String, clientData: String, authenticatorData: String, signature: String,
      userHandle: String?
    ) {
      self.id = id
      self.clientData = clientData
      self.authenticatorData = authenticatorData
      self.signature = signature
      self.userHandle = userHandle
    }
  }
}

extension Passkeys.Attestation {
  /// As the server takes it.
  var value: JSONValue {
    [
      "id": .text(id), "client_data": .text(clientData),
      "attestation_object": .text(attestationObject),
    ]
  }
}

extension Passkeys.Assertion {
  /// As the server takes it.
  var value: JSONValue {
    var members: [String: JSONValue] = [
      "id": .text(id), "client_data": .text(clientData),
      "authenticator_data": .text(authenticatorData), "signature": .text(signature),
    ]
    if let userHandle { members["user_handle"] = .text(userHandle) }
    return .object(members)
  }
}

extension Passkeys.Refusal {
  /// As a flow is told, in every host alike.
  var reply: Reply {
    let status: UInt16 =
      switch self {
      case .notAllowed, .security: 403
      case .invalidState: 409
      case .unavailable: 404
      }
    return .answered(status: status, body: JSONValue.object(["code": .text(rawValue)]).bytes)
  }
}

extension JSONValue {
  fileprivate var elements: [JSONValue] {
    if case .list(let elements) = self { elements } else { [] }
  }
}
