public import Portico

extension RequestHandlers {
  /// Gives a flow nothing: whatever it asks for is not to be had, which it has to cope with. For
  /// previews, and tests of something else.
  public static let noop = RequestHandlers(otherwise: { _ in .unavailable })

  /// Fails by name whatever a test did not replace, so that nothing is asked unseen.
  ///
  /// - Parameter fail: what makes the test fail, with the words to say.
  public static func unimplemented(_ fail: @escaping @Sendable (String) -> Void) -> RequestHandlers
  {
    RequestHandlers(otherwise: { call in
      fail("the flow asked for `\(call.name)`, and the test gives nothing for it")
      return .unavailable
    })
  }
}
