package import FlowMachine

/// The few texts that are not part of a flow but of the frame around it, in the languages of the shipped flows.
///
/// They follow the language of the flow, which can differ from that of the device.
package struct FrameWords: Equatable, Sendable {
  package var back: String
  package var close: String
  package var show: String
  package var hide: String
  package var chooseDate: String
  /// Where nothing is chosen yet.
  package var choose: String
  package var locked: String
  package var ownedElsewhere: String
  /// The buttons of a locked home, and what the device shows beside its own question.
  package var unlock: String
  package var signOut: String
  package var unlockReason: String
  /// By `PasswordStrength`, the easiest to guess first.
  package var strengths: [String]

  /// In a language.
  ///
  /// - Parameter language: a BCP 47 tag. Texts are English in any language that is not included.
  package static func words(in language: String) -> FrameWords {
    all[primary(language)] ?? english
  }

  /// Whether a language is included.
  package static func has(_ language: String) -> Bool { all[primary(language)] != nil }

  /// The texts in another language, for example from the app's string catalog, in which the English texts are the keys.
  package static func words(translatedBy own: (String) -> String) -> FrameWords {
    FrameWords(
      back: own(english.back), close: own(english.close), show: own(english.show),
      hide: own(english.hide), chooseDate: own(english.chooseDate),
      choose: own(english.choose), locked: own(english.locked),
      ownedElsewhere: own(english.ownedElsewhere), unlock: own(english.unlock),
      signOut: own(english.signOut), unlockReason: own(english.unlockReason),
      strengths: english.strengths.map(own))
  }

  /// The texts with those that a flow gives instead.
  package func replaced(by given: [FrameWord: String]) -> FrameWords {
    var words = self
    for (word, place) in Self.places {
      if let text = given[word] { words[keyPath: place] = text }
    }
    return words
  }

  /// Where each word is that a flow can give. What the device shows beside its own question is the app's to say.
  package static var places: [(word: FrameWord, place: WritableKeyPath<FrameWords, String>)] {
    [
      (.back, \.back), (.close, \.close), (.show, \.show), (.hide, \.hide),
      (.chooseDate, \.chooseDate), (.choose, \.choose), (.locked, \.locked),
      (.ownedElsewhere, \.ownedElsewhere),
      (.unlock, \.unlock), (.signOut, \.signOut), (.veryWeak, \.strengths[0]),
      (.weak, \.strengths[1]), (.fair, \.strengths[2]), (.strong, \.strengths[3]),
      (.veryStrong, \.strengths[4]),
    ]
  }

  package static let english = FrameWords(
    back: "Back", close: "Close", show: "Show", hide: "Hide", chooseDate: "Choose a date",
    choose: "Choose…",
    locked: "Unlock your device to continue.",
    ownedElsewhere: "This app is open in another window.",
    unlock: "Unlock", signOut: "Sign out", unlockReason: "Unlock this app to continue.",
    strengths: [
      "Very easy to guess", "Easy to guess", "Could be stronger", "Strong", "Very strong",
    ])

  private static func primary(_ language: String) -> String {
    String(language.prefix { $0 != "-" && $0 != "_" }).lowercased()
  }

  private static let all: [String: FrameWords] = [
    "en": english,
    "de": FrameWords(
      back: "Zurück", close: "Schließen", show: "Anzeigen", hide: "Ausblenden",
      chooseDate: "Datum wählen", choose: "Auswählen …",
      locked: "Entsperre dein Gerät, um fortzufahren.",
      ownedElsewhere: "Diese App ist in einem anderen Fenster geöffnet.",
      unlock: "Entsperren", signOut: "Abmelden",
      unlockReason: "Entsperre diese App, um fortzufahren.",
      strengths: [
        "Sehr leicht zu erraten", "Leicht zu erraten", "Könnte stärker sein", "Stark", "Sehr stark",
      ]),
    "ar": FrameWords(
      back: "رجوع", close: "إغلاق", show: "إظهار", hide: "إخفاء", chooseDate: "اختيار التاريخ",
      choose: "اختر…",
      locked: "افتح قفل جهازك للمتابعة.", ownedElsewhere: "هذا التطبيق مفتوح في نافذة أخرى.",
      unlock: "فتح القفل", signOut: "تسجيل الخروج", unlockReason: "افتح قفل هذا التطبيق للمتابعة.",
      strengths: ["سهلة التخمين جدًا", "سهلة التخمين", "يمكن أن تكون أقوى", "قوية", "قوية جدًا"]),
    "es": FrameWords(
      back: "Atrás", close: "Cerrar", show: "Mostrar", hide: "Ocultar",
      chooseDate: "Elegir una fecha", choose: "Elige…",
      locked: "Desbloquea el dispositivo para continuar.",
      ownedElsewhere: "Esta app está abierta en otra ventana.",
      unlock: "Desbloquear", signOut: "Cerrar sesión",
      unlockReason: "Desbloquea esta app para continuar.",
      strengths: [
        "Muy fácil de adivinar", "Fácil de adivinar", "Podría ser más segura", "Segura",
        "Muy segura",
      ]),
    "ja": FrameWords(
      back: "戻る", close: "閉じる", show: "表示", hide: "非表示", chooseDate: "日付を選択",
      choose: "選択してください",
      locked: "続けるにはデバイスのロックを解除してください。", ownedElsewhere: "このアプリは別のウインドウで開いています。",
      unlock: "ロックを解除", signOut: "ログアウト", unlockReason: "続けるにはこのアプリのロックを解除してください。",
      strengths: ["とても推測されやすい", "推測されやすい", "もっと強くできます", "強い", "とても強い"]),
  ]
}
