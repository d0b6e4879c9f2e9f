/// A value that must appear in no log, trace or message: its descriptions say only what kind it is.
package struct Secret<Kind>: Hashable, Sendable, CustomStringConvertible,
  CustomDebugStringConvertible,
  CustomReflectable
{
  /// The value itself. Read it only to send it to its user or to compare it.
  package let exposed: String

  package init(_ exposed: String) { self.exposed = exposed }

  package var description: String { "<\(Kind.self), hidden>" }
  package var debugDescription: String { description }
  package var customMirror: Mirror { Mirror(self, children: []) }
}

package enum RefreshToken {}
package enum AccessToken {}
package enum IDToken {}
package enum VerificationToken {}
package enum CrumbValue {}
package enum Password {}
package enum OneTimeCode {}
package enum PushToken {}
