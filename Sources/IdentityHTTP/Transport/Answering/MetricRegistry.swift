import IdentityDomain
import Synchronization

/// The metrics of `/metrics`, in the text format of Prometheus 0.0.4.
///
/// A label is the name of an operation or a status, never anything sent by a client.
package final class MetricRegistry: Sendable {
  private struct Series: Hashable {
    let operation: String
    let status: Int
    /// The name of the failure; empty for a success. Its names are those of the API.
    let code: String
  }

  private struct Durations {
    /// One more than there are bounds, for what takes longer; not cumulative yet.
    var counts = [Int](repeating: 0, count: MetricRegistry.bounds.count + 1)
    var total = Duration.zero
  }

  private struct State {
    var requests: [Series: Int] = [:]
    var durations: [String: Durations] = [:]
    var inFlight = 0
    var connections = 0
    /// From the start on with every reason: of a series that begins with its first events, nobody sees how much it grew.
    var cutConnections = Dictionary(
      (ConnectionRules.Refusal.allCases.map(\.label) + ConnectionRules.Cut.allCases.map(\.label))
        .map { ("\($0)", 0) }, uniquingKeysWith: +)
  }

  /// Milliseconds.
  private static let bounds = [5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000]

  private let state = Mutex(State())

  package init() {}

  package func requestBegan() { state.withLock { $0.inFlight += 1 } }

  /// - Parameter code: why it was refused, in the API's names.
  package func requestEnded(
    _ operation: String, status: Int, code: String? = nil, after time: Duration
  ) {
    let milliseconds = Double(time.wholeMicroseconds) / 1_000
    let index = Self.bounds.firstIndex { milliseconds <= Double($0) } ?? Self.bounds.count
    state.withLock { state in
      state.inFlight -= 1
      state.requests[Series(operation: operation, status: status, code: code ?? ""), default: 0] +=
        1
      state.durations[operation, default: Durations()].counts[index] += 1
      state.durations[operation, default: Durations()].total += time
    }
  }

  package func connectionOpened() { state.withLock { $0.connections += 1 } }
  package func connectionClosed() { state.withLock { $0.connections -= 1 } }

  /// - Parameter reason: why the server closed a connection.
  package func connectionCut(_ reason: StaticString) {
    state.withLock { $0.cutConnections["\(reason)", default: 0] += 1 }
  }

  /// - Parameter gauges: values from outside, with their names and meanings.
  package func text(_ gauges: [(name: String, help: String, value: Int)]) -> String {
    let state = state.withLock { $0 }
    var lines: [String] = []
    func begin(_ name: String, _ type: String, _ help: String) {
      lines += ["# HELP \(name) \(help)", "# TYPE \(name) \(type)"]
    }
    begin("portico_requests_total", "counter", "Requests answered.")
    for (series, count) in state.requests.sorted(by: { order($0.key) < order($1.key) }) {
      lines.append(
        "portico_requests_total{operation=\"\(series.operation)\",status=\"\(series.status)\""
          + (series.code.isEmpty ? "" : ",code=\"\(series.code)\"") + "} \(count)")
    }
    begin("portico_request_seconds", "histogram", "Time from the request header to the response.")
    for (operation, durations) in state.durations.sorted(by: { $0.key < $1.key }) {
      lines += histogram(operation, durations)
    }
    begin("portico_cut_connections_total", "counter", "Connections closed by the server.")
    for (reason, count) in state.cutConnections.sorted(by: { $0.key < $1.key }) {
      lines.append("portico_cut_connections_total{reason=\"\(reason)\"} \(count)")
    }
    let own = [
      ("portico_requests_in_flight", "Requests in progress.", state.inFlight),
      ("portico_open_connections", "Open client connections.", state.connections),
    ]
    for (name, help, value) in own + gauges.map({ ($0.name, $0.help, $0.value) }) {
      begin(name, "gauge", help)
      lines.append("\(name) \(value)")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func order(_ series: Series) -> String {
    "\(series.operation) \(series.status) \(series.code)"
  }

  private func histogram(_ operation: String, _ durations: Durations) -> [String] {
    var lines: [String] = []
    var sum = 0
    for (index, count) in durations.counts.enumerated() {
      sum += count
      let bound = index < Self.bounds.count ? "\(Double(Self.bounds[index]) / 1000)" : "+Inf"
      lines.append(
        "portico_request_seconds_bucket{operation=\"\(operation)\",le=\"\(bound)\"} \(sum)")
    }
    let seconds = durations.total / .seconds(1)
    return lines + [
      "portico_request_seconds_sum{operation=\"\(operation)\"} \(seconds)",
      "portico_request_seconds_count{operation=\"\(operation)\"} \(sum)",
    ]
  }
}
