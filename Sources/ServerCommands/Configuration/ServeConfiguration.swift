import Configuration
import FlowDefinition

/// The settings of one start: what was written, where, and what follows.
///
/// swift-configuration decides which source wins; each source is read by our own rules before,
/// which know lines, unknown names and secrets (docs/decisions/0012-configuration.md).
struct ServeConfiguration: Sendable {
  private let reader: ConfigReader
  private let places: [SettingKey: SettingPlace]

  /// - Parameters:
  ///   - flags: the values as they were typed, by setting.
  ///   - environment: of the process.
  ///   - file: opens the configuration file.
  ///   - reporter: hears of every setting that is looked at, for tests.
  /// - Throws: `ServeRefusals`: all that is wrong.
  init(
    flags: [SettingKey: WrittenSetting.Text], environment: [String: String],
    file: (_ path: String) throws(ServeRefusal) -> ReadableFile,
    reporter: (any AccessReporter)? = nil
  ) throws {
    let (found, refusals) = Self.read(
      flags: flags, environment: environment, file: file, reporter: reporter)
    guard let settings = found, refusals.isEmpty else { throw ServeRefusals(refusals) }
    self = settings
  }

  private init(reader: ConfigReader, places: [SettingKey: SettingPlace]) {
    self.reader = reader
    self.places = places
  }

  /// The settings without those that are wrong, and what is wrong: all of it can be told at once.
  /// - Returns: no settings where the file could not be read, since whatever follows would be about its absence.
  static func read(
    flags: [SettingKey: WrittenSetting.Text], environment: [String: String],
    file: (_ path: String) throws(ServeRefusal) -> ReadableFile,
    reporter: (any AccessReporter)? = nil
  ) -> (found: ServeConfiguration?, refusals: [ServeRefusal]) {
    var refusals: [ServeRefusal] = []
    var typed: [SettingKey: WrittenSetting] = [:]
    for (key, text) in flags {
      typed[key] = WrittenSetting(text: text, place: .flag(Setting.row(key).flag ?? key.rawValue))
    }
    let variables = Self.variables(environment, &refusals)
    var written: ConfigurationFile?
    var isRead = true
    if let named = typed[.config] ?? variables[.config], case .one(let path) = named.text {
      do {
        let configuration = ConfigurationFile(try file(path))
        refusals += configuration.refusals
        isRead = configuration.isRead
        written = configuration
      } catch {
        isRead = false
        refusals.append(error)
      }
    }
    let sources = [
      ("flags", typed, nil), ("environment", variables, nil),
      ("file", written?.settings ?? [:], written?.folder),
    ]
    var places: [SettingKey: SettingPlace] = [:]
    var providers: [any ConfigProvider] = []
    for (name, settings, folder) in sources {
      places.merge(settings.mapValues(\.place)) { first, _ in first }
      providers.append(Self.provider(name, settings, folder: folder, &refusals))
    }
    guard isRead else { return (nil, refusals) }
    let reader = ConfigReader(providers: providers + [Self.standards], accessReporter: reporter)
    return (ServeConfiguration(reader: reader, places: places), refusals)
  }

  /// Nil when it is set nowhere.
  func text(_ key: SettingKey) -> String? {
    reader.string(forKey: Self.name(key), isSecret: Setting.row(key).isSecret)
  }

  /// Of a row with a default.
  func number(_ key: SettingKey) -> Int { reader.int(forKey: Self.name(key), default: 0) }

  /// Of a row with a default.
  func isOn(_ key: SettingKey) -> Bool { reader.bool(forKey: Self.name(key), default: false) }

  func list(_ key: SettingKey) -> [String] {
    reader.stringArray(forKey: Self.name(key), default: [])
  }

  /// Where its value was written; nil when nobody did.
  func place(of key: SettingKey) -> SettingPlace? { places[key] }

  /// A refusal with the place of the setting that it is about, where its own words do not tell.
  func located(_ refusal: ServeRefusal) -> ServeRefusal {
    guard let key = refusal.setting, let place = places[key] else { return refusal }
    if case .flag = place { return refusal }
    let text = "\(place): \(refusal.description)"
    return refusal.description.hasPrefix("\(place)") ? refusal : ServeRefusal(text, about: key)
  }
}

extension ServeConfiguration {
  private static func name(_ key: SettingKey) -> ConfigKey { ConfigKey(key.path) }

  /// An empty variable counts as not set, as with the shell's `${NAME:-}`.
  private static func variables(
    _ environment: [String: String], _ refusals: inout [ServeRefusal]
  ) -> [SettingKey: WrittenSetting] {
    let rows = Setting.all.filter { $0.places.contains(.environment) }
    let known = Dictionary(uniqueKeysWithValues: rows.map { ($0.key.variable, $0.key) })
    var found: [SettingKey: WrittenSetting] = [:]
    for (variable, value) in environment.sorted(by: { $0.key < $1.key })
    where variable.hasPrefix(SettingKey.variablePrefix) && !value.isEmpty {
      if variable == SettingKey.buildVariable {
        guard !SettingKey.buildValues.contains(value) else { continue }
        refusals.append(
          ServeRefusal(
            "`\(variable)` controls what is built; set \(SettingKey.host.variable) to the address to "
              + "listen on"))
      } else if let key = known[variable] {
        found[key] = WrittenSetting(text: .one(value), place: .environment(variable))
      } else {
        refusals.append(unknown(variable, value, among: known.keys.sorted()))
      }
    }
    return found
  }

  private static func unknown(
    _ variable: String, _ value: String, among known: [String]
  ) -> ServeRefusal {
    // The prefix is alike everywhere and would make everything near.
    let word = String(variable.dropFirst(SettingKey.variablePrefix.count))
    let words = known.map { String($0.dropFirst(SettingKey.variablePrefix.count)) }
    var remedy = "unset it"
    if let guess = Suggestion.nearest(to: word, among: words) {
      remedy = "set \(SettingKey.variablePrefix)\(guess), or unset it"
    }
    let isKubernetes =
      word.hasPrefix("PORT_") || word.hasPrefix("SERVICE_") || value.hasPrefix("tcp://")
    if isKubernetes { remedy += " (Kubernetes sets such variables; turn off enableServiceLinks)" }
    return ServeRefusal(
      "\(quoted(variable)) is set, but is not a setting; \(remedy) "
        + "(docs/operations.md lists all settings)")
  }

  private static func provider(
    _ name: String, _ settings: [SettingKey: WrittenSetting], folder: String?,
    _ refusals: inout [ServeRefusal]
  ) -> InMemoryProvider {
    var values: [AbsoluteConfigKey: ConfigValue] = [:]
    for (key, written) in settings.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      let row = Setting.row(key)
      do {
        let content = try SettingReading(row: row).content(written, folder: folder)
        values[AbsoluteConfigKey(key.path)] = ConfigValue(content, isSecret: row.isSecret)
      } catch { refusals.append(error) }
    }
    return InMemoryProvider(name: name, values: values)
  }

  /// What stands in the table; a test proves that each of them can be read.
  private static var standards: InMemoryProvider {
    var refusals: [ServeRefusal] = []
    var standards: [SettingKey: WrittenSetting] = [:]
    for row in Setting.all where !row.standard.isEmpty {
      standards[row.key] = WrittenSetting(text: .one(row.standard), place: .flag("default"))
    }
    let provider = provider("defaults", standards, folder: nil, &refusals)
    precondition(refusals.isEmpty, "the table of settings: \(refusals)")
    return provider
  }
}
