import Branding
import Foundation
import IdentityDelivery
import IdentityDomain
import PorticoCommands

/// The page and each mail in a brand, as files.
struct BrandPreview {
  private let brand: Brand
  private let page: String

  /// - Parameter page: the folder that `scripts/web` made.
  init(_ brand: Brand, page: String) {
    self.brand = brand
    self.page = page
  }

  /// Overwrites what a former call wrote there.
  func write(to folder: String) throws -> (files: Int, mails: Int) {
    let files = try Site(folder: page, isDevelopment: true, brand: brand).copies
    for (path, bytes) in files {
      try Self.write(bytes, to: "\(folder)/page\(path)")
    }
    let mails = try mails()
    for mail in mails {
      try Self.write(Array(mail.html.utf8), to: "\(folder)/mails/\(mail.name)")
    }
    try Self.write(Array(sheet(mails).utf8), to: "\(folder)/mails/index.html")
    return (files.count, mails.count)
  }

  private static func write(_ bytes: [UInt8], to path: String) throws(CannotWrite) {
    try OutputFile.makeFolder(OutputFile.folder(of: path))
    try OutputFile.write(bytes, to: path)
  }

  /// One of each kind: with a code, with a link, and without either.
  private static let templates: [MessageTemplate] = [
    .registrationCode, .loginCode, .loginLink, .passwordChanged, .identifierChanged, .newDevice,
  ]

  private static func secret(_ content: MessageContent) -> [UInt8] {
    Array((content == .oneTimeCode ? "480157" : "x7Kq2mVd9RtYbNw3HsLc8PzE").utf8)
  }

  private func mails() throws -> [(name: String, html: String)] {
    guard let address = EmailAddress("ann@example.com") else { return [] }
    let renderer = MessageRenderer(
      settings: try DeliverySettings(service: brand.name, codeHost: nil, brand: brand),
      address: { "https://id.example.com" })
    var mails: [(name: String, html: String)] = []
    for template in Self.templates {
      for language in MessageTexts.standard.tags {
        // Made up, like everything in it.
        let message = OutboxMessage(
          id: ID("preview"), recipient: .email(address), template: template, language: language,
          sealedSecret: nil, expiresAt: Timestamp(milliseconds: 600_000),
          createdAt: Timestamp(milliseconds: 0))
        let secret = template.content.hasSecret ? Self.secret(template.content) : nil
        let rendered = try renderer.render(message, secret: secret, at: message.createdAt)
        guard let html = rendered.html?.exposed else { continue }
        mails.append(("\(template.rawValue).\(language).html", html))
      }
    }
    return mails
  }

  private func sheet(_ mails: [(name: String, html: String)]) -> String {
    let frames = mails.map { mail in
      let name = MarkupText.escaped(mail.name)
      return
        "<figure><figcaption>\(name)</figcaption><iframe src=\"\(name)\" title=\"\(name)\"></iframe></figure>"
    }
    return """
      <!doctype html>
      <html lang="en">
      <meta charset="utf-8">
      <title>\(MarkupText.escaped(brand.name)): mails</title>
      <style>
      :root { color-scheme: light dark; font: 14px system-ui, sans-serif; }
      body { display: grid; grid-template-columns: repeat(auto-fill, minmax(22rem, 1fr)); gap: 1rem; }
      figure { margin: 0; }
      iframe { inline-size: 100%; block-size: 34rem; border: 1px solid; }
      </style>
      \(frames.joined(separator: "\n"))
      </html>

      """
  }
}
