extension FlowLock {
  /// The lock file: one line a name, sorted by number, so that two branches which gave out the same
  /// number meet in a conflict.
  ///
  /// - Parameter present: the names of the present document; all others stand under `retired`.
  package func text(present: Set<LockedName>) -> String {
    var lines = [
      "# Written by `portico lock`: the numbers under which snapshots on devices know these names.",
      "# A number is never changed and never given to another name.",
      "flow: \(flow)", "versions:",
    ]
    for (version, entry) in versions.sorted(by: { $0.key < $1.key }) {
      let shape = Self.hexadecimal(entry.shape)
      lines.append("  \(version): {shape: \"\(shape)\", document: \(Self.quoted(entry.document))}")
    }
    lines += sections(numbers.filter { present.contains($0.key) }, indentation: "")
    let retired = numbers.filter { !present.contains($0.key) }
    if !retired.isEmpty { lines += ["retired:"] + sections(retired, indentation: "  ") }
    return lines.joined(separator: "\n") + "\n"
  }

  private func sections(_ numbers: [LockedName: UInt16], indentation: String) -> [String] {
    var lines: [String] = []
    for kind in LockedName.Kind.allCases {
      let entries = numbers.filter { $0.key.kind == kind }
      guard !entries.isEmpty else { continue }
      lines.append("\(indentation)\(kind.rawValue):")
      let groups = Dictionary(grouping: entries, by: \.key.owner)
      let owners = groups.keys.sorted { left, right in
        (ownerNumber(left, kind), left) < (ownerNumber(right, kind), right)
      }
      for owner in owners {
        let inner = kind.hasOwner ? indentation + "    " : indentation + "  "
        if kind.hasOwner { lines.append("\(indentation)  \(Self.quoted(owner)):") }
        for (name, number) in (groups[owner] ?? []).sorted(by: { $0.value < $1.value }) {
          lines.append("\(inner)\(Self.quoted(name.name)): \(number)")
        }
      }
    }
    return lines
  }

  private func ownerNumber(_ owner: String, _ kind: LockedName.Kind) -> UInt16 {
    numbers[LockedName(kind == .values ? .facts : .requests, owner)] ?? 0
  }

  static func hexadecimal(_ shape: Int64) -> String {
    let digits = String(UInt64(bitPattern: shape), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// A name as a YAML key: in quotes unless every reader takes it for a text.
  private static func quoted(_ name: String) -> String {
    let isPlain = name.utf8.enumerated().allSatisfy { index, byte in
      switch byte {
      case 65...90, 97...122: true
      case 48...57, UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "/"): index > 0
      default: false
      }
    }
    let words = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"]
    if isPlain, !words.contains(name.lowercased()) { return name }
    var text = "\""
    for scalar in name.unicodeScalars {
      switch scalar {
      case "\"", "\\": text += "\\\(scalar)"
      case _ where scalar.value < 0x20 || scalar.properties.generalCategory == .control:
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}
