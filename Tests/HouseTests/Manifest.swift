import Foundation

/// What Package.swift declares where the environment asks for this much of it.
struct Manifest {
  struct Target {
    let type: String
    /// Targets of ours.
    let targets: Set<String>
    /// Packages whose products it uses.
    let packages: Set<String>
  }

  let products: [String: [String]]
  let packages: Set<String>
  let targets: [String: Target]

  /// - Parameter host: the value of `PORTICO_HOST`; nil: it is not there.
  init(host: String?) throws {
    // A folder of its own: the build's is locked while it is built.
    let folder = try MadeUpTree([:])
    let dumped = try Self.dump(host: host, scratch: folder.folder)
    guard dumped.status == 0, let start = dumped.output.firstIndex(of: "{") else {
      throw Refused(output: dumped.output)
    }
    let json = try JSONSerialization.jsonObject(with: Data(dumped.output[start...].utf8))
    let root = try Self.cast(json, [String: Any].self)
    products = try Dictionary(
      uniqueKeysWithValues: Self.list(root["products"]).map {
        (try Self.cast($0["name"], String.self), try Self.cast($0["targets"], [String].self))
      })
    packages = try Set(
      Self.list(root["dependencies"]).map { dependency in
        let source = try Self.list(dependency["sourceControl"])
        return try Self.cast(source.first?["identity"], String.self)
      })
    targets = try Dictionary(
      uniqueKeysWithValues: Self.list(root["targets"]).map {
        (try Self.cast($0["name"], String.self), try Target($0))
      })
  }

  static func dump(host: String?, scratch: String) throws -> CommandResult {
    let setting = host.map { ["PORTICO_HOST=\($0)"] } ?? ["-u", "PORTICO_HOST"]
    return try run(
      "env",
      setting + [
        "swift", "package", "--package-path", repository.path, "--scratch-path", scratch,
        "dump-package",
      ])
  }

  /// The target and all below it.
  func closure(of name: String) -> Set<String> {
    var found: Set<String> = [name]
    var open = [name]
    while let next = open.popLast() {
      for below in targets[next]?.targets ?? [] where found.insert(below).inserted {
        open.append(below)
      }
    }
    return found
  }

  /// Those among the targets that are the door to a library of the system.
  func systemLibraries(among names: Set<String>) -> Set<String> {
    names.filter { targets[$0]?.type == "system" }
  }

  struct Refused: Error {
    let output: String
  }

  private static func list(_ value: Any?) throws -> [[String: Any]] {
    try cast(value, [[String: Any]].self)
  }

  private static func cast<Value>(_ value: Any?, _ type: Value.Type) throws -> Value {
    guard let value = value as? Value else { throw Refused(output: "no \(type): \(value ?? "")") }
    return value
  }
}

extension Manifest.Target {
  fileprivate init(_ json: [String: Any]) throws {
    type = json["type"] as? String ?? ""
    var targets: Set<String> = []
    var packages: Set<String> = []
    for dependency in json["dependencies"] as? [[String: Any]] ?? [] {
      if let product = dependency["product"] as? [Any], product.count > 1 {
        packages.insert("\(product[1])".lowercased())
      } else if let name = (dependency["byName"] ?? dependency["target"]) as? [Any] {
        targets.insert("\(name[0])")
      }
    }
    self.targets = targets
    self.packages = packages
  }
}
