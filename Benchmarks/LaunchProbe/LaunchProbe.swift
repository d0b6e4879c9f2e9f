// LaunchProbe: a small app without views, whose launch `portico-bench launch` measures.
//
// Owns: an entry as apps make it, on a folder that it can fill as a signed-in person's. Must not: do
// anything that an app does not do between `main` and its first screen.

import FlowMachine
import FlowRuntime
import Foundation
import IdentityClient
import Portico
import PorticoLive
import PorticoTesting
import SessionMachine

@main
enum LaunchProbe {
  /// `portico-launch-probe prepare|run FOLDER`. `run` prints the name of the first screen, the
  /// monotonic clock when `main` began, and the nanoseconds from there to the screen.
  @MainActor static func main() async throws {
    let began = monotonic()
    let words = CommandLine.arguments.dropFirst()
    guard words.count == 2, let task = words.first, let folder = words.last else {
      throw ProbeMisused()
    }
    switch task {
    case "prepare": try prepare(folder)
    case "run": try await run(folder, began)
    default: throw ProbeMisused()
    }
  }

  @MainActor private static func run(_ folder: String, _ began: Int64) async throws {
    let entry = AppEntry.live(
      // The discard port, on which nothing listens: there is no network.
      .entry, server: "http://127.0.0.1:9",
      configuration: [
        "experiments": false, "documentationAddress": "", "privacyAddress": "",
        "termsAddress": "",
      ],
      folder: folder)
    let life = Task { await entry.run() }
    try await entry.wait { $0.scene.screen != nil }
    let taken = monotonic() - began
    print(entry.scene.screen?.name ?? "", began, taken)
    fflush(nil)
    life.cancel()
    // Ends as the system ends an app. `exit` would clean up a TLS that another thread is just
    // starting.
    _exit(0)
  }

  /// The stored data of a signed-in user's device.
  private static func prepare(_ folder: String) throws {
    let (ports, _) = try ClientPorts.live(folder: folder, installFolder: folder)
    let key = try ports.keys.create()
    let session = SessionRecord(
      family: Array("s1".utf8), refreshToken: Array("refresh".utf8),
      accessToken: Array("access".utf8), keyThumbprint: ProofOfPossession.thumbprint(of: key),
      lifetime: 600_000, receivedAt: ports.clock.now(), crumb: Array("crumb".utf8))
    try ports.storage.write([
      SecureChange(SecureItem.session, StoredSession(session: session).bytes)
    ])
    try FlowSecrets(ports.storage)
      .write([SecretChange(SecretName(fact: Array("refreshToken".utf8)), Array("s1".utf8))])
    let preferences = try FilePreferences(folder: folder)
    for (name, json) in [("installed", "true"), ("name", "\"Ada\"")] {
      try preferences.write(Array(name.utf8), Array(json.utf8))
    }
  }

  /// Nanoseconds of the clock shared by all processes.
  private static func monotonic() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}

struct ProbeMisused: Error, CustomStringConvertible {
  let description = "usage: portico-launch-probe prepare|run FOLDER"
}
