import IdentityAPI
import IdentityDomain

/// A body that is written without an encoder, since most calls return it.
protocol FlatBody: Encodable {
  var flat: JSONWriter { get }
}

extension UserProfileBody: FlatBody {
  var flat: JSONWriter {
    var json = JSONWriter()
    json.add("email", email)
    json.add("email_verified", emailVerified)
    json.add("language", language)
    json.add("mfa", mfa)
    json.add("name", name)
    json.add("phone_number", phoneNumber)
    json.add("picture_url", pictureURL)
    json.add("super_admin", superAdmin)
    json.add("user_id", userID)
    json.add("user_name", userName)
    return json
  }
}

extension TokenBody: FlatBody {
  var flat: JSONWriter {
    var json = JSONWriter(capacity: 2_048)
    json.add("accesstoken", accessToken)
    json.add("crumb", crumb)
    json.add("description", description)
    json.add("expires_in", expiresIn)
    json.add("guid", guid)
    json.add("idtoken", idToken)
    json.add("recovery_codes_left", recoveryCodesLeft)
    json.add("refreshtoken", refreshToken)
    json.add("sessionId", sessionID)
    json.add("status", status)
    return json
  }
}
