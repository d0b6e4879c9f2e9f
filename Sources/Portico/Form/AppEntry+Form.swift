import FlowMachine
import FlowRuntime

extension AppEntry {
  /// A tap on the button of a form, which may be refused.
  ///
  /// - Returns: the topmost surface as the flow left it, once it had taken the tap and everything before it; nil if the
  ///   flow is not running. `scene` may show it a moment later.
  package func press(_ element: Element) async -> Screen? {
    guard let runtime else { return nil }
    _ = await runtime.perform(.tap(element.row))
    return await runtime.screen().flatMap { EntryScene($0).top }
  }
}
