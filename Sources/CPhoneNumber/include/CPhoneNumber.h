#ifndef PORTICO_PHONE_NUMBER_H
#define PORTICO_PHONE_NUMBER_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A telephone number as libphonenumber sees it. Texts end with NUL.
typedef struct {
  /// A plus sign and up to 17 digits; no extension.
  char e164[20];
  /// A CLDR region code: two letters, or "001" for a number of no country.
  char region[4];
  /// One of `portico_phone_type`.
  int type;
} portico_phone_number;

typedef enum {
  PORTICO_PHONE_FIXED_LINE = 0,
  PORTICO_PHONE_MOBILE = 1,
  PORTICO_PHONE_FIXED_LINE_OR_MOBILE = 2,
  PORTICO_PHONE_TOLL_FREE = 3,
  PORTICO_PHONE_PREMIUM_RATE = 4,
  PORTICO_PHONE_SHARED_COST = 5,
  PORTICO_PHONE_VOIP = 6,
  PORTICO_PHONE_PERSONAL_NUMBER = 7,
  PORTICO_PHONE_PAGER = 8,
  PORTICO_PHONE_UAN = 9,
  PORTICO_PHONE_VOICEMAIL = 10,
  PORTICO_PHONE_UNKNOWN = 11
} portico_phone_type;

/// Reads a number that was typed, and says yes only to valid ones.
///
/// @param typed ASCII, not ended by NUL: digits, with a plus sign before them at most.
/// @param region where a number without a plus sign is dialled, two capital letters ended by NUL;
///   or NULL.
/// @return 1 and `number`; 0 when it is no valid number; -1 when the library failed (memory), which
///   says nothing about the number.
int portico_phone_parse(
  const char *_Nonnull typed, size_t length, const char *_Nullable region,
  portico_phone_number *_Nonnull number);

/// The region at a place of the list of all that the library knows, in the order of the alphabet.
/// @return 1, or 0 behind the end of the list, or -1 for a failure.
int portico_phone_region(size_t place, char region[_Nonnull 4]);

/// For tests: the library's example of a number of that type. `region` is two letters, or the
/// digits of a calling code of no country, such as "800".
/// @return 1, or 0 when there is none, or -1 for a failure.
int portico_phone_example(
  const char *_Nonnull region, int type, portico_phone_number *_Nonnull number);

/// For tests: a number of that region with too few digits.
/// @return 1, or 0 when there is none, or -1 for a failure.
int portico_phone_invalid_example(
  const char *_Nonnull region, portico_phone_number *_Nonnull number);

#ifdef __cplusplus
}
#endif

#endif
