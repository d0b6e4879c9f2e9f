// The description of the identity server's API, as bytes of the program.
#ifndef COPENAPI_H
#define COPENAPI_H

#include <stddef.h>

/// The text of `openapi.yaml`, in UTF-8, without a zero byte at its end.
extern const unsigned char *const portico_openapi;

/// How many bytes the text has.
extern const size_t portico_openapi_length;

#endif
