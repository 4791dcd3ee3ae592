import { useQuery } from '@tanstack/react-query'
import MapPin from 'lucide-react/icons/map-pin'
import type { PhotoFilter } from '#contract/filter-query.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import { formatTown } from './format-town.ts'
import styles from './place-tries.module.css'
import { townsQuery } from './towns-query.ts'

/** The four places with most photos, to search for; while places are off a button to turn them on. */
export function PlaceTries({ onSearch, onTurnOn }: PlaceTriesProps) {
  const { text, number, locale } = useTexts()
  const { data } = useQuery(townsQuery(locale))
  if (!data || (data.isOn && data.towns.length === 0)) return null
  return (
    <>
      <h2 className={classes('ui-ruled ui-quiet', styles.heading)}>{text('places.title')}</h2>
      <div className={classes('ui-cluster8', styles.tries)}>
        {data.isOn ? (
          data.towns.slice(0, SHOWN).map(town => (
            <button
              key={town.placeId}
              type="button"
              className={classes('ui-inline-row8 ui-small', styles.try)}
              onClick={() => onSearch({ place: [String(town.placeId)] }, formatTown(town, locale))}
            >
              <Icon of={MapPin} size={16} />
              {formatTown(town, locale)} <span className={styles.count}>{number(town.photos)}</span>
            </button>
          ))
        ) : (
          <button type="button" className={classes('ui-inline-row8 ui-small', styles.try)} onClick={onTurnOn}>
            {text('places.dialog.turn-on')}
          </button>
        )}
      </div>
      {data.isOn && <p className={styles.note}>{text('places.attribution')}</p>}
    </>
  )
}

export interface PlaceTriesProps {
  onSearch: (filter: PhotoFilter, name: string) => void
  /** Asks whether places may be turned on. */
  onTurnOn: () => void
}

const SHOWN = 4
