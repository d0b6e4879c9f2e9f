import PhoneNumbers
import PhoneTestSupport

/// libphonenumber's own numbers.
struct Example: Hashable, Sendable, CustomStringConvertible {
  let asked: String
  let e164: String
  let region: String
  let kind: PhoneKind

  var description: String { "\(asked) \(e164) \(kind)" }

  /// All regions that the library knows.
  static let regions = Oracle.regions.map(\.id)

  /// An example of each kind in each region.
  static let all: [Example] = regions.flatMap { region in
    PhoneKind.allCases.compactMap { Example(region, $0) }
  }

  init?(_ region: String, _ kind: PhoneKind) {
    guard let e164 = Oracle.example(in: region, kind),
      let answer = Oracle.parse(e164, in: "ZZ"), let found = answer.kind
    else { return nil }
    asked = region
    self.e164 = e164
    self.region = answer.region
    self.kind = found
  }
}
