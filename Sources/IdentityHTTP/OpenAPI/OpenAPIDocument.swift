/// The document of the API, as it is served at `/openapi.yaml`. Written by hand; tests compare it
/// with the code.
package enum OpenAPIDocument {
  package static let bytes: [UInt8] = PackageResources.openapi_yaml
}
