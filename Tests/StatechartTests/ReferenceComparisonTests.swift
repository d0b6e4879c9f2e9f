import TestSupport
import Testing

@Suite("The engine compared with SCXML's own algorithm")
struct ReferenceComparisonTests {
  @Test("In every step, random charts do what appendix D of SCXML 1.0 says")
  func randomCharts() throws {
    var random = SeededGenerator(announcing: "random charts", seed: 20_260_101)
    var eventCount = 0
    for number in 0..<1_500 {
      let seed = random.next()
      var drawing = RandomSketch(seed: seed)
      let sketch = drawing.draw()
      let events = (0..<8).map { _ in
        (
          name: random.pick(RandomSketch.outsideEvents),
          value: random.chance(30) ? nil : Int64(random.below(4))
        )
      }
      let example = ChartCase(sketch: sketch, events: events)
      eventCount += events.count
      guard try example.disagreement() != nil else { continue }
      let small = example.shrunk()
      let what = try small.disagreement() ?? ""
      Issue.record("chart \(number), seed \(seed)\n\(small.sketch)\n\(small.events)\n\(what)")
      return
    }
    print("random charts: \(eventCount) events")
  }
}
