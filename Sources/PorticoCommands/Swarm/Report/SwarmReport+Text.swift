import Foundation

extension SwarmReport {
  /// For people.
  package var text: String {
    var lines = [
      "\(flow) at \(server): \(Self.counted(devices, "device")) in \(Self.decimal(seconds, 1)) s, seed \(seed)",
      "\(devices - stuck.count - unfinished) ended where they should, \(stuck.count) did not; "
        + (unfinished > 0 ? "\(unfinished) were stopped on their way; " : "")
        + "\(Self.counted(launches, "launch", "launches")), \(Self.counted(kills, "kill"))"
        + (faults.isEmpty ? "" : ", and on their network: ") + faultWords
        + "; at most \(peakMemory / 1_048_576) MB, \(peakMemory / max(1, devices) / 1024) KB a device",
    ]
    if !requests.isEmpty { lines += [""] + table }
    for device in stuck { lines += ["", device.text] }
    return lines.joined(separator: "\n")
  }

  private var faultWords: String {
    faults.sorted { $0.key < $1.key }.map { "\($0.value) \(Self.words[$0.key] ?? $0.key)" }
      .joined(separator: ", ")
  }

  private static let words = [
    "requestLost": "requests lost", "answerLost": "responses lost", "cut": "connections cut",
    "offline": "sends without a network",
  ]

  private var table: [String] {
    let rows =
      [["request", "count", "/s", "p50 ms", "p95", "p99", "max", "responses"]]
      + requests.map {
        [
          $0.request, "\($0.count)", Self.decimal($0.perSecond, 1), Self.decimal($0.p50, 1),
          Self.decimal($0.p95, 1), Self.decimal($0.p99, 1), Self.decimal($0.most, 1),
          $0.statuses.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
            .joined(separator: ", "),
        ]
      }
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = row.indices.map { column in
        let padding = String(repeating: " ", count: widths[column] - row[column].count)
        return column == 0
          ? row[column] + padding
          : column == row.count - 1 ? row[column] : padding + row[column]
      }
      return cells.joined(separator: "  ")
    }
  }

  static func counted(_ count: Int, _ noun: String, _ plural: String? = nil) -> String {
    "\(count) \(count == 1 ? noun : plural ?? noun + "s")"
  }

  private static func decimal(_ number: Double, _ places: Int) -> String {
    String(format: "%.\(places)f", number)
  }
}

extension Stuck {
  /// For people, as lines.
  var text: String {
    let place = screen.map { "it stands on \($0)" } ?? "it shows no screen"
    let asked = lastRequest.map { "; last asked \($0): \(lastOutcome ?? "")" } ?? ""
    return """
      device \(device) \(reason) (part: \(part))
        \(place)\(asked)
        \(trace.joined(separator: " · "))
        again: \(repetition)
      """
  }
}
