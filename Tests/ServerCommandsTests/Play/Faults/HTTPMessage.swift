import Foundation

/// A request or an answer of HTTP/1.1 whose body is as long as its `Content-Length` says.
struct HTTPMessage {
  var start: String
  var fields: [(name: String, value: String)] = []
  var body: [UInt8] = []

  init(_ start: String, _ type: String, _ body: String) {
    self.start = start
    self.body = Array(body.utf8)
    fields = [("Content-Type", type)]
  }

  /// - Returns: nil for what is no whole message.
  init?(_ bytes: [UInt8]) {
    let mark = Array("\r\n\r\n".utf8)
    guard let end = bytes.indices.first(where: { bytes[$0...].starts(with: mark) }) else {
      return nil
    }
    var lines = String(decoding: bytes[..<end], as: UTF8.self).components(separatedBy: "\r\n")
    start = lines.removeFirst()
    for line in lines {
      guard let colon = line.firstIndex(of: ":") else { return nil }
      let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
      fields.append((String(line[..<colon]), value))
    }
    body = Array(bytes[(end + mark.count)...])
    guard Int(self["Content-Length"] ?? "0") == body.count, self["Transfer-Encoding"] == nil else {
      return nil
    }
  }

  subscript(name: String) -> String? {
    fields.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  /// The status of an answer.
  var status: Int { Int(start.split(separator: " ").dropFirst().first ?? "") ?? 0 }

  /// Method and path of a request, without what stands behind `?`.
  var call: String {
    start.split(separator: " ").prefix(2).map { $0.prefix { $0 != "?" } }.joined(separator: " ")
  }

  /// As it goes over a connection that carries nothing else.
  var bytes: [UInt8] {
    var lines = [start]
    for field in fields where !["connection", "content-length"].contains(field.name.lowercased()) {
      lines.append("\(field.name): \(field.value)")
    }
    lines += ["Connection: close", "Content-Length: \(body.count)", "", ""]
    return Array(lines.joined(separator: "\r\n").utf8) + body
  }
}
