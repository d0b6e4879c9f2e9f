import Foundation

/// The pages of development providers: plain HTML without scripts.
enum ConsentPage {
  private static func title(_ kind: DevelopmentProvider.Kind) -> String {
    switch kind {
    case .openID: "Example ID"
    case .google: "Google (simulated)"
    case .apple: "Apple (simulated)"
    case .github: "GitHub (simulated)"
    }
  }

  /// - Parameter query: of the authorization request; comes back with the decision.
  static func asking(
    _ kind: DevelopmentProvider.Kind, action: String, query: String
  ) -> String {
    let people = DevelopmentPerson.examples(kind).enumerated().map { index, person in
      let note = person.isEmailVerified ? "" : " (not verified)"
      return """
        <label class="person"><input type="radio" name="person" value="\(index)"\
        \(index == 0 ? " checked" : "")><span><b>\(escaped(person.name))</b><br>\
        \(escaped(person.email))\(note)</span></label>
        """
    }.joined(separator: "\n")
    let hiding =
      kind == .apple
      ? #"<label class="check"><input type="checkbox" name="hide_email"> Hide my email address</label>"#
      : ""
    let cancel =
      kind == .apple ? #"<button name="decision" value="cancel">Cancel</button>"# : ""
    return document(
      kind,
      """
      <h1>Sign in with \(title(kind))</h1>
      <p>Portico would like your name and email address. Choose who you are.</p>
      <form method="post" action="\(escaped(action))">
      <input type="hidden" name="request" value="\(escaped(query))">
      <fieldset><legend>Account</legend>
      \(people)
      <label class="person"><input type="radio" name="person" value="other"><span>\
      <b>Another account</b></span></label>
      <label>Email<input type="email" name="email" autocomplete="off" maxlength="254"></label>
      <label>Name<input type="text" name="name" autocomplete="off" maxlength="100"></label>
      <label class="check"><input type="checkbox" name="verified" checked> This email is verified\
      </label>
      </fieldset>
      \(hiding)
      <div class="buttons"><button class="main" name="decision" value="allow">Allow</button>
      <button name="decision" value="deny">Deny</button>
      \(cancel)</div>
      </form>
      """)
  }

  /// The form of a form post (OAuth 2.0 Form Post Response Mode), which a person sends.
  static func returning(
    _ kind: DevelopmentProvider.Kind, to url: String, _ fields: [(String, String)]
  ) -> String {
    let inputs = fields.map {
      #"<input type="hidden" name="\#(escaped($0))" value="\#(escaped($1))">"#
    }.joined(separator: "\n")
    return document(
      kind,
      """
      <h1>Back to Portico</h1>
      <form method="post" action="\(escaped(url))">
      \(inputs)
      <div class="buttons"><button class="main" autofocus>Continue</button></div>
      </form>
      """)
  }

  static func error(_ text: String, _ kind: DevelopmentProvider.Kind) -> String {
    document(kind, "<h1>This request is invalid</h1>\n<p role=\"alert\">\(escaped(text))</p>")
  }

  static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;").replacing("'", with: "&#39;")
  }

  private static func document(_ kind: DevelopmentProvider.Kind, _ body: String) -> String {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>\(title(kind)): development</title>
    <style>\(style)</style>
    </head>
    <body>
    <main>
    <p class="badge">Development provider. No real account is involved.</p>
    \(body)
    </main>
    </body>
    </html>

    """
  }

  private static let style = """
    :root { color-scheme: light dark; --line: #8a8a8e; --main: #0b57d0; --on: #fff }
    @media (prefers-color-scheme: dark) { :root { --main: #a8c7fa; --on: #062e6f } }
    * { box-sizing: border-box }
    body { margin: 0; font: 1rem/1.5 system-ui, sans-serif; display: grid; min-height: 100vh;
      place-items: center; padding: 1rem }
    main { width: min(26rem, 100%); border: 1px solid var(--line); border-radius: 1rem;
      padding: 1.5rem }
    h1 { font-size: 1.375rem; margin: 0 0 .5rem }
    .badge { font-size: .875rem; margin: 0 0 1rem; padding-left: .75rem;
      border-left: .25rem solid var(--main) }
    fieldset { border: 0; margin: 0; padding: 0 }
    legend { font-weight: 600; padding: 0 }
    label { display: block; margin: .5rem 0 }
    .person { display: flex; gap: .75rem; align-items: start; border: 1px solid var(--line);
      border-radius: .5rem; padding: .75rem }
    .person:has(:checked) { outline: 2px solid var(--main) }
    input[type=email], input[type=text] { display: block; width: 100%; font: inherit;
      padding: .625rem; border: 1px solid var(--line); border-radius: .5rem }
    .check { display: flex; gap: .75rem; align-items: center; min-height: 2.75rem }
    .buttons { display: flex; gap: .75rem; flex-wrap: wrap; margin-top: 1rem }
    button { font: inherit; min-height: 2.75rem; padding: 0 1.25rem; border-radius: .5rem;
      border: 1px solid var(--line); background: transparent; color: inherit; cursor: pointer }
    .main { background: var(--main); color: var(--on); border-color: var(--main) }
    :focus-visible { outline: 3px solid var(--main); outline-offset: 2px }
    """
}
