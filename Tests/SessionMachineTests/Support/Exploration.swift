/// Every order in which things can happen to a world.
struct Exploration {
  private(set) var states = 0
  private(set) var steps = 0
  private(set) var rests = 0
  /// The first thing that went wrong, and how.
  private(set) var flaw: String?

  private struct Frame {
    var world: World
    var steps: [Step]
    var next = 0
  }

  /// - Parameter most: states; one more is a flaw, so that a bound never passes for a proof.
  init(of world: World, most: Int = 2_000_000) async {
    // Seen worlds are remembered by 64 bits of hash: at two million states two of them meet with a
    // chance of one in ten million.
    var seen: Set<Int> = [Self.digest(world)]
    var path: [Frame] = [Frame(world: world, steps: Self.all(world))]
    states = 1
    while flaw == nil, let top = path.indices.last {
      guard path[top].next < path[top].steps.count else {
        path.removeLast()
        continue
      }
      let step = path[top].steps[path[top].next]
      path[top].next += 1
      var world = path[top].world
      world.take(step)
      steps += 1
      // Other tests share the threads.
      if steps.isMultiple(of: 256) { await Task.yield() }
      if world.steps().isEmpty {
        rests += 1
        if world.flaw == nil { world.flaw = world.flawAtRest() }
      }
      if let found = world.flaw {
        let way = path.map { "\($0.steps[$0.next - 1])" }.joined(separator: ", ")
        flaw = "\(found) after \(way)"
      }
      guard seen.insert(Self.digest(world)).inserted else { continue }
      states += 1
      if states > most { flaw = "more than \(most) states" }
      path.append(Frame(world: world, steps: Self.all(world)))
    }
  }

  private static func all(_ world: World) -> [Step] { world.steps() + world.outerSteps() }

  private static func digest(_ world: World) -> Int {
    var hasher = Hasher()
    world.hash(into: &hasher)
    return hasher.finalize()
  }
}
