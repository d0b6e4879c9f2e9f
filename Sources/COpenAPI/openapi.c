// As a resource that SwiftPM embeds, the text would be an array of 215,000 numbers: the compiler took
// 2 GB of memory for it and, in release builds, 43 seconds.

#include "COpenAPI.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char text[] = {
#embed "../IdentityHTTP/OpenAPI/openapi.yaml"
};

const unsigned char *const portico_openapi = text;
const size_t portico_openapi_length = sizeof text;
