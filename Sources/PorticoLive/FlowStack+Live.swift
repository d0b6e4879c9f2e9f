import Foundation
public import Portico

extension FlowStack {
  /// The flows of an app on the real device, with a Portico server behind them.
  ///
  /// The language that the user chooses is kept in the app's `UserDefaults` and holds for later launches too.
  ///
  /// - Parameters:
  ///   - first: the flow that the app begins with.
  ///   - others: the flows that may be opened over it, such as `.settings`.
  ///   - session: who is signed in, for all of them. It says which server, folder and device's language there are.
  ///   - configuration: by the flow's name, its own configuration by name.
  ///   - device: what the flows may ask of the device; nil: the session's.
  ///   - app: what the app does on behalf of the flows.
  ///   - operations: operations that the app defines, by name.
  public static func live(
    _ first: AppFlow, opens others: [AppFlow], session: PorticoSession,
    configuration: [String: [String: Portico.JSONValue]] = [:], device: Device? = nil,
    app: AppHooks = AppHooks(), operations: [String: RequestHandlers.Handler] = [:]
  ) -> FlowStack {
    FlowStack(
      first, opens: others, language: KeptLanguage.read(), app: app,
      keepLanguage: KeptLanguage.keep,
      make: { flow, app, language in
        AppEntry.live(
          flow, session: session, configuration: configuration[flow.name] ?? [:],
          language: language,
          device: device, app: app, operations: operations)
      })
  }
}

/// The language that the user chose in the app, for later launches.
enum KeptLanguage {
  private static let key = "portico.language"

  /// A BCP 47 tag; nil for the device's language.
  static func read() -> String? { UserDefaults.standard.string(forKey: key) }

  static func keep(_ language: String) { UserDefaults.standard.set(language, forKey: key) }
}
