package import FlowMachine
import FlowRuntime

/// The handlers for a flow's requests, by name. A missing handler is reported when the entry is
/// created, not when a user gets to that point.
public struct RequestHandlers: Sendable {
  /// A call with the members of `with:`, an idempotency key if the request is keyed, and the time
  /// in milliseconds that the flow waits.
  public struct Call: Sendable {
    /// The name of the operation or capability.
    public var name: String
    /// The members of `with:`.
    public var parameters: [String: JSONValue]
    /// Identifies the intent of a keyed request; the same across retries. Nil for others.
    public var idempotencyKey: String?
    /// Milliseconds until the flow stops waiting.
    public var timeout: Int64

    /// - Parameters:
    ///   - name: of the operation or capability.
    ///   - parameters: the members of `with:`.
    ///   - idempotencyKey: of a keyed request; nil for others.
    ///   - timeout: milliseconds until the flow stops waiting.
    public init(
      name: String, parameters: [String: JSONValue] = [:], idempotencyKey: String? = nil,
      timeout: Int64 = 10_000
    ) {
      self.name = name
      self.parameters = parameters
      self.idempotencyKey = idempotencyKey
      self.timeout = timeout
    }

    /// - Returns: nil if its body is no object.
    package init?(_ call: OutgoingCall) {
      guard case .object(let parameters) = JSONValue(call.body) ?? .object([:]) else { return nil }
      self.init(
        name: call.name.string, parameters: parameters, idempotencyKey: call.idempotencyKey?.string,
        timeout: call.timeout)
    }
  }

  /// Performs a request and returns the result; cancelled when the flow stops waiting.
  public typealias Handler = @Sendable (Call) async -> Reply

  /// Operations of the identity API: `Portico`'s own client, or an app's own back end.
  public var operation: Handler?
  /// What the device can do, by the names of `docs/capabilities.md`.
  public var capabilities: [String: Handler]
  /// Operations that the app defines.
  public var app: [String: Handler]
  /// Handles everything not named above; nil: nothing does.
  public var otherwise: Handler?

  /// - Parameter otherwise: handles what no other parameter names.
  public init(
    operation: Handler? = nil, capabilities: [String: Handler] = [:], app: [String: Handler] = [:],
    otherwise: Handler? = nil
  ) {
    self.otherwise = otherwise
    self.operation = operation
    self.capabilities = capabilities
    self.app = app
  }

  /// The requests of a flow that no handler covers, as the flow names them.
  func missing(for flow: Flow) -> [String] {
    var result: [String] = []
    for row in flow.tables.calls {
      let name = flow.blob(row.name).string
      guard row.kind != .http, handler(row.kind, name) == nil else { continue }
      let line = "\(row.kind): \(name)"
      if !result.contains(line) { result.append(line) }
    }
    return result
  }

  private func handler(_ kind: CallKind, _ name: String) -> Handler? {
    switch kind {
    case .http: nil
    case .operation: operation ?? otherwise
    case .capability: capabilities[name] ?? otherwise
    case .app: app[name] ?? otherwise
    }
  }

  func answer(
    _ call: OutgoingCall, http: @Sendable (OutgoingCall) async -> Answer
  ) async -> Answer {
    guard call.kind != .http else { return await http(call) }
    guard let perform = handler(call.kind, call.name.string), let call = Call(call) else {
      return .notSent
    }
    return await perform(call).answer
  }
}
