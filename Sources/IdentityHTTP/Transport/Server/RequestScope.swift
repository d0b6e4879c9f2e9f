/// The request that a task works for.
///
/// Only for the trail that it leaves for the operator, such as the id on a message: nothing is decided by
/// it.
package enum RequestScope {
  /// `X-Request-Id`; nil in work that no request caused.
  @TaskLocal package static var requestID: String?
}
