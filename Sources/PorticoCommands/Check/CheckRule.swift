/// What holds in a sound flow, by the code of the finding where it does not (docs/verification.md).
enum CheckRule {
  static let meanings = [
    "dead-end": "A goal is reachable from every state without killing the app.",
    "failure-not-handled":
      "Every failure of a request that the flow waits for is shown or handled.",
    "success-dropped": "Every success that a transition waits for is handled.",
    "screen-never-shown": "Every screen and overlay can be shown.",
    "element-never-shown": "Every element of a screen or overlay can be shown.",
    "transition-never-taken": "Every transition can be taken.",
    "endless-loop": "Eventless transitions form no endless loop.",
    "screen-without-session": "A protected screen is never shown without a session.",
    "unprotected-data": "What only a session brings is shown by protected screens.",
    "unstable-restore": "A kill right after a relaunch leads to the same state again.",
    "back-over-final": "Back navigation never goes past the success of a final request.",
    "back-to-overlay": "Back navigation never leads under an overlay.",
    "back-bounces": "Back navigation never leads back to the screen that it leaves.",
    "leaked-secret": "Secrets are sent only to operations and listed origins.",
    "stranded-snapshot":
      "After an update, a goal is reachable from every stored snapshot.",
    "sent-unasked": "A request that must not be repeated is sent only after a tap.",
    "sent-again": "A request that must not be repeated is sent again only after a tap.",
    "saved-after-clear": "Nothing of a user is saved after `clear: user`.",
    "never-sent": "Every transition that starts a request sends it in some case.",
    "absent-value": "Every secret and every part of a URL is present when a request is sent.",
    "request-loop": "Requests do not start each other for ever without a pause.",
    "waits-for-device": "No state waits for nothing but what the device reports.",
    "waits-for-success": "A person has something to do as long as a request keeps failing.",
    "dead-button": "Every enabled button does something.",
    "session-erased": "A session is not erased because secure storage is locked.",
    "property": "The properties that the document declares hold.",
    CheckProblem.tooManyStates: "The flow can be explored within its budget.",
    CheckProblem.tooManyValues: "Facts and requests have few enough values to explore.",
  ]
}
