import IdentityAPI

/// What the client adds to an operation besides its proof, and takes from its answer.
struct OperationRules {
  /// The installation id goes into the body, or where there is none into a header.
  var addsInstallation = false
  /// The push token goes along; the flow never sees it (PHN-7).
  var addsPushToken = false
  /// Works with the session of the installation where nobody is signed in (`rLogin`).
  var isForInstallation = false
  /// The challenge whose token goes into the call, and where.
  var challenge: Challenge?

  struct Challenge {
    var slot: ChallengeSlot
    var member: String
    /// Only where this parameter is there: the first call of two has none yet.
    var with: String?
    var needsMailToken = false
    /// The parameter that names the challenge.
    var handle = "user_id"
    /// Whether there is no call without it.
    var isNeeded = true
  }

  init(_ operation: APIOperation) {
    switch operation.name {
    case "rLogin", "rFetchExperiments": addsInstallation = true
    case "getExperiments", "recordExposure", "recordConversion":
      addsInstallation = true
      isForInstallation = true
    case "getSelections", "rSubmitSelection": isForInstallation = true
    case "login":
      challenge = Challenge(slot: .login, member: "session", with: "verification_code")
    case "user":
      // Ours name their attempt when they confirm it (decision 4, "Which password a code keeps").
      challenge = Challenge(
        slot: .registration, member: "registration_id", with: "verification_code",
        handle: "user_name", isNeeded: false)
    case "putPushEndpoint":
      addsPushToken = true
    case "deletePushEndpoint":
      addsPushToken = true
    case "verifyIdentifier": challenge = Challenge(slot: .identifier, member: "token")
    case "completeStepUp":
      // The password needs no token; a code does.
      challenge = Challenge(slot: .stepUp, member: "token", with: "verification_code")
    case "verifySecondProof":
      challenge = Challenge(slot: .phone, member: "token", needsMailToken: true)
    default:
      if operation.authentication == .verificationToken {
        challenge = Challenge(slot: .phone, member: "token")
      }
    }
  }
}

/// A sign-in or verification that waits for a code; one of each kind at a time.
enum ChallengeSlot: String {
  case phone
  case login
  case identifier
  case stepUp
  case registration
}

extension APIOperation {
  static let byName: [String: APIOperation] = Dictionary(
    uniqueKeysWithValues: all.map { ($0.name, $0) })
}
