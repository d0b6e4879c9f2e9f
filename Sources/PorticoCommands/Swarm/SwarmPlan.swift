package import FlowMachine

/// What a swarm does: how many devices, how fast, and what happens to them. All times in milliseconds.
package struct SwarmPlan: Sendable {
  package var devices = 100
  /// Devices that begin each second.
  package var arrivals = 10.0
  /// For how long devices that have arrived come back, from the start of the run; 0: each goes its way once.
  package var duration: Int64 = 0
  /// The mean time before a tap.
  package var think: Int64 = 2_000
  /// The mean time between two visits.
  package var rest: Int64 = 10_000
  /// How long one part of a journey may take.
  package var patience: Int64 = 120_000
  package var network = NetworkQuality.good
  /// The probability that a call of the flow meets a kill of the app.
  package var kills = 0.0
  /// The share of people who use a phone number rather than an address.
  package var phones = 0.0
  package var seed: UInt64 = 1
  /// Part of all addresses and numbers, so that a run does not meet the accounts of the last one.
  package var stamp: Int64 = 0
  /// The flow's configuration.
  package var facts: [FactChange] = []
  /// What the command line was, for repeating one device.
  package var words: [String] = []

  package init() {}

  /// When a device begins, after the start of the run.
  package func arrival(of device: Int) -> Int64 {
    var random = DeviceRandom(seed: seed, device: device, .arrival)
    return Int64(Double(device - 1) / arrivals * 1000)
      + Int64.random(in: 0...max(1, Int64(1000 / arrivals)), using: &random)
  }

  /// The command that runs one device again.
  package func repetition(of device: Int) -> String {
    (["portico", "swarm"] + words + ["--seed", "\(seed)", "--device", "\(device)"])
      .joined(separator: " ")
  }
}
