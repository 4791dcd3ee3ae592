/** Returns the name of a country (ISO 3166-1 alpha-2) in the language of the page; the code for one without a name. */
export function getCountryName(locale: string, code: string): string {
  return new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' }).of(code) ?? code
}
