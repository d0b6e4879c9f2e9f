import FlowMachine
import FlowRuntime
import FlowSimulation
import Foundation
import Statechart
import Testing

/// The journal in a file: what is forced is there, and only one process has it.
@Suite final class FileJournalTests {
  let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("portico-journal-\(UUID().uuidString)").path

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  func open() throws -> LiveFileJournal { try LiveFileJournal(folder: folder, name: "wallet") }

  func permissions(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test("Frames are available to the next process, and readable only by this user")
  func frames() throws {
    var journal: LiveFileJournal? = try open()
    #expect(try journal?.read() == [])
    try journal?.append([1, 2, 3], isForced: false)
    try journal?.append([4, 5], isForced: true)
    let path = try #require(journal?.path)
    journal = nil
    journal = try open()
    #expect(try journal?.read() == [1, 2, 3, 4, 5])
    #expect(try permissions(path) == 0o600)
    #expect(try permissions(folder) == 0o700)
  }

  @Test(
    "CMP-2: a second owner is told that the journal is owned elsewhere, until the first releases it"
  )
  func lock() throws {
    var first: LiveFileJournal? = try open()
    try first?.append([1], isForced: true)
    #expect(throws: StorageFailure.ownedElsewhere) { try self.open() }
    // Another flow of the same app is another journal.
    _ = try LiveFileJournal(folder: folder, name: "other")
    first = nil
    #expect(try open().read() == [1])
  }

  @Test("Replacing leaves only the new bytes, with nothing beside them")
  func replace() throws {
    let journal = try open()
    try journal.append(Array(repeating: 1, count: 100_000), isForced: false)
    try journal.replace(by: [9])
    try journal.append([8], isForced: true)
    #expect(try journal.read() == [9, 8])
    #expect(try permissions(journal.path) == 0o600)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    #expect(names == ["wallet.journal", "wallet.journal.lock"])
  }

  @Test("What is set aside is kept, each time under another name")
  func aside() throws {
    let journal = try open()
    try journal.setAside()
    for byte in [UInt8(1), 2] {
      try journal.append([byte], isForced: true)
      try journal.setAside()
      #expect(try journal.read() == [])
    }
    for byte in [UInt8(1), 2] {
      let kept = FileManager.default.contents(atPath: "\(journal.path).aside-\(byte)")
      #expect(kept == Data([byte]))
    }
  }

  @Test("A journal that cannot be opened is a failure, not an empty journal")
  func unreadable() throws {
    let journal = try open()
    try FileManager.default.createDirectory(
      atPath: journal.path, withIntermediateDirectories: false)
    #expect(throws: StorageFailure.self) { try journal.read() }
    #expect(throws: StorageFailure.self) { try journal.append([1], isForced: true) }
  }

  @Test("A link in the journal's place is not followed")
  func link() throws {
    let journal = try open()
    let victim = "\(folder)/victim"
    #expect(FileManager.default.createFile(atPath: victim, contents: Data([7])))
    try FileManager.default.createSymbolicLink(
      atPath: journal.path, withDestinationPath: victim)
    #expect(throws: StorageFailure.self) { try journal.append([1], isForced: true) }
    #expect(FileManager.default.contents(atPath: victim) == Data([7]))
  }

  @Test("ENT-3: a flow on a file continues in the next process")
  func wholeFlow() throws {
    let rig = try Rig.atHome()
    var journal: LiveFileJournal? = try open()
    for frame in [rig.journal.bytes] { try journal?.append(frame, isForced: true) }
    journal = nil
    let next = Rig(rig.flow)
    next.journal.bytes = try open().read()
    next.secrets.values = rig.secrets.values
    try next.launch()
    #expect(try next.screen() == "home")
  }
}
