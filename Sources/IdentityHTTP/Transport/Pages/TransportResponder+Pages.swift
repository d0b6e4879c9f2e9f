import HTTPTypes
import Hummingbird

extension TransportResponder {
  /// Responds to a path outside the API: with a file of the page, if there is one.
  func page(_ request: Request, _ target: RequestTarget, _ visit: inout Visit) throws -> Draft {
    let wanted = PageRequest(
      path: target.path, query: target.query,
      acceptEncoding: request.headers[.acceptEncoding],
      ifNoneMatch: request.headers[.ifNoneMatch])
    guard let answer = ports.pages?.answer(wanted) else { throw RequestProblem.unknownPath }
    guard request.method == .get || request.method == .head else {
      throw RequestProblem.wrongMethod(allowed: [.get, .head])
    }
    visit.name = "page"
    var draft = Draft(status: answer.status, body: answer.body, type: answer.type)
    draft.isPage = true
    for (name, value) in answer.fields {
      if let name = HTTPField.Name(name) { draft.fields[name] = value }
    }
    // Tells the page that it is served by an identity server, and saves it a first refusal. The page
    // looks for it beside its flow; with the other files it would only be longer.
    if target.path.hasSuffix(".flow") { draft.fields[.dpopNonce] = ports.credentials.nonce }
    return draft
  }
}
