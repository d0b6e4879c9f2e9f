import COpenAPI

/// The document of the API, as it is served at `/openapi.yaml`. Written by hand; tests compare it
/// with the code.
package enum OpenAPIDocument {
  package static let bytes = Array(
    UnsafeBufferPointer(start: portico_openapi, count: portico_openapi_length))
}
