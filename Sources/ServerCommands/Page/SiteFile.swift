/// One file of the page, with its compressed forms.
struct SiteFile: Sendable {
  let type: String
  let isImmutable: Bool
  /// Whether a browser shows it as a page.
  var isDocument: Bool { type.hasPrefix("text/html") }
  /// Whether a browser runs and shows nothing of it where it is opened by itself.
  var isInert: Bool {
    ["text/javascript", "text/css", "application/wasm", "application/octet-stream"].contains {
      type.hasPrefix($0)
    }
  }
  /// The plain form is the last one.
  let forms: [Form]

  struct Form: Sendable {
    /// The name of its content coding (RFC 9110 section 8.4.1); empty for the plain one.
    let coding: String
    let bytes: [UInt8]
    let tag: String

    init(coding: String, bytes: [UInt8]) {
      self.coding = coding
      self.bytes = bytes
      // Another form is another representation, with a tag of its own (RFC 9110 section 8.8.3).
      let digits = String(SiteFile.digest(bytes), radix: 36)
      tag = "\"\(digits)\(coding.isEmpty ? "" : "-" + coding)\""
    }
  }

  /// FNV-1a: tells one version of a file from the next; nobody else's word counts here.
  private static func digest(_ bytes: some Sequence<UInt8>) -> UInt64 {
    var sum: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return sum
  }

  /// A path that is another one for another text: `STEM.0123456789abcdef.ENDING`.
  static func path(_ stem: String, _ ending: String, of text: String) -> String {
    let digits = String(digest(text.utf8), radix: 16)
    return "\(stem).\(String(repeating: "0", count: 16 - digits.count))\(digits).\(ending)"
  }

  /// - Parameter compressed: by content coding.
  init(path: String, bytes: [UInt8], compressed: [String: [UInt8]]) {
    type = Self.type(of: path)
    isImmutable = Self.holdsDigest(path)
    var forms: [Form] = []
    for coding in Self.codings {
      if let bytes = compressed[coding.name] {
        forms.append(Form(coding: coding.name, bytes: bytes))
      }
    }
    self.forms = forms + [Form(coding: "", bytes: bytes)]
  }

  /// The best first.
  static let codings = [(name: "br", ending: ".br"), (name: "gzip", ending: ".gz")]

  /// The best form that a client takes.
  func form(for acceptEncoding: String?) -> Form? {
    let taken = Self.taken(acceptEncoding ?? "")
    return forms.first { $0.coding.isEmpty || taken.contains($0.coding) }
  }

  /// The codings that are named and not given the weight 0.
  static func taken(_ header: String) -> Set<String> {
    var result: Set<String> = []
    for item in header.split(separator: ",") {
      let parts = item.split(separator: ";").map {
        $0.filter { $0 != " " && $0 != "\t" }.lowercased()
      }
      guard let coding = parts.first else { continue }
      let weight = parts.dropFirst().first { $0.hasPrefix("q=") }
      if weight.flatMap({ Double($0.dropFirst(2)) }) != 0 { result.insert(coding) }
    }
    return result
  }

  /// `name.0123456789abcdef.ending`: another content has another name.
  static func holdsDigest(_ path: String) -> Bool {
    let parts = path.split(separator: "/").last?.split(separator: ".") ?? []
    return parts.dropFirst().dropLast().contains { part in
      part.utf8.count >= 16
        && part.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
    }
  }

  private static func type(of path: String) -> String {
    switch path.split(separator: ".").last ?? "" {
    case "html": "text/html; charset=utf-8"
    // Modules are UTF-8, whatever is said.
    case "js", "mjs": "text/javascript"
    case "css": "text/css; charset=utf-8"
    case "json", "map": "application/json"
    case "wasm": "application/wasm"
    case "svg": "image/svg+xml"
    case "png": "image/png"
    case "webp": "image/webp"
    case "ico": "image/x-icon"
    case "woff2": "font/woff2"
    case "txt": "text/plain; charset=utf-8"
    default: "application/octet-stream"
    }
  }
}
