package import Portico

extension DeviceContract {
  /// - Parameters:
  ///   - location: the capability.
  ///   - asks: whether the user may be asked; nobody answers on a machine without people.
  package static func location(_ location: Device.Location, asks: Bool) async -> [String] {
    var findings = Findings(subject: "location")
    let before = location.grant()
    findings.expect(location.grant() == before, "the grant changes although nobody was asked")
    if before != .lower, before != .highest, !asks {
      findings.expect(await location.coordinates() == nil, "tells a place without a permission")
      findings.expect(location.grant() == before, "asks for a permission to tell the place")
      return findings.problems
    }
    if asks {
      await location.request(false)
      findings.expect(location.grant() != .notAsked, "is still not asked after the request")
      // Returns at once: the user has answered.
      await location.request(false)
    }
    let place = await location.coordinates()
    switch location.grant() {
    case .denied, .notAsked: findings.expect(place == nil, "tells a place without a permission")
    case .lower, .highest:
      if let place {
        findings.expect(
          abs(place.latitude) <= 90 && abs(place.longitude) <= 180, "tells no place on Earth")
      }
    }
    return findings.problems
  }

  /// - Parameter push: the capability. The platform answers, or its app delegate does.
  package static func push(_ push: Device.Push) async -> [String] {
    var findings = Findings(subject: "notifications")
    async let other = push.request()
    let answers = [await push.request(), await other]
    // Two requests at once get one answer.
    findings.expect(answers[0] == answers[1], "answers two requests differently")
    for case .token(let token) in answers {
      let isHexadecimal = token.utf8.allSatisfy {
        (48...57).contains($0) || (97...102).contains($0)
      }
      findings.expect(
        !token.isEmpty && token.utf8.count % 2 == 0 && isHexadecimal,
        "a token is not in the form that APNs takes")
    }
    return findings.problems
  }
}
