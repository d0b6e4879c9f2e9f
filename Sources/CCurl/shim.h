#ifndef PORTICO_CURL_SHIM_H
#define PORTICO_CURL_SHIM_H

// The checks of types are macros; here every call has the right type by its signature.
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <string.h>

// Swift calls no variadic functions: one function for each type of argument that we pass.

static inline CURLcode portico_curl_set_long(
  CURL *_Nonnull handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}

/// libcurl copies the text, except for CURLOPT_POSTFIELDS.
static inline CURLcode portico_curl_set_text(
  CURL *_Nonnull handle, CURLoption option, const char *_Nonnull value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode portico_curl_set_large(
  CURL *_Nonnull handle, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(handle, option, value);
}

/// The list has to live as long as the transfer.
static inline CURLcode portico_curl_set_list(
  CURL *_Nonnull handle, CURLoption option, struct curl_slist *_Nonnull value) {
  return curl_easy_setopt(handle, option, value);
}

/// What a callback gets as its last argument.
static inline CURLcode portico_curl_set_context(
  CURL *_Nonnull handle, CURLoption option, void *_Nonnull value) {
  return curl_easy_setopt(handle, option, value);
}

/// What the system says of an error that CURLINFO_OS_ERRNO names.
static inline const char *_Nonnull portico_curl_system_words(long number) { return strerror((int)number); }

typedef size_t (*portico_curl_bytes)(
  char *_Nullable bytes, size_t size, size_t count, void *_Nullable context);

/// For CURLOPT_READFUNCTION, CURLOPT_WRITEFUNCTION and CURLOPT_HEADERFUNCTION.
static inline CURLcode portico_curl_set_bytes_callback(
  CURL *_Nonnull handle, CURLoption option, portico_curl_bytes _Nonnull callback) {
  return curl_easy_setopt(handle, option, callback);
}

typedef int (*portico_curl_trace)(
  CURL *_Nullable handle, curl_infotype kind, char *_Nullable bytes, size_t count,
  void *_Nullable context);

/// For CURLOPT_DEBUGFUNCTION.
static inline CURLcode portico_curl_set_trace_callback(
  CURL *_Nonnull handle, portico_curl_trace _Nonnull callback) {
  return curl_easy_setopt(handle, CURLOPT_DEBUGFUNCTION, callback);
}

static inline CURLcode portico_curl_get_long(
  CURL *_Nonnull handle, CURLINFO info, long *_Nonnull value) {
  return curl_easy_getinfo(handle, info, value);
}

#endif
