/// The stable name of a kind of problem; "Diagnostics" in the language reference explains each.
///
/// Tools filter by these names, so one that was shipped is never renamed or used for something
/// else.
package enum DiagnosticCode: String, CaseIterable, Sendable {
  // MARK: The file and its YAML

  case tooLarge = "too-large"
  case badEncoding = "bad-encoding"
  case badCharacter = "bad-character"
  case badYAML = "bad-yaml"
  case tab = "tab"
  case tooDeep = "too-deep"
  case tooManyNodes = "too-many-nodes"
  case emptyDocument = "empty-document"
  case severalDocuments = "several-documents"
  case duplicateKey = "duplicate-key"
  case complexKey = "complex-key"
  case alias = "alias"
  case mergeKey = "merge-key"
  case tag = "tag"
  case unreadableFile = "unreadable-file"

  // MARK: Keys and the shapes of their values

  case unknownKey = "unknown-key"
  case missingKey = "missing-key"
  case misplacedKey = "misplaced-key"
  case exactlyOne = "exactly-one"
  case emptyValue = "empty-value"
  case emptyList = "empty-list"
  case wrongType = "wrong-type"
  case unknownValue = "unknown-value"
  case outOfRange = "out-of-range"
  case badRange = "bad-range"
  case tooMany = "too-many"

  // MARK: What is written in a scalar

  case badName = "bad-name"
  case badTextKey = "bad-text-key"
  case badText = "bad-text"
  case badNumber = "bad-number"
  case badDuration = "bad-duration"
  case badGuard = "bad-guard"
  case badTemplate = "bad-template"
  case badValue = "bad-value"
  case badPath = "bad-path"
  case badPattern = "bad-pattern"
  case badExpression = "bad-expression"
  case badFile = "bad-file"
  case badLanguage = "bad-language"
  case badHeader = "bad-header"
  case forbiddenHeader = "forbidden-header"
  case reservedName = "reserved-name"
  case duplicateName = "duplicate-name"

  // MARK: Names and meaning

  case unknownName = "unknown-name"
  case notSettable = "not-settable"
  case notAScreen = "not-a-screen"
  case screenInRegion = "screen-in-region"
  case crossRegion = "cross-region"
  case badInitial = "bad-initial"
  case cyclicSubflow = "cyclic-subflow"
  case cyclicFact = "cyclic-fact"
  case overflow = "overflow"
  case divisionByZero = "division-by-zero"
  case unhandledOutcome = "unhandled-outcome"
  case unhandledElement = "unhandled-element"
  case endlessTransition = "endless-transition"
  case onceWithoutSave = "once-without-save"
  case secretInTemplate = "secret-in-template"
  case badURL = "bad-url"
  case unlistedOrigin = "unlisted-origin"
  case notInContract = "not-in-contract"
  case missingSession = "missing-session"
  case missingText = "missing-text"
  case missingPlural = "missing-plural"
  case unknownPlural = "unknown-plural"
  case unlistedLanguage = "unlisted-language"

  // MARK: Earlier versions

  case badLock = "bad-lock"
  case staleLock = "stale-lock"
  case badMigration = "bad-migration"

  // MARK: What happens, or never does

  case unhandledFailure = "unhandled-failure"
  case unreachableTransition = "unreachable-transition"
  case unreachableState = "unreachable-state"
  case unused = "unused"
}
