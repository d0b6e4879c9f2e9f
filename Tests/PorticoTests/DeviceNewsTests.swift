import Portico
import Testing

@Suite("What a device reports unasked", .timeLimit(.minutes(20)))
struct DeviceNewsTests {
  @Test("Added reports come beside the earlier ones, at each launch, and end with the last")
  func both() async {
    var device = Device()
    device.news = {
      .init {
        $0.yield(.fact("network", .flag(true))); $0.finish()
      }
    }
    device.add {
      .init {
        $0.yield(.fact("location", "denied")); $0.finish()
      }
    }
    device.add {
      .init {
        $0.yield(.signal("shaken")); $0.finish()
      }
    }
    for _ in 1...2 {
      var found: [DeviceEvent] = []
      for await item in device.news() { found.append(item) }
      #expect(found.count == 3)
      for wanted in [
        DeviceEvent.fact("network", .flag(true)), .fact("location", "denied"), .signal("shaken"),
      ] { #expect(found.contains(wanted)) }
    }
  }

  @Test("Both sources end once nobody is listening")
  func ends() async {
    let (ended, end) = AsyncStream.makeStream(of: Int.self)
    var device = Device()
    for number in 1...2 {
      device.add {
        let (stream, continuation) = AsyncStream.makeStream(of: DeviceEvent.self)
        continuation.onTermination = { _ in end.yield(number) }
        continuation.yield(.signal("here"))
        return stream
      }
    }
    let news = device.news()
    let task = Task { for await _ in news {} }
    task.cancel()
    await task.value
    var left: Set<Int> = []
    for await number in ended {
      left.insert(number)
      if left.count == 2 { break }
    }
    #expect(left == [1, 2])
  }
}
