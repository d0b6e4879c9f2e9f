#ifndef PORTICO_PHONE_ORACLE_H
#define PORTICO_PHONE_ORACLE_H

#ifdef __cplusplus
extern "C" {
#endif

/// What libphonenumber says of a number that was typed. Texts end with NUL.
typedef struct {
  /// 1 when it is a number at all; the rest counts only then.
  int is_number;
  /// How many digits: 0 possible, 1 within an area only, 3 too short, 4 between, 5 too long.
  int length;
  /// As in `PhoneNumberUtil::PhoneNumberType`; 11 for a number that is not valid.
  int type;
  int is_valid;
  /// Whether it is valid in the region that was asked for.
  int is_valid_for_region;
  char region[4];
  char e164[32];
  char national[64];
  char international[64];
} oracle_number;

/// @param typed ASCII, ended by NUL.
/// @param region two capital letters; "ZZ" for none.
void oracle_parse(
  const char *_Nonnull typed, const char *_Nonnull region, oracle_number *_Nonnull number);

/// Types the characters one after the other into libphonenumber's AsYouTypeFormatter.
/// @param shown receives what shows after each of them, a line each, ended by NUL; `size` bytes.
/// @return 1, or 0 where there is not enough room.
int oracle_type(
  const char *_Nonnull typed, const char *_Nonnull region, char *_Nonnull shown, int size);

/// The example of a type in a region, in E.164; for "800" and the like that of the calling code.
/// @return 1, or 0 when there is none.
int oracle_example(const char *_Nonnull region, int type, char e164[_Nonnull 32]);

/// A number of a region that is not valid, in E.164.
/// @return 1, or 0 when there is none.
int oracle_invalid_example(const char *_Nonnull region, char e164[_Nonnull 32]);

/// The region at a place of the list of all, in the order of the alphabet, and its calling code.
/// @return 1, or 0 behind the end.
int oracle_region(int place, char region[_Nonnull 4], int *_Nonnull code);

/// The region at a place of those that share a calling code, the main one first.
/// @return 1, or 0 behind the end.
int oracle_region_of_code(int code, int place, char region[_Nonnull 4]);

#ifdef __cplusplus
}
#endif

#endif
