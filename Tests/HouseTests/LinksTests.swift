import Testing

@Suite("The check of links")
struct LinksTests {
  private let guide = "# Guide\n\n## A `when` of its own\n\n## Twice\n\n## Twice\n"

  @Test("Links to files, to headings and to the web pass, and so does text that looks like one")
  func goodTree() throws {
    let result = try check(
      """
      [a](docs/guide.md) [b](docs/guide.md#a-when-of-its-own) [c](#here) [d](https://example.org/#x)
      [e](docs/guide.md#twice-1) `[f](nowhere.md)`

      ```
      [g](nowhere.md)
      ```

      ## Here
      """)
    #expect(result.output == "links: 2 looked at, nothing to repair\n")
    #expect(result.status == 0)
  }

  @Test(
    "A link that leads nowhere is reported with its line",
    arguments: [
      ("docs/gone.md", "there is no docs/gone.md"),
      ("docs/guide.md#thrice", "docs/guide.md has no heading #thrice"),
      ("docs/guide.md#twice-2", "docs/guide.md has no heading #twice-2"),
      ("#in-a-block", "README.md has no heading #in-a-block"),
    ])
  func broken(target: String, problem: String) throws {
    let result = try check("# Start\n\n```\n# In a block\n```\n\n[there](\(target))\n")
    #expect(result.status == 1)
    #expect(result.lines.first == "README.md:7: \(problem)", "\(result.output)")
  }

  private func check(_ readme: String) throws -> CommandResult {
    let tree = try MadeUpTree(["README.md": readme, "docs/guide.md": guide])
    return try runScript("links", [tree.folder])
  }
}
