package import Branding
package import IdentityDomain
package import Logging

/// What the transport needs from the rest of the server.
package struct TransportPorts: Sendable {
  /// `IdentityOperations.answer`.
  package var answer: @Sendable (APICall) async throws -> APIAnswer
  /// Takes a provider's response, with the name of the provider (`FederatedSignIn.receive`).
  package var receive:
    @Sendable (_ provider: String, _ fields: [String: String], Caller) async throws
      -> FederationReturn
  /// Takes a provider's unsolicited notification (`FederatedSignIn.obey`).
  package var obey: @Sendable (_ provider: String, _ body: [UInt8], Caller) async throws -> Void
  package var credentials: CredentialCheck
  package var random: any RandomBytes
  /// The languages in which messages are written.
  package var languages: LanguageOffer
  /// Whether the store responds.
  package var isReady: @Sendable () async -> Bool
  /// How many password hashes are queued.
  package var passwordQueue: @Sendable () -> Int
  /// Metrics from outside the transport, for `/metrics`.
  package var figures: @Sendable () async -> [MetricFamily]
  /// The document of the API, as served.
  package var openAPI: [UInt8]
  /// What the domain says of apps and pages.
  package var associations: AssociationFiles
  /// Nil without `--dev`.
  package var development: DevelopmentPorts?
  /// Nil if no page is served.
  package var pages: PagePort?
  /// The name of the service on the pages that links in mails open.
  package var service: String
  /// How these pages look; its name is not used, since they have that of the service.
  package var brand: Brand
  /// A monotonic clock with an arbitrary start.
  package var uptime: @Sendable () -> Duration
  package var log: Logger

  package init(
    answer: @escaping @Sendable (APICall) async throws -> APIAnswer,
    receive:
      @escaping @Sendable (String, [String: String], Caller) async throws -> FederationReturn = {
        _, _, _ in .invalid
      },
    obey: @escaping @Sendable (String, [UInt8], Caller) async throws -> Void = { _, _, _ in
      throw IdentityFailure.notFound
    },
    credentials: CredentialCheck, random: any RandomBytes, languages: LanguageOffer,
    isReady: @escaping @Sendable () async -> Bool,
    passwordQueue: @escaping @Sendable () -> Int = { 0 },
    figures: @escaping @Sendable () async -> [MetricFamily] = { [] }, openAPI: [UInt8] = [],
    associations: AssociationFiles = AssociationFiles(),
    development: DevelopmentPorts? = nil, pages: PagePort? = nil,
    service: String = Brand.standard.name, brand: Brand = .standard,
    uptime: @escaping @Sendable () -> Duration, log: Logger
  ) {
    self.answer = answer
    self.receive = receive
    self.obey = obey
    self.credentials = credentials
    self.random = random
    self.languages = languages
    self.isReady = isReady
    self.passwordQueue = passwordQueue
    self.figures = figures
    self.openAPI = openAPI
    self.associations = associations
    self.development = development
    self.pages = pages
    self.service = service
    self.brand = brand
    self.uptime = uptime
    self.log = log
  }
}

/// What exists only with `--dev`, and for loopback only.
package struct DevelopmentPorts: Sendable {
  /// The messages sent, to everyone or to one recipient, as JSON.
  package var inbox: @Sendable (String?) async -> [UInt8]
  /// Advances the server's clock, so that a developer need not wait for something to expire.
  /// - Returns: the new time.
  package var advanceClock: @Sendable (Duration) -> Timestamp
  /// Answers for a development provider. The arguments are its name, the method, the path below its base, the
  /// query as sent, and the body. Nil if the provider is unknown.
  package var provider:
    @Sendable (String, String, String, String, [UInt8]) async -> DevelopmentPage?

  package init(
    inbox: @escaping @Sendable (String?) async -> [UInt8],
    advanceClock: @escaping @Sendable (Duration) -> Timestamp,
    provider:
      @escaping @Sendable (String, String, String, String, [UInt8]) async -> DevelopmentPage? = {
        _, _, _, _, _ in nil
      }
  ) {
    self.inbox = inbox
    self.advanceClock = advanceClock
    self.provider = provider
  }
}

/// A response that is passed on unchanged.
package struct DevelopmentPage: Sendable {
  package let status: Int
  /// Names and values, including `Content-Type`.
  package let fields: [String: String]
  package let body: [UInt8]

  package init(status: Int, fields: [String: String], body: [UInt8]) {
    self.status = status
    self.fields = fields
    self.body = body
  }
}
