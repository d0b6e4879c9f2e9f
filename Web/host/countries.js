// The country picker's names, and the guess at a person's country (PHN-2).

/** What the picker shows in a language: `{preselected, sections}`, see `Machine.countries`. */
export async function countryPicker(machine, language) {
  const known = new Intl.DisplayNames([language], { type: "region", fallback: "code" });
  const order = new Intl.Collator(language).compare;
  const regions = await machine.regions();
  const names = regions.map((region) => [region, known.of(region)]);
  names.sort(([, one], [, other]) => order(one, other));
  return machine.countries(names, deviceRegion(navigator.languages));
}

/**
 * The region that the languages of a browser speak for: the first one that is named, as in `de-AT`,
 * else where the first language is spoken most.
 *
 * @returns ISO 3166-1, or null.
 */
export function deviceRegion(languages) {
  const locales = languages.flatMap((tag) => {
    try {
      return [new Intl.Locale(tag)];
    } catch {
      return [];
    }
  });
  const named = locales.find((locale) => isRegion(locale.region));
  const region = named?.region ?? locales[0]?.maximize().region;
  return isRegion(region) ? region : null;
}

/** No continents and the like, which have numbers: `es-419`. */
function isRegion(code) {
  return /^[A-Z]{2}$/.test(code ?? "");
}
