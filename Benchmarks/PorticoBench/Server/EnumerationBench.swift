/// Whether the response time reveals that an account exists (SEC "No enumeration").
///
/// For each operation, calls at known and unknown names are paired in random order, one at a time,
/// each name once. Mann and Whitney's test on both times fails below 0.01 for all operations
/// together, hence below `threshold` for each.
struct EnumerationBench {
  static let samples = 300
  static let operations = ["login", "registration", "code", "recovery", "phone code"]
  static let threshold = 0.01 / Double(operations.count)

  let port: Int
  /// Different in each run on one store, so that no earlier use of a budget matters.
  var seed = UInt64(Clocks.monotonic())

  func run() throws -> [RatioRow] {
    try Self.operations.enumerated().map { place, operation in
      var generator = BenchGenerator(seed: seed &+ UInt64(place))
      var known: [Double] = []
      var unknown: [Double] = []
      // One connection for all: otherwise setting it up would be part of some of the times.
      let caller = SetRequest()
      let tool = try LoadTool(port: port, [caller])
      // The first calls warm up.
      for sample in -20..<Self.samples {
        var order = [true, false]
        order.shuffle(using: &generator)
        for isKnown in order {
          (caller.request, caller.status) = call(operation, place, sample + 20, isKnown: isKnown)
          let time = try tool.once()
          guard sample >= 0 else { continue }
          if isKnown { known.append(time / 1e6) } else { unknown.append(time / 1e6) }
        }
      }
      return row(operation, known, unknown, &generator)
    }
  }

  private func call(
    _ operation: String, _ place: Int, _ sample: Int, isKnown: Bool
  ) -> (request: [UInt8], status: Int) {
    // Each operation has its own users, because a message to an address waits a minute for the
    // next.
    let person = 1_000 + place * 400 + sample
    let name = isKnown ? Population.email(person) : "nobody\(person)@bench.example"
    let network = Requests.network(30_000 + place * 2_000 + sample * 2 + (isKnown ? 1 : 0))
    func post(_ path: String, _ members: String, status: Int = 200) -> ([UInt8], Int) {
      (Requests.text("POST", path, [network], body: "{\(members)}"), status)
    }
    let user = #""user_name":"\#(name)""#
    switch operation {
    case "login":
      return post(
        SignedIn.login, user + #","password":"Falscher-Hase-und-8-Birnen""#, status: 400)
    case "registration":
      return post("/v1/user", user + #","password":"\#(Population.password)""#, status: 201)
    case "code": return post(SignedIn.login, user)
    case "recovery":
      return (Requests.text("PUT", "/v1/forgotpassword", [network], body: "{\(user)}"), 200)
    default:
      let number = Population.phone(sample + (isKnown ? 0 : ServerBench.phones))
      return post("/v1/phone/user", #""phone_number":"\#(number)""#)
    }
  }

  private func row(
    _ operation: String, _ known: [Double], _ unknown: [Double],
    _ generator: inout BenchGenerator
  ) -> RatioRow {
    let test = RankTest(known, unknown)
    let difference = MedianDifference(known, unknown, using: &generator)
    var row = RatioRow(
      "enumeration by \(operation)", [test?.probability ?? .nan], unit: "p",
      bound: .atLeast(Self.threshold))
    row.ceiling =
      "\(known.count) pairs, P(known slower) \(RatioRow.figure(test?.chance)), medians differ by "
      + "\(RatioRow.figure(difference.interval.lowerBound)) to "
      + "\(RatioRow.figure(difference.interval.upperBound)) ms"
    return row
  }
}

/// Sends the request that is set.
private final class SetRequest: LoadCaller {
  var request: [UInt8] = []
  var status = 200

  func next() -> [UInt8] { request }

  func answered(_ answer: HTTPAnswer, _ bytes: ArraySlice<UInt8>) -> Bool {
    answer.status == status
  }
}
