// IdentityHTTP: the identity server's face.
//
// Owns: routes, the reading and bounding of requests, cookies, origins, the failure form, health,
// metrics; the mapping of the wire's bodies to operations of the domain and back. Must not: decide
// who may do what (IdentityDomain does), or know SQL, JWT or how a password is hashed.
//
// `Transport/` knows Hummingbird and turns a request into an `APICall` and an `APIAnswer` into a
// response. `Operations/` knows neither sockets nor headers: one small function for each operation.
