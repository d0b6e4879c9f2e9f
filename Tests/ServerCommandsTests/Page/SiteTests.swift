import Foundation
import IdentityHTTP
import ServerCommands
import Testing

@Suite struct SiteTests {
  /// A folder with these files, which is gone afterwards.
  private func site(
    _ files: [String: String], isDevelopment: Bool = false,
    _ body: (Site) throws -> Void
  ) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("site-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    for (path, text) in files {
      let file = folder.appendingPathComponent(path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    try body(try Site(folder: folder.path, isDevelopment: isDevelopment))
  }

  private func field(_ answer: PageAnswer?, _ name: String) -> String? {
    answer?.fields.first { $0.name == name }?.value
  }

  @Test("The bare address is the page; a path without a file gets no response")
  func paths() throws {
    try site(["index.html": "page", "host/page.js": "code", ".secret": "x"]) { site in
      for path in ["/", "/index.html"] {
        let answer = site.answer(PageRequest(path: path))
        #expect(answer?.status == 200)
        #expect(answer?.type == "text/html; charset=utf-8")
        #expect(answer?.body == Array("page".utf8))
      }
      #expect(
        site.answer(PageRequest(path: "/host/page.js"))?.type == "text/javascript")
      for path in [
        "/host", "/host/", "//index.html", "/.secret", "/host/../index.html", "/Index.html", "",
      ] {
        #expect(site.answer(PageRequest(path: path)) == nil, "\(path)")
      }
    }
  }

  @Test("The studio is there in development only", arguments: [true, false])
  func studio(_ isDevelopment: Bool) throws {
    try site(["index.html": "page", "studio/studio.js": "code"], isDevelopment: isDevelopment) {
      site in
      let answer = site.answer(PageRequest(path: "/studio/studio.js"))
      #expect((answer != nil) == isDevelopment)
    }
  }

  @Test(
    "The best compressed form that the client accepts is sent, with its own entity tag",
    arguments: [
      (nil, nil), ("identity", nil), ("gzip", "gzip"), ("gzip, deflate, br", "br"),
      ("br;q=0, gzip;q=0.5", "gzip"), ("BR", "br"), ("gzip;q=0", nil), ("x-br", nil),
      ("br ; q=0.000", nil), (" , ;", nil),
    ] as [(String?, String?)])
  func codings(_ header: String?, _ coding: String?) throws {
    try site(["index.html": "page", "a.wasm": "plain", "a.wasm.br": "B", "a.wasm.gz": "GZ"]) {
      site in
      let answer = site.answer(PageRequest(path: "/a.wasm", acceptEncoding: header))
      #expect(field(answer, "Content-Encoding") == coding)
      let body = coding == "br" ? "B" : coding == "gzip" ? "GZ" : "plain"
      #expect(answer?.body == Array(body.utf8))
      #expect(answer?.type == "application/wasm")
      #expect(field(answer, "Vary") == "Accept-Encoding")
      #expect(site.answer(PageRequest(path: "/a.wasm.br")) == nil)
      let tag = try #require(field(answer, "ETag"))
      let again = site.answer(
        PageRequest(path: "/a.wasm", acceptEncoding: header, ifNoneMatch: "W/\(tag), \"x\""))
      #expect(again?.status == 304 && again?.body == [])
      #expect(field(again, "ETag") == tag)
      let other = site.answer(
        PageRequest(
          path: "/a.wasm", acceptEncoding: coding == nil ? "br" : nil, ifNoneMatch: tag))
      #expect(other?.status == 200)
    }
  }

  @Test("Only files with a digest in their names are cached without revalidation")
  func caching() throws {
    let names = [
      "index.html", "a.0123456789abcdef.js", "0123456789abcdef.js", "a.0123456789abcdeg.js",
    ]
    try site(Dictionary(uniqueKeysWithValues: names.map { ($0, "x") })) { site in
      for name in names {
        let kept = field(site.answer(PageRequest(path: "/" + name)), "Cache-Control")
        let wanted = name == names[1] ? "public, max-age=31536000, immutable" : "no-cache"
        #expect(kept == wanted, "\(name)")
      }
    }
  }

  @Test(
    "SEC: the page's policy allows nothing unsafe but compiling, and no other site may frame the page"
  )
  func policy() throws {
    for isDevelopment in [false, true] {
      try site(["index.html": "page"], isDevelopment: isDevelopment) { site in
        let policy = try #require(
          field(site.answer(PageRequest(path: "/")), "Content-Security-Policy"))
        #expect(policy.contains("default-src 'none'"))
        #expect(policy.contains("base-uri 'none'"))
        #expect(policy.components(separatedBy: "unsafe").count == 2)
        #expect(policy.contains("script-src 'self' 'wasm-unsafe-eval';"))
        #expect(policy.contains("frame-ancestors \(isDevelopment ? "'self'" : "'none'");"))
        #expect(policy.contains("http://") == isDevelopment)
      }
    }
  }

  @Test("SEC: a page's resources carry no policy of their own, and are for this origin only")
  func fieldsOfFiles() throws {
    try site(["index.html": "page", "host/page.js": "code", "a.svg": "picture"]) { site in
      let ofDocuments = [
        "Cross-Origin-Opener-Policy", "Permissions-Policy", "Referrer-Policy",
      ]
      for (path, isDocument) in [("/", true), ("/host/page.js", false), ("/a.svg", false)] {
        let answer = site.answer(PageRequest(path: path))
        #expect(field(answer, "Cross-Origin-Resource-Policy") == "same-origin")
        // A picture could run scripts where it is opened by itself.
        #expect((field(answer, "Content-Security-Policy") == nil) == path.hasSuffix(".js"))
        for name in ofDocuments {
          #expect((field(answer, name) != nil) == isDocument, "\(path) \(name)")
        }
      }
    }
  }

  @Test("A folder without a page is refused, with what to do")
  func noPage() throws {
    #expect(throws: SiteProblem.self) { try site(["other.html": "x"]) { _ in } }
    #expect(throws: SiteProblem.noPage(folder: "/nowhere")) {
      try Site(folder: "/nowhere", isDevelopment: false)
    }
  }
}
