import Foundation
import TestSupport
import Testing

/// `PrivacyInfo.xcprivacy` says which of Apple's "required reason" APIs the client calls
/// (developer.apple.com/documentation/bundleresources/describing-use-of-required-reason-api). An upload to the App Store is
/// refused where it leaves one out.
@Suite("The client's privacy manifest")
struct PrivacyManifestTests {
  private static let path = "Sources/PorticoLive/PrivacyInfo.xcprivacy"

  /// By category, the names of its APIs as code spells them.
  private static let calls = [
    "FileTimestamp": [
      #"\.(creationDate|modificationDate|contentModificationDate|fileModificationDate)\b"#,
      #"\b[fl]?stat(at)?\("#, #"\bf?getattrlist(at|bulk)?\("#, #"\bcreationDateKey\b"#,
      #"\bcontentModificationDateKey\b"#,
    ],
    "SystemBootTime": [
      #"\bsystemUptime\b"#, #"\bmach_absolute_time\b"#, #"\bCACurrentMediaTime\b"#,
    ],
    "DiskSpace": [
      #"\bvolume(Available|Total)Capacity"#, #"\.system(Free)?Size\b"#, #"\bf?statv?fs\("#,
    ],
    "ActiveKeyboards": [#"\bactiveInputModes\b"#],
    "UserDefaults": [#"\bUserDefaults\b"#, "@AppStorage", "@SceneStorage"],
  ]

  /// What a source calls, without its comments.
  static func categories(of source: String) -> Set<String> {
    let code = source.split(separator: "\n")
      .filter { !$0.drop { $0 == " " }.hasPrefix("//") }.joined(separator: "\n")
    return Set(
      calls.filter { $0.value.contains { code.range(of: $0, options: .regularExpression) != nil } }
        .keys)
  }

  private static func declared() throws -> [String: Any] {
    let bytes = try #require(Repository.read(path))
    let list = try PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
    return try #require(list as? [String: Any])
  }

  @Test("It has a reason for each category of API that a target of an app calls, and no other")
  func reasons() throws {
    var called = Set<String>()
    for target in try Manifest(host: nil).targets.keys {
      for path in Repository.files(below: "Sources/\(target)", ending: ".swift") {
        let bytes = try #require(Repository.read(path))
        called.formUnion(Self.categories(of: String(decoding: bytes, as: UTF8.self)))
      }
    }
    let entries = try #require(
      try Self.declared()["NSPrivacyAccessedAPITypes"] as? [[String: Any]])
    let named = try entries.map { entry in
      let reasons = try #require(entry["NSPrivacyAccessedAPITypeReasons"] as? [String])
      #expect(!reasons.isEmpty)
      return try #require(entry["NSPrivacyAccessedAPIType"] as? String)
    }
    #expect(named.sorted() == called.map { "NSPrivacyAccessedAPICategory\($0)" }.sorted())
  }

  @Test(
    "A call is noticed, and a mention in a comment is not",
    arguments: [
      ("let booted = ProcessInfo.processInfo.systemUptime", "SystemBootTime"),
      ("guard fstat(file, &facts) == 0 else { return }", "FileTimestamp"),
      ("@AppStorage(\"language\") var language = \"\"", "UserDefaults"),
      ("try url.resourceValues(forKeys: [.volumeAvailableCapacityKey])", "DiskSpace"),
      ("  /// Kept in `UserDefaults`.", nil),
      ("let status = state(of: item)", nil),
    ])
  func noticed(source: String, category: String?) {
    #expect(Self.categories(of: source) == Set(category.map { [$0] } ?? []))
  }

  @Test("It tracks nobody, and each kind of data is there for what the app does")
  func data() throws {
    let list = try Self.declared()
    #expect(list["NSPrivacyTracking"] as? Bool == false)
    #expect((list["NSPrivacyTrackingDomains"] as? [String])?.isEmpty == true)
    let kinds = try #require(list["NSPrivacyCollectedDataTypes"] as? [[String: Any]])
    #expect(!kinds.isEmpty)
    for kind in kinds {
      #expect(kind["NSPrivacyCollectedDataTypeTracking"] as? Bool == false)
      #expect(
        kind["NSPrivacyCollectedDataTypePurposes"] as? [String]
          == ["NSPrivacyCollectedDataTypePurposeAppFunctionality"])
    }
  }
}
