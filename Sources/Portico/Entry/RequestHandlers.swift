import FlowMachine
import FlowRuntime

/// Who does what a flow asks for, by name. What a flow names and nobody gives is told when the
/// entry is made, not when a person comes to that place.
public struct RequestHandlers: Sendable {
  /// Asked with the members of `with:`, an idempotency key where the request is keyed, and the time
  /// in milliseconds that the flow waits.
  public struct Call: Sendable {
    /// The name of the operation or capability.
    public var name: String
    /// The members of `with:`.
    public var parameters: [String: JSONValue]
    /// Stands for the intent of a keyed request; the same through every retry. Nil for others.
    public var idempotencyKey: String?
    /// Milliseconds until the flow gives up waiting.
    public var timeout: Int64
  }

  /// Does what is asked and says what came of it; cancelled when the flow gives up.
  public typealias Handler = @Sendable (Call) async -> Reply

  /// Operations of the identity API: `Portico`'s own client, or an app's own back end.
  public var operation: Handler?
  /// What the device can do, by the names of `docs/capabilities.md`.
  public var capabilities: [String: Handler]
  /// Operations that the app defines.
  public var app: [String: Handler]
  /// Whoever is not named above; nil: nobody.
  public var otherwise: Handler?

  /// - Parameter otherwise: asked for what no other parameter names.
  public init(
    operation: Handler? = nil, capabilities: [String: Handler] = [:], app: [String: Handler] = [:],
    otherwise: Handler? = nil
  ) {
    self.otherwise = otherwise
    self.operation = operation
    self.capabilities = capabilities
    self.app = app
  }

  /// What a flow asks for and nobody gives, in its words.
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
    let name = call.name.string
    guard let perform = handler(call.kind, name),
      case .object(let parameters) = JSONValue(call.body) ?? .object([:])
    else { return .notSent }
    let reply = await perform(
      Call(
        name: name, parameters: parameters, idempotencyKey: call.idempotencyKey?.string,
        timeout: call.timeout))
    return reply.answer
  }
}
