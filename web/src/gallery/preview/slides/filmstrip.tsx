import { useMemo } from 'react'
import type { Image } from '#contract/photos.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { classes } from '#web/ui/classes.ts'
import type { PhotoSequence } from '../../photo-list/photo-sequence.ts'
import { getAverageColour } from '../../tile/placeholders.ts'
import { findSmallVariant } from '../../tile/small-variant.ts'
import { listPositionsAround } from '../neighbours.ts'
import type { ShownPhoto } from '../use-shown-photo.ts'
import styles from './filmstrip.module.css'
import { useNeighbours } from './use-neighbours.ts'

/** Small pictures of the neighbours with the shown photo in the centre; from 1024 px up. */
export function Filmstrip({ shown, sequence, onPick }: FilmstripProps) {
  const { text } = useTexts()
  const { position } = shown
  const { total } = sequence
  const imageByPosition = useNeighbours(sequence, position, REACH)
  const positions = useMemo(
    () => listPositionsAround(position, REACH, total).sort((a, b) => a - b),
    [position, total],
  )
  return (
    <nav
      className={styles.film}
      aria-label={text('preview.film')}
      data-chrome
      data-filmstrip
      style={{ '--before': positions.indexOf(position) } as React.CSSProperties}
    >
      <div className={classes('ui-row4', styles.strip)}>
        {positions.map(place => (
          <button
            key={place}
            type="button"
            className={classes(styles.frame, place === position && styles.on)}
            aria-label={text('preview.position', { position: place + 1, total })}
            aria-current={place === position || undefined}
            tabIndex={Math.abs(place - position) === 0 ? 0 : -1}
            onClick={() => onPick(place)}
          >
            <FilmstripPicture image={place === position ? shown.image : imageByPosition.get(place)} />
          </button>
        ))}
      </div>
    </nav>
  )
}

export interface FilmstripProps {
  shown: ShownPhoto
  sequence: PhotoSequence
  onPick: (position: number) => void
}

/** Number of photos a wide screen shows on one side. */
const REACH = 20

function FilmstripPicture({ image }: { image: Image | undefined }) {
  const picture = image && findSmallVariant(image)
  const colour = image?.placeholder && getAverageColour(image.placeholder)
  return (
    <span className={styles.small} style={{ backgroundColor: colour || undefined }}>
      {picture && (
        <img
          key={picture.url}
          src={picture.url}
          alt=""
          draggable={false}
          decoding="async"
          fetchPriority="low"
        />
      )}
    </span>
  )
}
