package import FlowMachine
import Statechart

extension Explorer {
  /// Where an exploration begins.
  package struct InitialState: Sendable {
    package var title: String
    package var configuration: [FactChange]
    package var device: [FactChange]
    package var storedSecrets: [FactID]
    package var isLocked: Bool
    /// A journal was there and could not be used.
    package var isRecordLost = false
    /// What an earlier version of the flow stored.
    package var snapshot: Snapshot?

    package struct Snapshot: Sendable {
      package var version: Int
      package var record: [UInt8]
      /// What that version has sent that must not be sent twice.
      var sent: [RequestID] = []
      /// The highest ticket of what it has sent.
      var lastTicket: UInt32 = 0
    }
  }
}

/// The switched parts of the configuration with which an exploration begins.
package enum Configurations: Sendable {
  /// The default, and as few others as contain every pair of values.
  case pairs
  /// And every other value alone.
  case all
}

extension Explorer.InitialState {
  /// Everything that can be different at a first launch: the switched parts of the configuration, what
  /// the device says, what an earlier installation left in secure storage.
  static func all(
    of domain: Domain, _ surroundings: SurroundingFacts, _ configurations: Configurations
  ) -> [Explorer.InitialState] {
    let secrets = domain.storable
    var result: [Explorer.InitialState] = []
    for configuration in Self.configurations(of: domain, configurations) {
      for device in devices(of: domain, surroundings) {
        let plain = Explorer.InitialState(
          title: title(configuration, domain), configuration: configuration, device: device,
          storedSecrets: [], isLocked: false)
        result.append(plain)
        if domain.flow.hasFallback {
          var lost = plain
          lost.isRecordLost = true
          lost.storedSecrets = secrets
          lost.title = [plain.title, "an unusable journal"].filter { !$0.isEmpty }
            .joined(separator: ", ")
          result.append(lost)
        }
        guard !secrets.isEmpty else { continue }
        var left = plain
        left.storedSecrets = secrets
        result.append(left)
        left.isLocked = true
        left.title = [plain.title, "secure storage is locked"].filter { !$0.isEmpty }
          .joined(separator: ", ")
        result.append(left)
      }
    }
    return result
  }

  private static func title(_ configuration: [FactChange], _ domain: Domain) -> String {
    configuration.map {
      let name = String(
        decoding: domain.flow.blob(domain.flow.tables.facts[Int($0.fact)].name), as: UTF8.self)
      return "\(name) is \($0.value.spelled(as: $0.fact, in: domain.flow))"
    }.joined(separator: ", ")
  }

  private static func configurations(
    of domain: Domain, _ wanted: Configurations
  ) -> [[FactChange]] {
    var switches: [[FactChange]] = []
    for change in others(in: .configuration, domain) {
      if switches.last?.first?.fact == change.fact {
        switches[switches.count - 1].append(change)
      } else {
        switches.append([change])
      }
    }
    let counts = switches.map { $0.count + 1 }
    return PairCover.rows(counts, singles: wanted == .all).map { row in
      zip(switches, row).compactMap { $1 == 0 ? nil : $0[$1 - 1] }
    }
  }

  /// The values of a place's facts that are not the initial ones.
  private static func others(in place: FactPlace, _ domain: Domain) -> [FactChange] {
    var changes: [FactChange] = []
    for (index, row) in domain.flow.tables.facts.enumerated()
    where row.place == place && domain.isRelevant[index] {
      for value in domain.values[index] where value != initial(row, domain.flow) {
        changes.append(FactChange(FactID(index), value))
      }
    }
    return changes
  }

  private static func initial(_ row: FactRow, _ flow: Flow) -> FactValue {
    guard row.initial != absent else { return .absent }
    return row.slot == noID ? .number(row.initial) : .text(flow.blob(row.initialText))
  }

  /// All combinations of what the device says, as long as they are few; else each value alone.
  ///
  /// What the launch does not read can be told behind it.
  private static func devices(
    of domain: Domain, _ surroundings: SurroundingFacts
  ) -> [[FactChange]] {
    var result: [[FactChange]] = [[]]
    for (index, row) in domain.flow.tables.facts.enumerated()
    where row.place == .device && domain.isRelevant[index]
      && surroundings.canDifferAtLaunch(FactID(index))
    {
      let fact = FactID(index)
      let values: [FactValue]
      switch domain.flow.blob(row.name) {
      case Names.launch:
        // A first launch is the first one.
        for known in result.indices { result[known].append(FactChange(fact, .number(0))) }
        continue
      case Names.foreground: values = [.number(1)]
      default: values = domain.present(of: fact)
      }
      let isSmall = result.count * (values.count + 1) <= mostDevices
      var next = result
      for value in values {
        for known in isSmall ? result : Array(result.prefix(1)) {
          next.append(known + [FactChange(fact, value)])
        }
      }
      result = next
    }
    return result
  }

  static let mostDevices = 512
}
