import Branding
import HTTPTypes
import HummingbirdCore
import IdentityDomain

/// Where providers redirect users to: by a redirect, or by a form that they post, which is exempt
/// from `Origin` and JSON because it sets no session. Both are answered with a redirect to the app.
extension TransportResponder {
  func providerReturn(
    _ request: Request, _ provider: String, _ query: [String: String], _ client: ClientAddress
  ) async throws -> Draft {
    var fields = query
    if request.method == .post {
      let type = request.headers[.contentType]?.split(separator: ";").first?.lowercased()
      guard type == "application/x-www-form-urlencoded" else {
        throw RequestProblem.malformed(field: "Content-Type")
      }
      let body = try await BodyReading(limits: settings.limits).bytes(of: request)
      guard let text = String(validating: body, as: UTF8.self),
        let form = RequestTarget.pairs(of: text, most: settings.limits.queryPairs)
      else { throw RequestProblem.malformed(field: "body") }
      fields = form
    }
    let caller = providerCaller(request, client)
    let answer = try await ports.receive(provider, fields, caller)
    switch answer {
    case .redirect(let url):
      return Draft(
        status: 303, body: [], type: "text/plain; charset=utf-8",
        fields: [.location: url])
    case .busy: return draft(ReturnPage.busy.page(caller.language), status: 200)
    case .invalid: return draft(ReturnPage.invalid.page(caller.language), status: 400)
    }
  }

  private func draft(_ page: BrandedPage, status: Int) -> Draft {
    page.draft(
      status: status, ports.service, ports.brand, nonce: Base64URL.text(ports.random.bytes(16)))
  }

  /// The caller of a provider's endpoint: a returning browser, or the provider itself.
  func providerCaller(_ request: Request, _ client: ClientAddress) -> Caller {
    Caller(
      proof: .absent, storage: .device, client: ClientHeaders.client(request.headers[.userAgent]),
      network: client.network,
      language: ports.languages.tag(for: request.headers[.acceptLanguage]))
  }
}

/// What users see who return from a provider and cannot be redirected to the app.
enum ReturnPage {
  case busy
  case invalid

  /// - Parameter tag: the language that the person reads, as a BCP 47 tag.
  func page(_ tag: String) -> BrandedPage {
    let language = String(tag.prefix { $0 != "-" })
    let say = texts[language] ?? texts["en"] ?? ("", "")
    return BrandedPage(
      language: texts[language] == nil ? "en" : language, title: say.title,
      content: "<h1>\(say.title)</h1><p>\(say.text)</p>",
      // The same address again: by then the provider's response is known.
      head: self == .busy ? "<meta http-equiv=\"refresh\" content=\"1\">" : "")
  }

  private var texts: [String: (title: String, text: String)] {
    switch self {
    case .busy:
      [
        "en": ("One moment", "Your sign-in is being completed."),
        "de": ("Einen Moment", "Deine Anmeldung wird abgeschlossen."),
        "ar": ("لحظة من فضلك", "يجري إكمال تسجيل دخولك."),
        "es": ("Un momento", "Estamos terminando de iniciar tu sesión."),
        "ja": ("お待ちください", "ログインを完了しています。"),
      ]
    case .invalid:
      [
        "en": (
          "This sign-in has expired", "Go back to the app and start again. You can close this page."
        ),
        "de": (
          "Diese Anmeldung ist abgelaufen",
          "Geh zurück zur App und fang noch einmal an. Du kannst diese Seite schließen."
        ),
        "ar": (
          "انتهت صلاحية تسجيل الدخول هذا", "عد إلى التطبيق وابدأ من جديد. يمكنك إغلاق هذه الصفحة."
        ),
        "es": (
          "Este inicio de sesión ha caducado",
          "Vuelve a la app y empieza de nuevo. Puedes cerrar esta página."
        ),
        "ja": (
          "ログイン手続きの有効期限が切れました",
          "アプリに戻って、最初からやり直してください。このページは閉じてかまいません。"
        ),
      ]
    }
  }
}
