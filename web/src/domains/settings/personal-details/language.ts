import { LOCALES, type Locale } from '#contract/brands.ts'

/** Returns a language in the language of the page, capitalised: 'German'. */
export function formatLanguage(pageLocale: string, locale: string): string {
  const name = new Intl.DisplayNames([pageLocale], { type: 'language' }).of(getLanguage(locale)) ?? locale
  return name.charAt(0).toLocaleUpperCase(pageLocale) + name.slice(1)
}

/**
 * Lists one locale of each language, labelled in that language. Of several locales it takes the customer's, else the
 * brand's, else that of the country the language is named after.
 */
export function listLanguageOptions(currentLocale: string, brandLocale: string) {
  const byLanguage = Map.groupBy(LOCALES, getLanguage)
  return [...byLanguage.values()]
    .map(locales => {
      const homeLocale = locales.find(locale => locale.slice(0, 2) === locale.slice(3).toLowerCase())
      return (
        [currentLocale, brandLocale].find(locale => locales.includes(locale as Locale)) ??
        homeLocale ??
        locales[0]!
      )
    })
    .map(id => ({ id, label: formatLanguage(id, id), lang: id }))
    .sort((one, other) => one.label.localeCompare(other.label))
}

// Norwegian Bokmål has a code of its own; customers call it Norwegian.
const getLanguage = (locale: string) => (locale.startsWith('nb') ? 'no' : locale.slice(0, 2))
