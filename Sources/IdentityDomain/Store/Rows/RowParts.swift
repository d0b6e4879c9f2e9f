/// Values that are some columns of a row. Each says its columns, with a name in front where a row has
/// more than one of the kind.
extension StoreColumn {
  /// An address has no region; a number has one.
  static let identifier = [text("identifier"), text("region").optional]
  static let digest = [text("key"), bytes("digest")]
  static let client = [bytes("name"), bytes("platform"), bytes("app_version")].named("client")
  static let person = [
    bytes("first_name").optional, bytes("last_name").optional, text("mobile").optional,
    text("mobile_region").optional, text("mode").optional,
  ]
  static let code =
    (digest.map(\.optional) + [
      integer("sent_at"), integer("wrong_tries"), boolean("is_used"), boolean("is_long"),
    ]).named("code")
  static let holder = [text("holder_kind"), text("holder")]
  static let recipient = [
    text("recipient_kind"), bytes("recipient"), text("region").optional,
    bytes("platform").optional, text("session").optional,
  ]
}

extension [StoreColumn] {
  func named(_ prefix: String) -> [StoreColumn] {
    map {
      StoreColumn(
        name: "\(prefix)_\($0.name)", kind: $0.kind, isOptional: $0.isOptional, since: $0.since)
    }
  }
}

extension RowWriter {
  mutating func add(_ identifier: Identifier?) {
    add(identifier?.text)
    if case .phone(let number) = identifier { add(number.region) } else { add(nil as String?) }
  }

  mutating func add(_ number: PhoneNumber?) {
    add(number?.e164)
    add(number?.region)
  }

  mutating func add(_ digest: StoredDigest?) {
    add(digest?.key)
    add(bytes: digest?.bytes)
  }

  mutating func add(_ client: ClientDescription) {
    add(free: client.name)
    add(free: client.platform)
    add(free: client.appVersion)
  }

  mutating func add(_ person: MarketPerson?) {
    add(free: person?.firstName)
    add(free: person?.lastName)
    add(person?.mobile)
    add(person?.mode)
  }

  mutating func add(_ code: CodeState) {
    add(code.digest)
    add(code.sentAt)
    add(code.wrongTries)
    add(code.isUsed)
    add(code.isLong)
  }

  mutating func add(_ holder: Session.Holder) {
    add(holder.kind)
    add(holder.text)
  }

  mutating func add(_ recipient: MessageRecipient) {
    add(recipient.kind)
    add(free: recipient.text)
    if case .phone(let number) = recipient { add(number.region) } else { add(nil as String?) }
    switch recipient {
    case .push(let address):
      add(free: address.platform)
      add(address.session)
    case .provider(let address):
      add(free: address.provider.text)
      add(nil as String?)
    case .email, .phone:
      add(bytes: nil)
      add(nil as String?)
    }
  }
}

extension RowReader {
  mutating func identifierIfAny() throws(UnreadableRow) -> Identifier? {
    let text = try textIfAny()
    let region = try textIfAny()
    guard let text else { return nil }
    guard let identifier = Identifier(stored: text, region: region) else { throw UnreadableRow() }
    return identifier
  }

  mutating func identifier() throws(UnreadableRow) -> Identifier {
    guard let identifier = try identifierIfAny() else { throw UnreadableRow() }
    return identifier
  }

  mutating func phoneIfAny() throws(UnreadableRow) -> PhoneNumber? {
    let text = try textIfAny()
    let region = try textIfAny()
    guard let text else { return nil }
    guard let region, let number = PhoneNumber(e164: text, region: region) else {
      throw UnreadableRow()
    }
    return number
  }

  mutating func phone() throws(UnreadableRow) -> PhoneNumber {
    guard let number = try phoneIfAny() else { throw UnreadableRow() }
    return number
  }

  mutating func emailIfAny() throws(UnreadableRow) -> EmailAddress? {
    guard let text = try textIfAny() else { return nil }
    guard let address = EmailAddress(stored: text) else { throw UnreadableRow() }
    return address
  }

