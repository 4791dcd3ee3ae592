import { addDays } from 'date-fns/addDays'
import type { CaseSource } from '../../domain.ts'
import { countByYear, countDeletions, type Deletion, type YearCount } from './store/counts-by-year.ts'

/** Where the photos of each year are. */
export const photoCase: CaseSource = {
  async describe({ db }, accountId) {
    const counts = await countByYear(db, accountId)
    return PLACES.flatMap(({ place, name }) => {
      const years = counts.filter(row => row.place === place)
      return years.length > 0 ? [`${name}: ${describeYears(years)}`] : []
    })
  },
  async list({ db, config }, accountId, { since, limit }) {
    const deletions = await countDeletions(db, accountId, since, limit)
    return [...Map.groupBy(deletions, ({ at, isExpired }) => `${at.getTime()} ${isExpired}`).values()].map(
      years => {
        const [{ at, isExpired }] = years as [Deletion]
        return {
          at,
          who: 'bin',
          by: isExpired ? 'retention' : undefined,
          what: `still in Recently deleted: ${describeYears(years)}`,
          back: isExpired
            ? 'an order'
            : `restore until ${addDays(at, config.binDays).toISOString().slice(0, 10)}`,
        }
      },
    )
  },
}

const PLACES = [
  { place: 'library', name: 'Library' },
  { place: 'bin', name: 'Recently deleted' },
  { place: 'expired', name: 'Expired, restored by an order' },
  { place: 'erased', name: 'Being erased' },
]

const describeYears = (years: readonly YearCount[]): string =>
  `${years.reduce((sum, { count }) => sum + count, 0)} (${years.map(({ year, count }) => `${year}: ${count}`).join(', ')})`
