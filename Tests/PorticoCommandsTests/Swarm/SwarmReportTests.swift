import PorticoCommands
import Testing

@Suite("What a swarm reports")
struct SwarmReportTests {
  @Test("A percentile is at most 2.5 % above the latency that so many did not exceed")
  func percentiles() throws {
    var latencies = LatencyHistogram()
    for number in 1...10_000 { latencies.add(Double(number) / 10) }
    for (share, exact) in [(0.5, 500.0), (0.95, 950), (0.99, 990), (1, 1000)] {
      let found = try #require(latencies.percentile(share))
      #expect(found >= exact && found <= exact * 1.025, "\(share): \(found)")
    }
    #expect(latencies.most == 1000 && latencies.count == 10_000)
    #expect(LatencyHistogram().percentile(0.5) == nil)
  }

  private var report: SwarmReport {
    let tally = SwarmTally()
    for _ in 0..<9 { tally.add("POST /v1/launch", "200", after: 4) }
    tally.add("POST /v1/launch", "429", after: 80)
    tally.add("GET /v1/user", "lost", after: 1)
    tally.add(.answerLost)
    tally.addKill()
    tally.addLaunch()
    let stuck = Stuck(
      device: 17, seed: 7, part: "come back", reason: "was signed out (idle_timeout)",
      screen: "choosing", lastRequest: "POST /v1/launch", lastOutcome: "401",
      trace: ["— come back", "choosing: tap account"], repetition: "portico swarm entry --device 17"
    )
    return SwarmReport(
      flow: "entry", server: "http://127.0.0.1:1", seed: 7, seconds: 5, counts: tally.counts,
      ends: [DeviceEnd(device: 18), DeviceEnd(device: 17, stuck: stuck)], peakMemory: 4 << 20)
  }

  @Test("Requests are counted by name, with rate, latencies and statuses")
  func requests() {
    #expect(report.requests.map(\.request) == ["GET /v1/user", "POST /v1/launch"])
    let launch = report.requests[1]
    #expect(launch.count == 10 && launch.perSecond == 2)
    #expect(launch.statuses == ["200": 9, "429": 1])
    #expect(launch.p50 < 4.2 && launch.p99 == 80 && launch.most == 80)
  }

  @Test("The text has a table, and names each device that did not end where it should")
  func text() {
    let lines = report.text.split(separator: "\n").map(String.init)
    #expect(lines[0] == "entry at http://127.0.0.1:1: 2 devices in 5.0 s, seed 7")
    #expect(lines[1].hasPrefix("1 ended where they should, 1 did not; 1 launch, 1 kill, and on"))
    #expect(lines[1].contains("1 responses lost"))
    #expect(lines.contains { $0.hasPrefix("POST /v1/launch     10  2.0") }, "\(report.text)")
    #expect(
      lines.suffix(4) == [
        "device 17 was signed out (idle_timeout) (part: come back)",
        "  it stands on choosing; last asked POST /v1/launch: 401",
        "  — come back · choosing: tap account", "  again: portico swarm entry --device 17",
      ])
  }

  @Test("The line of progress has the rate since the last one")
  func meter() {
    var meter = SwarmMeter(devices: 100)
    let first = SwarmTally.Progress(begun: 10, ended: 1, stuck: 0, requests: 50)
    #expect(
      meter.line(first, at: 1000)
        == "1 s: 10 of 100 devices begun, 1 ended, 0 of them not where they should; 50 requests, 50/s"
    )
    let second = SwarmTally.Progress(begun: 20, ended: 3, stuck: 1, requests: 90)
    #expect(
      meter.line(second, at: 1500).hasSuffix("1 of them not where they should; 90 requests, 80/s"))
  }

  @Test(
    "Requests count under one name, whatever ids they have",
    arguments: [
      ("http://127.0.0.1:8080/v1/user?to=ann", "GET /v1/user"),
      ("https://id.example.com/v1/sessions/AAAA1234bcde", "GET /v1/sessions/{id}"),
      ("https://id.example.com", "GET "),
    ])
  func names(url: String, name: String) {
    #expect(RequestName.of("GET", url) == name)
  }

  @Test("The command that repeats a device ends with its seed and number")
  func repetition() {
    var plan = SwarmPlan()
    (plan.words, plan.seed) = (["entry", "--kills", "0.1"], 9)
    #expect(
      plan.repetition(of: 4) == "portico swarm entry --kills 0.1 --seed 9 --device 4")
  }
}
