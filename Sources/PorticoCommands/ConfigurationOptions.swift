import ArgumentParser
import FlowDefinition
import FlowMachine
import Foundation
import Statechart

/// `--set NAME=VALUE`: the flow's configuration.
struct ConfigurationOptions: ParsableArguments {
  @Option(name: .customLong("set"), help: "A configuration value of the flow, as NAME=VALUE.")
  var settings: [String] = []

  @Option(
    help: "The base URL of the server, for operations and for the configuration value `server`.")
  var server: String?

  /// The chosen values as facts.
  ///
  /// - Parameters:
  ///   - source: where the flow comes from; its document says which numbers are meant.
  ///   - isOpenedByAnother: what it does not declare is then meant for the other one.
  func facts(
    of flow: Flow, from source: FlowSource? = nil, isOpenedByAnother: Bool = false
  ) throws -> [FactChange] {
    var changes =
      isOpenedByAnother
      ? settings.compactMap { try? Self.change($0, flow) }
      : try settings.map { try Self.change($0, flow) }
    if !changes.isEmpty, let source { try Self.check(changes, source.domains, flow) }
    if let server {
      let origin = try Self.origin(server)
      let isAsked = flow.tables.calls.contains { $0.kind == .operation }
      let isNamed = flow.fact(named: Array("server".utf8)) != nil
      guard isNamed || isAsked || isOpenedByAnother else {
        throw ValidationError(
          "`--server` has no effect: the flow has no operations and no configuration value `server`."
        )
      }
      if isNamed { changes.append(try Self.change("server=\(origin)", flow)) }
    }
    return changes
  }

  /// Refuses numbers for which nothing has been proven.
  private static func check(
    _ changes: [FactChange], _ domains: [FactID: DeclaredDomain], _ flow: Flow
  ) throws {
    for change in changes {
      guard case .number(let number) = change.value, let domain = domains[change.fact] else {
        continue
      }
      let name = String(
        decoding: flow.blob(flow.tables.facts[Int(change.fact)].name), as: UTF8.self)
      switch domain {
      case .range(let range) where !range.contains(number):
        throw ValidationError(
          "`\(name)` must be from \(range.lowerBound) to \(range.upperBound), the `domain` in the document."
        )
      case .values(let values) where !values.contains(change.value):
        let known = values.compactMap { value -> String? in
          if case .number(let number) = value { "\(number)" } else { nil }
        }
        throw ValidationError(
          "`\(name)` must be one of \(known.joined(separator: ", ")), the `domain` in the document."
        )
      default: continue
      }
    }
  }

  private static func origin(_ text: String) throws -> String {
    guard let url = URL(string: text), let scheme = url.scheme, ["http", "https"].contains(scheme),
      url.host?.isEmpty == false, url.query == nil, url.fragment == nil
    else {
      throw ValidationError(
        "`\(text)` is not a base URL. For example, write `http://127.0.0.1:8080`.")
    }
    return text.hasSuffix("/") ? String(text.dropLast()) : text
  }

  private static func change(_ setting: String, _ flow: Flow) throws -> FactChange {
    let parts = setting.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let rows = flow.tables.facts.enumerated().filter { $0.element.place == .configuration }
    let names = rows.map { String(decoding: flow.blob($0.element.name), as: UTF8.self) }
    if parts.count == 1, names.contains(setting) {
      throw ValidationError("`--set \(setting)` gives no value; write `--set \(setting)=VALUE`")
    }
    guard parts.count == 2, let place = names.firstIndex(of: String(parts[0])) else {
      let known =
        names.isEmpty ? "the flow has none" : "the flow has: \(names.joined(separator: ", "))"
      throw ValidationError(
        Spelling.complaint(
          "unknown configuration value", String(parts.first ?? ""), among: names,
          otherwise: "write `--set NAME=VALUE`; of configuration values, \(known)"))
    }
    let (index, row) = (rows[place].offset, rows[place].element)
    let text = Array(parts[1].utf8)
    switch row.type {
    case .choice:
      let values = flow.tables.ids[row.choices.indices].map { flow.blob($0) }
      guard let choice = values.firstIndex(of: text) else {
        let known = values.map { String(decoding: $0, as: UTF8.self) }
        throw ValidationError(
          Spelling.complaint(
            "unknown value of '\(parts[0])':", String(parts[1]), among: known,
            otherwise: "it is one of: \(known.joined(separator: ", "))"))
      }
      return FactChange(FactID(index), .number(Int64(choice)))
    case .flag:
      guard let flag = Bool(String(parts[1])) else {
        throw ValidationError("`\(parts[0])` must be `true` or `false`.")
      }
      return FactChange(FactID(index), .number(flag ? 1 : 0))
    case .number:
      let isLength = flow.isLength(FactID(index))
      let length = isLength ? DurationSyntax.milliseconds(String(parts[1])) : nil
      guard let number = length ?? Int64(parts[1]) else {
        throw ValidationError(
          isLength
            ? "`\(parts[0])` must be a duration such as `3s`, or a whole number of milliseconds."
            : "`\(parts[0])` must be a whole number.")
      }
      if isLength, number < 1 {
        throw ValidationError("`\(parts[0])` must be a duration of at least 1ms.")
      }
      return FactChange(FactID(index), .number(number))
    default: return FactChange(FactID(index), .text(text))
    }
  }
}
