// libphonenumber as the tests ask it: what PhoneNumbers has to agree with.

#include "PhoneOracle.h"

#include <cstring>
#include <iterator>
#include <list>
#include <memory>
#include <set>
#include <string>

#include <phonenumbers/asyoutypeformatter.h>
#include <phonenumbers/phonenumberutil.h>

using i18n::phonenumbers::AsYouTypeFormatter;
using i18n::phonenumbers::PhoneNumber;
using i18n::phonenumbers::PhoneNumberUtil;

namespace {

const PhoneNumberUtil &library() { return *PhoneNumberUtil::GetInstance(); }

template <size_t Size>
void copy(const std::string &text, char (&place)[Size]) {
  std::strncpy(place, text.c_str(), Size - 1);
  place[Size - 1] = 0;
}

}  // namespace

void oracle_parse(const char *typed, const char *region, oracle_number *number) {
  std::memset(number, 0, sizeof *number);
  PhoneNumber found;
  if (library().Parse(typed, region, &found) != PhoneNumberUtil::NO_PARSING_ERROR) return;
  std::string text;
  number->is_number = 1;
  number->length = int(library().IsPossibleNumberWithReason(found));
  number->type = int(library().GetNumberType(found));
  number->is_valid = library().IsValidNumber(found);
  number->is_valid_for_region = library().IsValidNumberForRegion(found, region);
  library().GetRegionCodeForNumber(found, &text);
  copy(text, number->region);
  library().Format(found, PhoneNumberUtil::E164, &text);
  copy(text, number->e164);
  library().Format(found, PhoneNumberUtil::NATIONAL, &text);
  copy(text, number->national);
  library().Format(found, PhoneNumberUtil::INTERNATIONAL, &text);
  copy(text, number->international);
}

int oracle_type(const char *typed, const char *region, char *shown, int size) {
  const std::unique_ptr<AsYouTypeFormatter> formatter(
    library().GetAsYouTypeFormatter(region));
  std::string all;
  std::string line;
  for (; *typed != 0; ++typed) {
    formatter->InputDigit(*typed, &line);
    all += line + "\n";
  }
  if (all.size() >= size_t(size)) return 0;
  std::memcpy(shown, all.c_str(), all.size() + 1);
  return 1;
}

namespace {

int write(bool isThere, const PhoneNumber &found, char e164[32]) {
  if (!isThere) return 0;
  std::string text;
  library().Format(found, PhoneNumberUtil::E164, &text);
  if (text.size() >= 32) return 0;
  std::memcpy(e164, text.c_str(), text.size() + 1);
  return 1;
}

}  // namespace

int oracle_invalid_example(const char *region, char e164[32]) {
  PhoneNumber found;
  return write(library().GetInvalidExampleNumber(region, &found), found, e164);
}

int oracle_example(const char *region, int type, char e164[32]) {
  PhoneNumber found;
  const bool isCode = region[0] >= '0' && region[0] <= '9';
  const bool isThere =
    isCode ? library().GetExampleNumberForNonGeoEntity(std::stoi(region), &found)
           : library().GetExampleNumberForType(
               region, PhoneNumberUtil::PhoneNumberType(type), &found);
  return write(isThere, found, e164);
}

int oracle_region(int place, char region[4], int *code) {
  std::set<std::string> regions;
  library().GetSupportedRegions(&regions);
  if (place >= int(regions.size())) return 0;
  auto found = regions.begin();
  std::advance(found, place);
  std::strncpy(region, found->c_str(), 4);
  *code = library().GetCountryCodeForRegion(*found);
  return 1;
}

int oracle_region_of_code(int code, int place, char region[4]) {
  std::list<std::string> regions;
  library().GetRegionCodesForCountryCallingCode(code, &regions);
  if (place >= int(regions.size())) return 0;
  auto found = regions.begin();
  std::advance(found, place);
  std::strncpy(region, found->c_str(), 4);
  return 1;
}
