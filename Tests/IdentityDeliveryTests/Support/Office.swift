import IdentityDelivery
import IdentityDomain
import IdentityStoreContract
import IdentityTestSupport
import Testing

extension OutboxWorker {
  /// One step.
  /// - Returns: whether there is more to do at once.
  func step(at now: Timestamp) async throws -> Bool {
    try await deliverPending(at: now).map { $0 <= now } ?? false
  }
}

/// "Seals" by writing the context before the secret, so that another context does not open it.
struct BoundSealing: Sealing {
  struct Broken: Error {
    /// What an error of a real library may carry along; it must reach no event.
    let leak: String
  }

  func seal(_ secret: [UInt8], nonce: [UInt8], context: String) throws -> [UInt8] {
    Array(context.utf8) + [0] + secret
  }

  func open(_ sealed: [UInt8], context: String) throws -> [UInt8] {
    let head = Array(context.utf8) + [0]
    guard sealed.starts(with: head) else {
      throw Broken(leak: String(decoding: sealed, as: UTF8.self))
    }
    return Array(sealed.dropFirst(head.count))
  }
}

/// A store with an outbox, a sender and a worker between them.
struct Office: Sendable {
  let store = MemoryStore()
  let clock = SetClock()
  let sender: ScriptedSender
  let reports = Reports()
  let worker: OutboxWorker

  init(_ sender: ScriptedSender = ScriptedSender(), places: Int = 16) throws {
    self.sender = sender
    let reports = reports
    worker = OutboxWorker(
      store: store, sealing: BoundSealing(), sender: sender, renderer: try Self.renderer(),
      random: CountedBytes(seed: 4), places: places, report: { reports.note($0) })
  }

  static func renderer(host: String? = nil) throws -> MessageRenderer {
    MessageRenderer(
      settings: try DeliverySettings(service: "Portico", codeHost: host),
      address: { "https://id.example.com" })
  }

  /// A message with a code that follows from its id.
  func message(
    _ id: String, to recipient: String, _ template: MessageTemplate = .loginCode,
    code: String = "123456", lifetime: Duration = .minutes(10), origin: MessageOrigin? = nil
  ) throws -> OutboxMessage {
    let now = clock.now()
    let identifier = try #require(Identifier(userName: recipient, GermanPhones()))
    let sealed = try BoundSealing().seal(Array(code.utf8), nonce: [], context: id)
    return OutboxMessage(
      id: ID(id), recipient: MessageRecipient(identifier), template: template, language: "en",
      sealedSecret: template.content.hasSecret ? sealed : nil, expiresAt: now + lifetime,
      createdAt: now, origin: origin)
  }

  func write(_ messages: OutboxMessage...) async throws {
    try await store.transaction("write") { for message in messages { try $0.append(message) } }
  }

  /// One step of the worker, now.
  /// - Returns: whether there is more to do at once.
  @discardableResult
  func step() async throws -> Bool { try await worker.step(at: clock.now()) }

  /// When the worker wants to be asked again; nil for never.
  func next() async throws -> Timestamp? {
    while true {
      let next = try await worker.deliverPending(at: clock.now())
      if next.map({ $0 <= clock.now() }) != true { return next }
    }
  }

  var letters: [DeadLetter] {
    get async throws { try await store.read("letters") { try $0.deadLetters(most: 100_000) } }
  }

  var left: [String] {
    get async throws {
      try await store.read("left") { try $0.outboxMessages(most: 100_000) }.map(\.id.text)
    }
  }
}
