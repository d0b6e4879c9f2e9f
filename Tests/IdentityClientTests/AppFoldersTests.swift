import Foundation
import IdentityClient
import PorticoLive
import Testing

/// Where an app with more than one flow keeps its session (PHN-1).
@Suite("The folders of an app")
final class AppFoldersTests {
  private var made: [String] = []

  deinit { for folder in made { try? FileManager.default.removeItem(atPath: folder) } }

  private func around() throws -> String {
    let folder = NSTemporaryDirectory() + "portico-around-\(UUID().uuidString)"
    made.append(folder)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    return folder
  }

  private func ports(_ around: String, _ flow: String) throws -> (ports: ClientPorts, isNew: Bool) {
    let (ports, isNew) = try ClientPorts.live(AppFolders(around: around, flow: flow))
    return (ports, isNew)
  }

  @Test("PHN-1: a second flow of an app, or a renamed one, wipes neither session nor device key")
  func flows() throws {
    let around = try around()
    let first = try ports(around, "entry")
    #expect(first.isNew)
    let key = try first.ports.keys.create().publicBytes
    try first.ports.storage.write([SecureChange(SecureItem.session, [1, 2, 3])])
    for flow in ["settings", "entry2", "entry"] {
      let other = try ports(around, flow)
      #expect(!other.isNew)
      #expect(try other.ports.storage.read(SecureItem.session) == [1, 2, 3])
      #expect(try other.ports.keys.load()?.publicBytes == key)
    }
  }

  @Test(
    "PHN-1: what an earlier version kept for each flow is taken over, whatever the flow is called now",
    arguments: ["entry", "start"])
  func migration(flow: String) throws {
    let around = try around()
    let old = try ClientPorts.live(
      folder: around + "/portico-entry", installFolder: around + "/portico-entry"
    ).ports
    let key = try old.keys.create().publicBytes
    let now = try ports(around, flow)
    #expect(!now.isNew)
    #expect(try now.ports.keys.load()?.publicBytes == key)
    // A mark where no flow of this app was is no mark of it.
    #expect(try ports(try self.around(), flow).isNew)
  }

  @Test("PHN-1: secure storage that outlives the app is wiped, wherever an app keeps its marks")
  func reinstalled() throws {
    let keychain = try FileSecureStore(folder: try around())
    for flow in ["entry", "settings"] {
      let around = try around()
      try keychain.write([SecureChange(SecureItem.session, [9])])
      let mark = try InstallMark(AppFolders(around: around, flow: flow))
      let isNew = try mark.claim { () throws(SecureStoreFailure) in try keychain.wipe() }
      #expect(isNew)
      #expect(try keychain.names().isEmpty)
      try keychain.write([SecureChange(SecureItem.session, [9])])
      let second = try InstallMark(AppFolders(around: around, flow: "another"))
      #expect(try !second.claim { () throws(SecureStoreFailure) in try keychain.wipe() })
      #expect(try keychain.names() == [SecureItem.session])
    }
  }

  @Test(
    "CMP-2: an app and its extension share the session in one folder, and nothing that stays locked"
  )
  func group() throws {
    let (app, other, group) = (try around(), try around(), try around())
    let processes = [app, other].map { around in
      var folders = AppFolders(around: around, flow: "entry")
      folders.share(in: group)
      return folders
    }
    let first = try ClientPorts.live(processes[0])
    #expect(first.isNewInstallation)
    try first.ports.storage.write([SecureChange(SecureItem.session, [1, 2, 3])])
    let second = try ClientPorts.live(processes[1])
    #expect(!second.isNewInstallation)
    #expect(try second.ports.storage.read(SecureItem.session) == [1, 2, 3])
    #expect(Set(processes.map(\.flow)).count == 2)
    #expect(!processes.contains { $0.flow.hasPrefix(group) })
  }

  @Test("PHN-1: an app that begins to share its session keeps it", arguments: [true, false])
  func beginsToShare(isGiven: Bool) throws {
    let (around, group) = (try around(), try around())
    func folders() -> AppFolders {
      isGiven ? AppFolders(given: around) : AppFolders(around: around, flow: "entry")
    }
    let alone = try ClientPorts.live(folders()).ports
    let key = try alone.keys.create().publicBytes
    try alone.storage.write([SecureChange(SecureItem.session, [7])])
    var shared = folders()
    shared.share(in: group)
    let now = try ClientPorts.live(shared)
    #expect(!now.isNewInstallation)
    #expect(try now.ports.storage.read(SecureItem.session) == [7])
    #expect(try now.ports.keys.load()?.publicBytes == key)
  }

  @Test("PHN-1: two processes of a new installation never wipe each other's data")
  func race() async throws {
    for _ in 0..<1_000 {
      let around = try around()
      let kept = try await withThrowingTaskGroup(of: Void.self) { group in
        for flow in ["entry", "settings"] {
          group.addTask {
            let (ports, _) = try ClientPorts.live(AppFolders(around: around, flow: flow))
            try ports.storage.write([SecureChange(flow, [1])])
          }
        }
        try await group.waitForAll()
        return try FileSecureStore(folder: around + "/portico").names()
      }
      #expect(kept == ["entry", "settings"])
      try FileManager.default.removeItem(atPath: around)
    }
  }
}