  mutating func digestIfAny() throws(UnreadableRow) -> StoredDigest? {
    let key = try textIfAny()
    let bytes = try bytesIfAny()
    guard let key, let bytes else { return nil }
    return StoredDigest(key: KeyID(key), bytes: bytes)
  }

  mutating func digest() throws(UnreadableRow) -> StoredDigest {
    guard let digest = try digestIfAny() else { throw UnreadableRow() }
    return digest
  }

  mutating func client() throws(UnreadableRow) -> ClientDescription {
    ClientDescription(
      name: try freeText(), platform: try freeText(), appVersion: try freeText())
  }

  mutating func personIfAny() throws(UnreadableRow) -> MarketPerson? {
    let first = try freeTextIfAny()
    let last = try freeTextIfAny()
    let mobile = try phoneIfAny()
    let mode = try nameIfAny(UserMode.self)
    guard let first, let last, let mobile, let mode else { return nil }
    return MarketPerson(firstName: first, lastName: last, mobile: mobile, mode: mode)
  }

  mutating func code() throws(UnreadableRow) -> CodeState {
    let digest = try digestIfAny()
    let sentAt = try moment()
    let wrongTries = try count()
    let isUsed = try bool()
    var code = CodeState(digest: digest, sentAt: sentAt, isLong: try bool())
    code.wrongTries = wrongTries
    code.isUsed = isUsed
    return code
  }

  mutating func marketIfAny() throws(UnreadableRow) -> MarketHandle? {
    guard let text = try textIfAny() else { return nil }
    guard let market = MarketHandle(text) else { throw UnreadableRow() }
    return market
  }

  mutating func holder() throws(UnreadableRow) -> Session.Holder {
    let kind = try text()
    switch kind {
    case "account": return .account(try id())
    case "installation": return .installation(try id())
    default: throw UnreadableRow()
    }
  }

  mutating func recipient() throws(UnreadableRow) -> MessageRecipient {
    let kind = try text()
    let text = try freeText()
    let region = try textIfAny()
    let platform = try freeTextIfAny()
    let session: ID<Session>? = try idIfAny()
    switch (kind, region, platform, session) {
    case ("email", nil, nil, nil):
      guard let address = EmailAddress(stored: text) else { throw UnreadableRow() }
      return .email(address)
    case ("phone", let region?, nil, nil):
      guard let number = PhoneNumber(e164: text, region: region) else { throw UnreadableRow() }
      return .phone(number)
    case ("push", nil, let platform?, let session?):
      return .push(PushAddress(platform: platform, pushToken: text, session: session))
    case ("provider", nil, let provider?, nil):
      guard let provider = ProviderID(provider), let subject = FederatedSubject(text: text) else {
        throw UnreadableRow()
      }
      return .provider(ProviderAddress(provider: provider, subject: subject))
    default: throw UnreadableRow()
    }
  }
}

extension Session.Holder {
  /// The name of its kind; with `text` it is a key of its own, so an account and an installation of
  /// one name are two.
  package var kind: String {
    switch self {
    case .account: "account"
    case .installation: "installation"
    }
  }

  package var text: String {
    switch self {
    case .account(let id): id.text
    case .installation(let id): id.text
    }
  }
}

extension MessageRecipient {
  fileprivate var kind: String {
    switch self {
    case .email: "email"
    case .phone: "phone"
    case .push: "push"
    case .provider: "provider"
    }
  }
}

extension EmailAddress {
  /// - Returns: nil for an address in another spelling than ours.
  init?(stored text: String) {
    self.init(text)
    if self.text != text { return nil }
  }
}

extension Identifier {
  /// - Parameter region: of a number; nil for an address.
  init?(stored text: String, region: String?) {
    if let region {
      guard let number = PhoneNumber(e164: text, region: region) else { return nil }
      self = .phone(number)
    } else {
      guard let address = EmailAddress(stored: text) else { return nil }
      self = .email(address)
    }
  }
}
