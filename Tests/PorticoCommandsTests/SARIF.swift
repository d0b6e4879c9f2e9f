import Foundation

/// What SARIF 2.1.0 demands of a log, as far as we write one.
struct SARIF {
  private let log: [String: Any]

  init(_ text: String) throws {
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
    guard let log = object as? [String: Any] else { throw CocoaError(.coderReadCorrupt) }
    self.log = log
  }

  private var runs: [[String: Any]] { log["runs"] as? [[String: Any]] ?? [] }
  var results: [[String: Any]] { runs.first?["results"] as? [[String: Any]] ?? [] }

  private var driver: [String: Any] {
    let tool = runs.first?["tool"] as? [String: Any]
    return tool?["driver"] as? [String: Any] ?? [:]
  }

  private static func places(of result: [String: Any]) -> [[String: Any]] {
    let locations = result["locations"] as? [[String: Any]] ?? []
    return locations.map { $0["physicalLocation"] as? [String: Any] ?? [:] }
  }

  var uris: [String] {
    results.flatMap { Self.places(of: $0) }.map {
      ($0["artifactLocation"] as? [String: Any])?["uri"] as? String ?? ""
    }
  }

  /// Each begins with the property that it is about.
  var problems: [String] {
    var problems: [String] = []
    // 3.13.2, 3.14: one run at least, with a tool whose driver has a name.
    if log["version"] as? String != "2.1.0" { problems.append("version") }
    if runs.count != 1 { problems.append("runs") }
    if (driver["name"] as? String ?? "").isEmpty { problems.append("driver has no name") }
    let rules = driver["rules"] as? [[String: Any]] ?? []
    let ids = rules.map { $0["id"] as? String ?? "" }
    // 3.49.3: ids of rules differ.
    if ids.contains("") || Set(ids).count != ids.count { problems.append("rules: \(ids)") }
    if Set(results.map { $0["ruleId"] as? String }) != Set(ids) { problems.append("rules unused") }
    for result in results { problems += Self.problems(of: result, ids) }
    // RFC 3986: a reference has nothing that wants to be encoded, and no scheme by accident.
    for uri in uris where !Self.isReference(uri) { problems.append("uri: \(uri)") }
    return problems
  }

  private static func problems(of result: [String: Any], _ ids: [String]) -> [String] {
    var problems: [String] = []
    let index = result["ruleIndex"] as? Int ?? -1
    // 3.27.5, 3.27.6: the rule at the index is the one of the id.
    if !ids.indices.contains(index) || ids[index] != result["ruleId"] as? String {
      problems.append("ruleIndex \(index)")
    }
    if !["none", "note", "warning", "error"].contains(result["level"] as? String) {
      problems.append("level")
    }
    let message = result["message"] as? [String: Any]
    if (message?["text"] as? String ?? "").isEmpty { problems.append("message has no text") }
    for place in places(of: result) {
      let region = place["region"] as? [String: Any] ?? [:]
      for name in ["startLine", "startColumn"] where (region[name] as? Int ?? 0) < 1 {
        problems.append(name)
      }
    }
    return problems
  }

  private static func isReference(_ uri: String) -> Bool {
    let path = uri.hasPrefix("file:///") ? String(uri.dropFirst(7)) : uri
    return path.wholeMatch(of: /(?:[A-Za-z0-9\-._~!$&'()*+,=@\/]|%[0-9A-Fa-f]{2})+/) != nil
  }
}
