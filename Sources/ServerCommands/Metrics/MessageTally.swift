import IdentityDelivery
import IdentityDomain
import IdentityHTTP
import Synchronization

/// What became of messages, counted.
final class MessageTally: Sendable {
  private struct Series: Hashable {
    let channel: String
    let template: String
    let outcome: String
  }

  private let counts = Mutex<[Series: Int]>([:])

  func count(_ event: DeliveryEvent) {
    let series = Series(
      channel: event.channel.rawValue, template: event.template.rawValue,
      // Without the cause of a failure, which the log has.
      outcome: event.outcome.name)
    counts.withLock { $0[series, default: 0] += 1 }
  }

  var family: MetricFamily {
    let counts = counts.withLock { $0 }
    let samples = counts.map { series, count in
      MetricFamily.Sample(
        Double(count),
        [
          .init("channel", series.channel), .init("template", series.template),
          .init("outcome", series.outcome),
        ])
    }
    return MetricFamily(
      "portico_messages_total", .counter, "Outcomes of messages; a failed message is retried.",
      samples.sorted { "\($0.labels.map(\.value))" < "\($1.labels.map(\.value))" })
  }
}
