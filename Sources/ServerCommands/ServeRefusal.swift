/// Why the server does not start: what is wrong, where it stands, what to write.
struct ServeRefusal: Error, Equatable, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
