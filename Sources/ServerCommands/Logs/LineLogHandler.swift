import Logging

/// One line an event: a JSON object, or text for people.
///
/// Whatever a value holds, the line stays one line: control characters are escaped.
struct LineLogHandler: LogHandler {
  var logLevel = Logger.Level.info
  var metadata: Logger.Metadata = [:]
  var metadataProvider: Logger.MetadataProvider?
  let format: LogSettings.Format
  let time: @Sendable () -> String
  let write: @Sendable (String) -> Void

  init(
    format: LogSettings.Format, time: @escaping @Sendable () -> String,
    write: @escaping @Sendable (String) -> Void
  ) {
    self.format = format
    self.time = time
    self.write = write
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    var fields = metadata
    if let metadataProvider { fields.merge(metadataProvider.get()) { $1 } }
    if let more = event.metadata { fields = fields.isEmpty ? more : fields.merging(more) { $1 } }
    // The words of an error may hold what was stored; its type says enough.
    if let error = event.error { fields["error"] = "\(type(of: error))" }
    var sorted = Array(fields)
    sorted.sort { $0.key < $1.key }
    var line = ""
    line.reserveCapacity(256)
    switch format {
    case .json:
      line += "{\"time\":"
      Self.json(time(), &line)
      line += ",\"level\":"
      Self.json(event.level.rawValue, &line)
      line += ",\"message\":"
      Self.json(event.message.description, &line)
      for (key, value) in sorted {
        line += ","
        // A field of ours must not stand twice.
        switch key {
        case "time", "level", "message": Self.json(key + "_", &line)
        default: Self.json(key, &line)
        }
        line += ":"
        Self.json(value, &line)
      }
      line += "}"
    case .text:
      line += time()
      line += " "
      line += event.level.rawValue
      line += " "
      Self.plain(event.message.description, quotes: false, &line)
      for (key, value) in sorted {
        line += " "
        line += key
        line += "="
        Self.plain(value.description, &line)
      }
    }
    write(line)
  }

  private static func json(_ value: Logger.Metadata.Value, _ line: inout String) {
    switch value {
    case .string(let text): json(text, &line)
    case .stringConvertible(let number as Int): line += number.description
    case .stringConvertible(let number as Double) where number.isFinite: line += number.description
    case .stringConvertible(let value): json(value.description, &line)
    case .array(let values):
      line += "["
      for (place, value) in values.enumerated() {
        if place > 0 { line += "," }
        json(value, &line)
      }
      line += "]"
    case .dictionary(let members):
      line += "{"
      for (place, member) in members.sorted(by: { $0.key < $1.key }).enumerated() {
        if place > 0 { line += "," }
        json(member.key, &line)
        line += ":"
        json(member.value, &line)
      }
      line += "}"
    }
  }

  /// RFC 8259 section 7.
  private static func json(_ text: String, _ line: inout String) {
    line += "\""
    if isPlain(text) {
      line += text
    } else {
      for scalar in text.unicodeScalars {
        switch scalar {
        case "\"": line += "\\\""
        case "\\": line += "\\\\"
        case "\n": line += "\\n"
        case "\r": line += "\\r"
        case "\t": line += "\\t"
        default: append(scalar, &line)
        }
      }
    }
    line += "\""
  }

  /// In quotes where it holds more than a word.
  private static func plain(_ text: String, quotes: Bool = true, _ line: inout String) {
    let isWord = !text.isEmpty && !text.utf8.contains { $0 == 0x20 || $0 == 0x22 }
    guard isWord || !quotes else { return json(text, &line) }
    if isPlain(text) {
      line += text
    } else {
      for scalar in text.unicodeScalars { append(scalar, &line) }
    }
  }

  private static func append(_ scalar: Unicode.Scalar, _ line: inout String) {
    if mustEscape(scalar) {
      line += escape(scalar)
    } else {
      line.unicodeScalars.append(scalar)
    }
  }

  /// Whether it has nothing to escape in either form: ASCII that can be seen, and spaces.
  private static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { (0x20...0x7E).contains($0) && $0 != 0x22 && $0 != 0x5C }
  }

  /// Also the two that end a line to some readers, and those that turn the direction of a text.
  private static func mustEscape(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }

  /// Beyond the basic plane as a pair of surrogates.
  private static func escape(_ scalar: Unicode.Scalar) -> String {
    String(scalar).utf16.map { unit in
      let digits = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }.joined()
  }
}
