public import Portico

extension RequestHandlers {
  /// Provides a flow with nothing: every request is unavailable, which it must cope with. For
  /// previews, and tests of something else.
  public static let noop = RequestHandlers(otherwise: { _ in .unavailable })

  /// Fails by name for every request that a test did not replace, so that none goes unnoticed.
  ///
  /// - Parameter fail: makes the test fail with a message.
  public static func unimplemented(_ fail: @escaping @Sendable (String) -> Void) -> RequestHandlers
  {
    RequestHandlers(otherwise: { call in
      fail("the flow asked for `\(call.name)`, and the test gives nothing for it")
      return .unavailable
    })
  }
}
