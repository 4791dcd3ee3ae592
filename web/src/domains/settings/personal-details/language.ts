import { LOCALES, type Locale } from '#contract/brands.ts'

/** Returns a language in the language of the page, capitalised: 'German'. */
export function languageLabel(pageLocale: string, locale: string): string {
  const name = new Intl.DisplayNames([pageLocale], { type: 'language' }).of(getLanguage(locale)) ?? locale
  return name.charAt(0).toLocaleUpperCase(pageLocale) + name.slice(1)
}

/**
 * One locale of each language, with the language's own name: of those with several the customer's own, else the brand's,
 * else that of the country the language is named after.
 */
export function languageOptions(present: string, brandLocale: string) {
  const byLanguage = Map.groupBy(LOCALES, getLanguage)
  return [...byLanguage.values()]
    .map(locales => {
      const home = locales.find(each => each.slice(0, 2) === each.slice(3).toLowerCase())
      return [present, brandLocale].find(each => locales.includes(each as Locale)) ?? home ?? locales[0]!
    })
    .map(id => ({ id, label: languageLabel(id, id), lang: id }))
    .sort((one, other) => one.label.localeCompare(other.label))
}

// Norwegian Bokmål has a code of its own; customers call it Norwegian.
const getLanguage = (locale: string) => (locale.startsWith('nb') ? 'no' : locale.slice(0, 2))
