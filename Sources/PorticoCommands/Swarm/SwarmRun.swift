import FlowMachine
import FlowRuntime
import Foundation
import IdentityClient
import PorticoLive

/// Lets the devices of a plan live, each from its own moment on.
struct SwarmRun: Sendable {
  let flow: SwarmFlow
  let plan: SwarmPlan
  let server: String
  /// Only this one of them; nil: all.
  let device: Int?
  /// At most so many connections.
  let connections: Int
  /// Nil where codes cannot be read.
  let inbox: SwarmInbox?

  /// Foundation opens at most so many connections to one host in a session.
  private static let connectionsOfSession = 6

  /// If the task is cancelled, the devices stop where they are.
  ///
  /// - Parameter show: is given a line now and then.
  func run(show: (@Sendable (String) -> Void)?) async -> SwarmReport {
    let (clock, tally) = (SwarmClock.live(), SwarmTally())
    let start = clock.now
    let startTicks = clock.ticks()
    let devices = device.map { [$0] } ?? Array(1...plan.devices)
    let wires = wires(for: devices.count)
    let end = plan.duration > 0 ? start + plan.duration : 0
    let progress = Task { [plan, device] in
      var meter = SwarmMeter(devices: device == nil ? plan.devices : 1)
      while !Task.isCancelled, let show {
        await clock.sleep(1000)
        if !Task.isCancelled { show(meter.line(tally.progress, at: clock.ticks() - startTicks)) }
      }
    }
    let newestCode = newestCode
    let ends = await withTaskGroup(of: DeviceEnd?.self) { group in
      for number in devices {
        group.addTask { [flow, plan, server] in
          if device == nil { await clock.sleep(plan.arrival(of: number)) }
          guard !Task.isCancelled else { return nil }
          let outside = VirtualDevice.Outside(
            server: server, wire: wires[number % wires.count], inbox: newestCode, clock: clock,
            tally: tally)
          return await VirtualDevice(number, flow, plan, outside).live(until: end)
        }
      }
      return await group.reduce(into: [DeviceEnd]()) { if let end = $1 { $0.append(end) } }
    }
    progress.cancel()
    return SwarmReport(
      flow: String(decoding: flow.flow.name, as: UTF8.self), server: server, seed: plan.seed,
      seconds: (clock.ticks() - startTicks) / 1000, counts: tally.counts, ends: ends,
      peakMemory: PeakMemory.bytes)
  }

  private var newestCode: (@Sendable ([String]) async -> Text?)? {
    guard let inbox else { return nil }
    return { await inbox.newestCode(to: $0) }
  }

  private func wires(for devices: Int) -> [SwarmTransport.Wire] {
    let sessions = min(devices, max(1, connections / Self.connectionsOfSession))
    return (0..<sessions).map { _ in
      let http = LiveHTTP()
      return SwarmTransport.Wire(client: LiveIdentityTransport()) { await http.perform($0) }
    }
  }
}

/// The memory that this process has taken at most.
enum PeakMemory {
  static var bytes: Int {
    var usage = rusage()
    #if os(Linux)
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss << 10
    #else
    getrusage(RUSAGE_SELF, &usage)
    return usage.ru_maxrss
    #endif
  }
}
