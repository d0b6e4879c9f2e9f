/// Passwords that are tried first wherever passwords are guessed (SEC "Passwords", the block list;
/// NIST SP 800-63B-4 section 3.1.1.2).
///
/// Instead of a long file there are the words that published lists of leaked passwords begin with,
/// and the ways in which people change them: digits and marks around a word, letters written as
/// digits, a word or a pattern repeated, runs along the alphabet or a keyboard. Time is linear in
/// the length of the password.
package enum CommonPasswords {
  /// - Parameter plain: in lower case.
  package static func contains(_ plain: String) -> Bool {
    let typed = Array(plain.unicodeScalars)
    guard !typed.isEmpty else { return false }
    if isFew(typed) || isRuns(typed) { return true }
    let once = Array(typed.prefix(period(typed)))
    return isAroundWord(once) || once.count < 5 && typed.count > once.count
      || once.count < typed.count && isRuns(once)
  }

  /// One or two characters, however often.
  private static func isFew(_ typed: [Unicode.Scalar]) -> Bool { Set(typed).count < 3 }

  /// The length of the shortest part that is repeated whole; all of it where none is.
  private static func period(_ typed: [Unicode.Scalar]) -> Int {
    // The border of each beginning, as Knuth, Morris and Pratt count it.
    var border = [0]
    for place in typed.indices.dropFirst() {
      var length = border[place - 1]
      while length > 0, typed[length] != typed[place] { length = border[length - 1] }
      border.append(typed[length] == typed[place] ? length + 1 : 0)
    }
    let shortest = typed.count - border[typed.count - 1]
    return typed.count % shortest == 0 ? shortest : typed.count
  }

  /// A word of the list, with at most `decoration` digits and marks before and after it.
  private static func isAroundWord(_ typed: [Unicode.Scalar]) -> Bool {
    let folded = typed.map { letters[$0] ?? $0 }
    for text in [typed, folded] {
      let isLetter = text.map { $0.properties.isAlphabetic }
      guard let first = isLetter.firstIndex(of: true), let last = isLetter.lastIndex(of: true)
      else { continue }
      let core = String(String.UnicodeScalarView(text[first...last].filter { $0 != " " }))
      if typed.count - (last - first + 1) <= decoration, words.contains(core) { return true }
    }
    // Digits that stand for letters may also be mere decoration behind them: `passw0rd123`.
    let end = typed.lastIndex { $0.properties.isAlphabetic } ?? typed.startIndex
    let front = typed[...end].map { letters[$0] ?? $0 }
    return typed.count - front.count <= decoration
      && words.contains(String(String.UnicodeScalarView(front)))
  }

  private static let decoration = 6

  /// At most three runs, each of three or more neighbours on a row, forwards or backwards.
  private static func isRuns(_ typed: [Unicode.Scalar]) -> Bool {
    var place = 0
    for _ in 0..<3 where place < typed.count {
      let longest = rows.map { run($0, typed[place...]) }.max() ?? 0
      guard longest >= 3 else { return false }
      place += longest
    }
    return place == typed.count
  }

  /// How far the beginning of `typed` goes along a row.
  private static func run(_ row: [Unicode.Scalar], _ typed: ArraySlice<Unicode.Scalar>) -> Int {
    guard let first = typed.first, let start = row.firstIndex(of: first) else { return 0 }
    return zip(row[start...], typed).prefix { $0 == $1 }.count
  }

  private static let rows: [[Unicode.Scalar]] = [
    "12345678901234567890", "01234567890", "abcdefghijklmnopqrstuvwxyz", "qwertyuiop", "asdfghjkl",
    "zxcvbnm", "qwertzuiop", "yxcvbnm", "azertyuiop", "1qaz2wsx3edc4rfv5tgb6yhn7ujm",
    "1q2w3e4r5t6y7u8i9o0p", "q1w2e3r4t5y6u7i8o9p0", "qazwsxedcrfvtgbyhnujm", "!@#$%^&*()",
  ].flatMap { row in [Array(row.unicodeScalars), Array(row.unicodeScalars.reversed())] }

  /// Digits and marks in the place of letters.
  private static let letters: [Unicode.Scalar: Unicode.Scalar] = [
    "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "8": "b", "@": "a", "$": "s",
    "!": "i", "+": "t",
  ]

  private static let words: Set<String> = [
    "password", "passwort", "passwd", "passw", "pass", "passport", "passphrase", "mypassword",
    "yourpassword", "newpassword", "oldpassword", "thepassword", "motdepasse", "contrasena",
    "senha", "parola", "haslo", "wachtwoord", "losenord", "secret", "topsecret", "geheim",
    "secreto", "azerty", "qwerty", "qwertz", "asdf", "asdfgh", "zxcvbn", "abc", "abcd", "abcdef",
    "admin", "administrator", "root", "user", "username", "guest", "test", "testing", "tester",
    "default", "changeme", "changeit", "letmein", "letmeinnow", "login", "logmein", "signin",
    "welcome", "willkommen", "bienvenue", "bienvenido", "hello", "hallo", "hellohello", "bonjour",
    "hola", "iloveyou", "iloveu", "ilovehim", "iloveher", "ihateyou", "loveyou", "loveme", "lover",
    "love", "lovely", "loveli", "ichliebedich", "jetaime", "teamo", "tequiero", "amor", "princess",
    "princesa", "princesse", "prinzessin", "sunshine", "sonnenschein", "soleil", "flower",
    "flowers", "butterfly", "rainbow", "angel", "angels", "babygirl", "babyboy", "baby", "sweety",
    "sweetie", "sweetheart", "darling", "honey", "schatz", "cheese", "chocolate", "cookie",
    "cookies", "banana", "orange", "pepper", "ginger", "cherry", "monkey", "dragon", "tiger",
    "eagle", "falcon", "dolphin", "panther", "mustang", "horse", "kitten", "puppy", "doggie",
    "bailey", "buster", "charlie", "daniel", "thomas", "jessica", "jennifer", "michael", "michelle",
    "ashley", "nicole", "andrew", "joshua", "matthew", "anthony", "robert", "jordan", "hannah",
    "amanda", "alexander", "maximilian", "christian", "sebastian", "mohammed", "muhammad", "ahmed",
    "football", "fussball", "futbol", "baseball", "basketball", "soccer", "hockey", "liverpool",
    "chelsea", "arsenal", "barcelona", "realmadrid", "juventus", "bayern", "dortmund", "yankees",
    "superman", "batman", "spiderman", "ironman", "starwars", "startrek", "pokemon", "pikachu",
    "naruto", "minecraft", "fortnite", "warcraft", "nintendo", "playstation", "xbox", "computer",
    "internet", "samsung", "iphone", "android", "google", "facebook", "microsoft", "windows",
    "linux", "ubuntu", "oracle", "cisco", "server", "network", "master", "masterkey", "killer",
    "shadow", "hunter", "ranger", "matrix", "freedom", "whatever", "trustno", "trustme", "nothing",
    "access", "unlock", "opensesame", "blink", "metallica", "slipknot", "michaeljackson", "jesus",
    "jesuschrist", "godisgood", "allah", "bismillah", "blessed", "maria", "family", "mother",
    "father", "mommy", "daddy", "brother", "sister", "friends", "forever", "together", "summer",
    "winter", "autumn", "spring", "sommer", "january", "february", "march", "april", "august",
    "september", "october", "november", "december", "monday", "sunday", "money", "dollar",
    "business", "london", "berlin", "paris", "madrid", "newyork", "america", "germany",
    "deutschland", "france", "espana", "mexico", "brasil", "india", "pakistan", "canada",
    "australia", "correcthorsebatterystaple", "fuckyou", "fuckoff", "asshole", "bitch",
  ]
}
