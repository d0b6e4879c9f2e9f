// What is written, as an example: where a message asks for a map, its author may not know what the map is to say.

extension Shape {
  /// What to write, with an example of a map whose keys are the document's own.
  var advice: String {
    switch self {
    case .map: example.map { "a map such as `\($0)`" } ?? wanted
    case .either(let forms): forms.map(\.advice).joined(separator: " or ")
    case .scalar, .list, .object, .tagged, .sent, .body, .json: wanted
    }
  }

  private var example: String? {
    switch self {
    case .scalar(let shape): return shape.example
    case .list(let entry, _): return entry.example.map { "[\($0)]" }
    case .map(let key, let value, _):
      guard let key = key.example, let value = value.example else { return nil }
      return "{\(key): \(value)}"
    case .object: return takesEmptyMap ? "{}" : "{…}"
    case .either(let forms): return forms.lazy.compactMap(\.example).first
    case .sent, .json: return "VALUE"
    case .tagged, .body: return "{…}"
    }
  }
}

extension ScalarShape {
  /// Capitals stand for what the author fills in.
  fileprivate var example: String? {
    switch self {
    case .name, .reference: "NAME"
    case .textKey: "KEY"
    case .text, .template: "TEXT"
    case .guardExpression: "GUARD"
    case .duration, .length: "3s"
    case .flag, .yes, .outcome: "true"
    case .number(let range): range.contains(1) ? "1" : "\(range.lowerBound)"
    case .word(let words): words.first
    case .literal, .value, .choice: "VALUE"
    case .path: "$.user.id"
    case .language: "en"
    case .file: "texts.en.yaml"
    case .header: "Accept-Language"
    case .status: "400"
    case .spelled(let spelling): spelling.example
    case .pattern, .computed: nil
    }
  }
}
