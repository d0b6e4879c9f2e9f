// The C side of libphonenumber. Nothing that C++ throws leaves this file: an exception that runs
// into Swift ends the process.
//
// The library is one immutable object with a lock of its own around its cache of patterns, so every
// function may be called from any thread.

#include "CPhoneNumber.h"

#include <cstring>
#include <set>
#include <string>

#include <phonenumbers/phonenumberutil.h>

using i18n::phonenumbers::PhoneNumber;
using i18n::phonenumbers::PhoneNumberUtil;

static_assert(PORTICO_PHONE_FIXED_LINE == int(PhoneNumberUtil::FIXED_LINE), "");
static_assert(PORTICO_PHONE_MOBILE == int(PhoneNumberUtil::MOBILE), "");
static_assert(
  PORTICO_PHONE_FIXED_LINE_OR_MOBILE == int(PhoneNumberUtil::FIXED_LINE_OR_MOBILE), "");
static_assert(PORTICO_PHONE_TOLL_FREE == int(PhoneNumberUtil::TOLL_FREE), "");
static_assert(PORTICO_PHONE_PREMIUM_RATE == int(PhoneNumberUtil::PREMIUM_RATE), "");
static_assert(PORTICO_PHONE_SHARED_COST == int(PhoneNumberUtil::SHARED_COST), "");
static_assert(PORTICO_PHONE_VOIP == int(PhoneNumberUtil::VOIP), "");
static_assert(PORTICO_PHONE_PERSONAL_NUMBER == int(PhoneNumberUtil::PERSONAL_NUMBER), "");
static_assert(PORTICO_PHONE_PAGER == int(PhoneNumberUtil::PAGER), "");
static_assert(PORTICO_PHONE_UAN == int(PhoneNumberUtil::UAN), "");
static_assert(PORTICO_PHONE_VOICEMAIL == int(PhoneNumberUtil::VOICEMAIL), "");
static_assert(PORTICO_PHONE_UNKNOWN == int(PhoneNumberUtil::UNKNOWN), "");

namespace {

template <size_t Size>
bool copy(const std::string &text, char (&place)[Size]) {
  if (text.size() >= Size) return false;
  std::memcpy(place, text.c_str(), text.size() + 1);
  return true;
}

bool describe(
  const PhoneNumberUtil &library, const PhoneNumber &found, portico_phone_number *number) {
  std::string e164;
  std::string region;
  library.Format(found, PhoneNumberUtil::E164, &e164);
  library.GetRegionCodeForNumber(found, &region);
  number->type = int(library.GetNumberType(found));
  return copy(e164, number->e164) && copy(region, number->region);
}

}  // namespace

int portico_phone_parse(
  const char *typed, size_t length, const char *region, portico_phone_number *number) {
  try {
    const PhoneNumberUtil *library = PhoneNumberUtil::GetInstance();
    if (library == nullptr) return -1;
    PhoneNumber found;
    // "ZZ" is the library's name for a region that is not known.
    const std::string from(region == nullptr ? "ZZ" : region);
    if (library->Parse(std::string(typed, length), from, &found)
        != PhoneNumberUtil::NO_PARSING_ERROR) {
      return 0;
    }
    // An extension is not part of E.164: the message would go to somebody else.
    if (found.has_extension() || !library->IsValidNumber(found)) return 0;
    return describe(*library, found, number) ? 1 : 0;
  } catch (...) {
    return -1;
  }
}

int portico_phone_region(size_t place, char region[4]) {
  try {
    const PhoneNumberUtil *library = PhoneNumberUtil::GetInstance();
    if (library == nullptr) return -1;
    std::set<std::string> regions;
    library->GetSupportedRegions(&regions);
    if (place >= regions.size()) return 0;
    auto found = regions.begin();
    std::advance(found, place);
    if (found->size() >= 4) return -1;
    std::memcpy(region, found->c_str(), found->size() + 1);
    return 1;
  } catch (...) {
    return -1;
  }
}

int portico_phone_example(const char *region, int type, portico_phone_number *number) {
  try {
    const PhoneNumberUtil *library = PhoneNumberUtil::GetInstance();
    if (library == nullptr) return -1;
    if (type < 0 || type > PORTICO_PHONE_UNKNOWN) return 0;
    PhoneNumber found;
    const bool isCode = region[0] >= '0' && region[0] <= '9';
    const bool isThere =
      isCode ? library->GetExampleNumberForNonGeoEntity(std::stoi(region), &found)
             : library->GetExampleNumberForType(
                 region, PhoneNumberUtil::PhoneNumberType(type), &found);
    return isThere && describe(*library, found, number) ? 1 : 0;
  } catch (...) {
    return -1;
  }
}

int portico_phone_invalid_example(const char *region, portico_phone_number *number) {
  try {
    const PhoneNumberUtil *library = PhoneNumberUtil::GetInstance();
    if (library == nullptr) return -1;
    PhoneNumber found;
    return library->GetInvalidExampleNumber(region, &found) && describe(*library, found, number)
             ? 1
             : 0;
  } catch (...) {
    return -1;
  }
}
