package import FlowRuntime
import Foundation
package import IdentityClient
import Portico
import SessionMachine

/// The identity client of a process, for all flows and windows of the app. It is made at the first use, because storage
/// may be locked while the app is launched, and made once, because two would not know of each other's changes.
package final class ClientHost: @unchecked Sendable {
  // Unchecked: `made` and `hasFailed` are read and written only under `lock`.
  private let lock = NSLock()
  private var made: Opened?
  private var hasFailed = false
  private let settings: ClientSettings
  private let given: String?
  private let shared: String?
  private let ports: Ports
  /// For what the flows wait for.
  let clock: RuntimeClock
  /// Each status of the session, in order.
  let statuses: AsyncStream<SessionStatus>
  private let post: AsyncStream<SessionStatus>.Continuation

  package typealias Ports =
    @Sendable (AppFolders) throws(SecureStoreFailure) -> (ClientPorts, isNew: Bool)

  struct Opened: Sendable {
    var ports: ClientPorts
    var client: LiveClient
    var isNewInstallation: Bool
    /// By the name of a flow.
    var folders: @Sendable (String) -> AppFolders
  }

  /// - Parameters:
  ///   - folder: nil for the platform's own location.
  ///   - shared: what several processes share, and this one's flows do not use; nil: nothing.
  ///   - clock: the system's, unless a test has its own.
  ///   - ports: those of the device, unless a test has its own.
  package init(
    _ settings: ClientSettings, folder: String?, shared: String? = nil,
    clock: RuntimeClock = .live(),
    ports: @escaping Ports = { folders throws(SecureStoreFailure) in
      let (ports, isNew) = try ClientPorts.live(folders)
      return (ports, isNew)
    }
  ) {
    self.settings = settings
    self.ports = ports
    self.clock = clock
    (given, self.shared) = (folder, shared)
    // Where no session listens, nothing piles up.
    (statuses, post) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(64))
  }

  /// - Parameter flow: names the folder in which an earlier version of the app may have left its mark.
  func opened(_ flow: String = "entry") throws(StorageFailure) -> Opened {
    lock.lock()
    defer { lock.unlock() }
    if let made { return made }
    do throws(SecureStoreFailure) {
      let around = if given == nil { try AppFolders.around() } else { "" }
      let folders = { @Sendable [given, shared] flow in
        var folders =
          if let given { AppFolders(given: given) } else { AppFolders(around: around, flow: flow) }
        if let shared { folders.share(in: shared) }
        return folders
      }
      let (ports, isNew) = try ports(folders(flow))
      let client = LiveClient(settings, ports) { [post] status in post.yield(status) }
      let opened = Opened(
        ports: ports, client: client, isNewInstallation: isNew, folders: folders)
      made = opened
      return opened
    } catch {
      // The session says so, whoever has tried. Once is enough: it looks, and that is another try.
      if !hasFailed { post.yield(.unreadable(.locked)) }
      hasFailed = true
      throw StorageFailure(error)
    }
  }
}
