import FlowMachine
import FlowRuntime
import FlowSimulation
import StandardFlows
import Statechart
import TestSupport
import Testing

/// What is on the critical path of a launch, on a network with a round trip of 200 ms.
@Suite struct LaunchRoundTripTests {
  private static let roundTrip: Int64 = 200

  private static let launchAnswer = #"""
    {"update":"current","server_time":"2026-01-01T00:00:00Z","tokens":{"status":"success",
    "description":"Session extended","expires_in":600,"guid":"u1"},
    "user_data":{"user_id":"u1","user_name":"ada@example.org","name":"Ada"},"selections":[]}
    """#

  @Test(
    "ENT-2: home is shown after one round trip with a session, and after none with a valid one",
    arguments: [("stale", 1), ("valid", 0)])
  func home(session: String, roundTrips: Int64) throws {
    let flow = try StandardFlow.entry.load()
    var settings = SimulatedDevice.Settings()
    for (place, name, json) in [
      (FactPlace.device, "session", "\"\(session)\""), (.device, "network", "true"),
      (.device, "resetSwitch", "false"), (.configuration, "experiments", "false"),
    ] {
      let fact = try #require(flow.fact(named: Array(name.utf8)))
      #expect(flow.tables.facts[Int(fact)].place == place)
      let value = try #require(flow.factValue(Array(json.utf8), of: fact))
      settings.facts.append(FactChange(fact, value))
    }
    let device = SimulatedDevice(flow, settings)
    // An app that was used before.
    device.secrets.values[SecretName(fact: Array("refreshToken".utf8))] = Array("s0".utf8)
    device.preferences.values[Array("installed".utf8)] = Array("true".utf8)
    // Everything that goes out, whatever it is, takes its round trip.
    var sentAt: [(name: String, time: Int64)] = []
    device.network.look = { call in
      sentAt.append((String(decoding: call.request, as: UTF8.self), device.now))
    }
    device.network.responder = { _ in
      (.received(status: 200, body: Array(Self.launchAnswer.utf8)), Self.roundTrip)
    }
    let start = device.now
    device.launch()
    while Self.screen(device) != "home", device.now - start < 10_000 { device.advance(by: 1) }
    #expect(device.now - start == roundTrips * Self.roundTrip)
    // One after the other is what a person waits for: none begins while another one is awaited.
    let awaited = sentAt.filter { $0.time < device.now }
    #expect(awaited.map(\.name) == Array(repeating: "launchCall", count: Int(roundTrips)))
    // Behind home the crumb is renewed, and then writing is enabled.
    device.advance(by: Self.roundTrip)
    #expect(sentAt.map(\.name) == ["launchCall"])
    let writable = try #require(flow.fact(named: Array("writable".utf8)))
    #expect(device.driver?.machine.value(of: writable) == .number(1))
  }

  private static func screen(_ device: SimulatedDevice) -> String? {
    device.driver?.machine.screen(at: device.now, language: 0).screen
      .map { String(decoding: $0.name, as: UTF8.self) }
  }
}
