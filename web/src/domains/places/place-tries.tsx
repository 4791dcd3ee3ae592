import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { PhotoFilter } from '#contract/filter-query.ts'
import { getPlaces } from '#contract/places.ts'
import { call } from '#web/platform/http/call.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { formatTown } from './format-town.ts'
import styles from './place-tries.module.css'

/** The four places with most photos, to search for (NX-202); while places are off the way to the setting that turns them on. */
export function PlaceTries({ onSearch }: { onSearch: (filter: PhotoFilter, name: string) => void }) {
  const texts = useTexts()
  const { text, number, locale } = texts
  const { data } = useQuery({
    queryKey: ['places', 'towns'],
    queryFn: ({ signal }) => call(getPlaces, { query: { locale } }, { signal }),
  })
  if (!data || (data.isOn && data.towns.length === 0)) return null
  return (
    <>
      <h2 className={styles.heading}>{text('places.title')}</h2>
      <div className={styles.tries}>
        {data.isOn ? (
          data.towns.slice(0, SHOWN).map(town => (
            <button
              key={town.placeId}
              type="button"
              className={styles.try}
              onClick={() => onSearch({ place: [String(town.placeId)] }, formatTown(town, locale))}
            >
              {formatTown(town, locale)} <span className={styles.count}>{number(town.photos)}</span>
            </button>
          ))
        ) : (
          <Link to={PATHS.settings} className={styles.try}>
            {text('places.dialog.turn-on')}
          </Link>
        )}
      </div>
      {data.isOn && <p className={styles.note}>{text('places.attribution')}</p>}
    </>
  )
}

const SHOWN = 4
