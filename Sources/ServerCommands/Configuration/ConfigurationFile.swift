import FlowDefinition
import Foundation

/// A configuration file, read: what it sets, where, and all that is wrong with it.
struct ConfigurationFile: Sendable {
  let folder: String?
  private(set) var settings: [SettingKey: WrittenSetting] = [:]
  private(set) var refusals: [ServeRefusal] = []
  /// Whether it is a document at all.
  let isRead: Bool

  init(_ file: ReadableFile) {
    folder = file.folder
    let (root, diagnostics) = YAMLTree.read(bytes: file.bytes, file: file.path)
    refusals = diagnostics.sorted().map { ServeRefusal($0) }
    isRead = root != nil || refusals.isEmpty
    if let root { read(root, []) }
    check(file)
  }

  private mutating func read(_ node: YAMLNode, _ path: [String]) {
    guard let pairs = node.pairs else {
      let name = path.isEmpty ? "a configuration" : path.joined(separator: ".")
      refuse(node.position, "\(name) is a map; write `key: value` lines")
      return
    }
    for pair in pairs {
      let path = path + [pair.key.value]
      if let row = Setting.all.first(where: { $0.key.path == path }) {
        read(row, pair)
      } else if Setting.all.contains(where: { $0.key.path.starts(with: path) }) {
        read(pair.value, path)
      } else {
        refuse(pair.key.position, Self.unknown(path, pair.value))
      }
    }
  }

  private static func unknown(_ path: [String], _ value: YAMLNode) -> String {
    let known = Setting.all.filter { $0.places.contains(.file) }.map(\.key.rawValue)
    let name = path.joined(separator: ".")
    if path.count == 1, let row = Setting.all.first(where: { $0.key.rawValue == name }),
      row.key.path.count == 2
    {
      let text = row.isSecret ? "…" : value.scalar.map { $0.text } ?? "…"
      let (outer, inner) = ("\(row.key.path[0]):", "  \(row.key.path[1]): \(text)")
      return "\(quoted(name)) stands in a map; write \(quoted(outer)) and below it \(quoted(inner))"
    }
    // Somebody may have written the name of the flag.
    let guess =
      Suggestion.nearest(to: name, among: known)
      ?? Setting.all.first { $0.flag == name && $0.places.contains(.file) }?.key.rawValue
    let remedy = guess.map { "write \(quoted($0)), or remove it" } ?? "remove it"
    return "unknown setting \(quoted(name)); \(remedy) (docs/operations.md lists all settings)"
  }

  private mutating func read(_ row: Setting, _ pair: YAMLNode.Pair) {
    let name = row.key.rawValue
    guard row.places.contains(.file) else {
      refuse(
        pair.key.position,
        "\(quoted(name)) cannot be set in a file; use --\(row.flag ?? name)")
      return
    }
    let place = SettingPlace.file(pair.key.position)
    if pair.value.isNull {
      refuse(pair.key.position, "\(quoted(name)) has no value; write one, or remove the line")
    } else if let scalar = pair.value.scalar, row.kind != .list {
      settings[row.key] = WrittenSetting(text: .one(scalar.text), place: place)
    } else if let items = pair.value.items, row.kind == .list {
      let texts = items.compactMap { $0.isNull ? nil : $0.scalar?.text }
      guard texts.count == items.count else {
        refuse(pair.key.position, "\(quoted(name)) must be a list of texts; write them as `- text`")
        return
      }
      settings[row.key] = WrittenSetting(text: .several(texts), place: place)
    } else {
      let shape = row.kind == .list ? "a list; write its items as `- text`" : "one value"
      refuse(pair.value.position, "\(quoted(name)) must be \(shape)")
    }
  }

  /// SEC "Secrets at rest on the server": as closed as the file of the master key.
  private mutating func check(_ file: ReadableFile) {
    let mode = "0\(String(file.mode, radix: 8))"
    let secret = settings.keys.filter { Setting.row($0).isSecret }
      .min { $0.rawValue < $1.rawValue }
    guard let secret, let place = settings[secret]?.place else {
      if let refusal = file.refusalOfOthers { refusals.append(refusal) }
      return
    }
    let user = geteuid()
    if file.owner != user {
      refusals.append(
        ServeRefusal(
          "\(place): the file contains a secret (\(secret.rawValue)) and belongs to user \(file.owner), "
            + "but the server runs as user \(user); change its owner (chown \(user) '\(file.path)')"
        ))
    } else if file.mode & 0o7177 != 0 {
      refusals.append(
        ServeRefusal(
          "\(place): the file contains a secret (\(secret.rawValue)) and has mode \(mode), so others may "
            + "have read it; set its mode to 0600 (chmod 600 '\(file.path)'), and if it was exposed, "
            + "replace the secret"))
    }
  }

  private mutating func refuse(_ position: Position, _ what: String) {
    refusals.append(ServeRefusal("\(position.text): \(what)"))
  }
}

extension ServeRefusal {
  /// Without the code, which tools of flows filter by.
  init(_ diagnostic: Diagnostic) {
    self.init("\(diagnostic.position.text): \(diagnostic.problem). \(diagnostic.remedy).")
  }
}
