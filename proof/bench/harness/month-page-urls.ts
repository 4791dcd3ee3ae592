import { SERVICES } from '#contract/endpoint.ts'
import { getMonthPage, TIMELINE_PAGE } from '#contract/photos.ts'
import { FIRST_YEAR, MONTHS } from './library.ts'

/** Creates the addresses of the first page of every month of a filled library. */
export const createMonthPageUrls = (origin: string): string[] =>
  Array.from({ length: MONTHS }, (_, at) => {
    const path = getMonthPage.path
      .replace(':year', String(FIRST_YEAR + Math.floor(at / 12)))
      .replace(':month', String((at % 12) + 1))
    return `${origin}${SERVICES.photoManagement}${path}?limit=${TIMELINE_PAGE}`
  })
