import Testing
import Statechart
@Test func debugCount() throws {
  var random = SeededGenerator(seed: 5)
  var endless = 0, evEndless = 0, steps = 0, states = 0
  let clock = ContinuousClock()
  var tDraw = Duration.zero, tRun = Duration.zero, tRef = Duration.zero, tEndless = Duration.zero
  for _ in 0..<500 {
    var sketch: Sketch!
    let seed = random.next()
    tDraw += clock.measure { var d = RandomSketch(seed: seed); sketch = d.draw() }
    states += sketch.root.subtree.count
    var run: ChartRun!
    tDraw += try clock.measure { run = try ChartRun(sketch) }
    var r: StepResult!
    let t = clock.measure { r = run.start() }
    tRun += t
    steps += r.microsteps
    if r.isEndless { endless += 1; tEndless += t; continue }
    let ref = Reference(sketch)
    tRef += clock.measure { ref.start() }
    for i in 0..<10 {
      tRun += clock.measure { r = run.send("e\(i % 4)", value: 1) }
      if r.isEndless { evEndless += 1; break }
      ref.microsteps = 0
      tRef += clock.measure { ref.send("e\(i % 4)", value: 1) }
    }
  }
  print("endless", endless, evEndless, "steps", steps, "states", states, tDraw, tRun, tRef, tEndless)
}
