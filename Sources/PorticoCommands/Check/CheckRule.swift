/// What holds in a sound flow, by the code of the finding where it does not (docs/verification.md).
enum CheckRule {
  static let meanings = [
    "dead-end": "A goal can be reached from every state without a kill.",
    "failure-not-handled":
      "Each failure of a request that something waits for is shown or leads on.",
    "success-dropped": "A success that some transition waits for is taken by one.",
    "screen-never-shown": "Each screen and overlay can be reached.",
    "transition-never-taken": "Each transition can be taken.",
    "endless-loop": "No transitions without an event lead to each other for ever.",
    "screen-without-session": "A protected screen is never shown without a session.",
    "unstable-restore": "A kill right after a relaunch leads to the same place again.",
    "back-over-final": "Back never crosses the success of a final request.",
    "back-to-overlay": "Back never lands under an overlay.",
    "leaked-secret": "Secrets reach nothing but operations and listed origins.",
    "stranded-snapshot":
      "An update leads from every stored snapshot to where a goal can be reached.",
    "property": "What the document declares under `properties` holds.",
    CheckProblem.tooManyStates: "The flow can be explored within its budget.",
    CheckProblem.tooManyValues: "Facts and requests have few enough values to explore.",
  ]
}
