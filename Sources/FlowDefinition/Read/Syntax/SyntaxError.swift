/// What is wrong inside one scalar.
package struct SyntaxError: Error, Hashable {
  /// Unicode scalars from the start of the text.
  package var offset: Int
  package var problem: String
  package var remedy: String

  package init(at offset: Int = 0, _ problem: String, _ remedy: String) {
    self.offset = offset
    self.problem = problem
    self.remedy = remedy
  }
}
