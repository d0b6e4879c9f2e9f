/// The document of the API, as it is served at `/openapi.yaml`. Written by hand; the tests hold it
/// and the code to each other.
package enum OpenAPIDocument {
  package static let bytes: [UInt8] = PackageResources.openapi_yaml
}
