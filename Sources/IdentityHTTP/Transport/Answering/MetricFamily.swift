/// Metrics of one name that are supplied from outside the transport, for `/metrics`.
///
/// A label never contains anything sent by a client.
package struct MetricFamily: Hashable, Sendable {
  package enum Kind: String, Sendable {
    case counter, gauge, histogram
  }

  package struct Sample: Hashable, Sendable {
    /// The part after the name: `_bucket`, `_sum` and `_count` of a histogram.
    package var suffix: String
    /// In the order in which they are written.
    package var labels: [Label]
    package var value: Double

    package init(_ value: Double, _ labels: [Label] = [], suffix: String = "") {
      self.value = value
      self.labels = labels
      self.suffix = suffix
    }
  }

  package struct Label: Hashable, Sendable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  package var name: String
  package var kind: Kind
  package var help: String
  package var samples: [Sample]

  package init(_ name: String, _ kind: Kind, _ help: String, _ samples: [Sample]) {
    self.name = name
    self.kind = kind
    self.help = help
    self.samples = samples
  }

  /// In the text format of Prometheus 0.0.4.
  package var text: String {
    let lines = samples.map { sample in
      let labels = sample.labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }
        .joined(separator: ",")
      return "\(name)\(sample.suffix)\(labels.isEmpty ? "" : "{\(labels)}") "
        + Self.number(sample.value)
    }
    return (["# HELP \(name) \(help)", "# TYPE \(name) \(kind.rawValue)"] + lines)
      .joined(separator: "\n") + "\n"
  }

  private static func escaped(_ text: String) -> String {
    text.map { character in
      switch character {
      case "\\": "\\\\"
      case "\"": "\\\""
      case "\n": "\\n"
      default: String(character)
      }
    }.joined()
  }

  /// Whole numbers without a fraction.
  private static func number(_ value: Double) -> String {
    Int64(exactly: value).map { String($0) } ?? "\(value)"
  }
}
