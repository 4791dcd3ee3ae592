import Check from 'lucide-react/icons/check'
import { memo } from 'react'
import type { Image } from '#contract/photos.ts'
import { dateTimeLabel, takenDayLabel } from '#web/platform/i18n/dates.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'
import { classes } from '#web/ui/classes.ts'
import styles from './tile.module.css'
import { Backdrop, TilePicture } from './tile-picture.tsx'

/** One photo of the grid: one button. The grid handles its events (use-grid-events.ts). */
export const Tile = memo(function Tile(props: TileProps) {
  const {
    image,
    texts,
    isSelected: selected,
    isSelecting: choosing,
    isTabStop: tabbable,
    cell,
    position,
    total,
  } = props
  const takenDay = image && takenDayLabel(texts, image)
  const takenDateTime =
    takenDay && (image.dateTakenPrecision ? takenDay : dateTimeLabel(texts, image.dateTaken))
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: focus is on the button inside.
    // biome-ignore lint/a11y/useSemanticElements: a table cannot be positioned row by row.
    <div
      role="gridcell"
      className={classes(
        styles.cell,
        props.isWide && styles.wide,
        selected && styles.selected,
        choosing && styles.choosing,
      )}
      aria-colspan={props.isWide ? 2 : undefined}
      aria-colindex={props.column}
      aria-selected={choosing ? selected : undefined}
      data-cell={cell}
    >
      <button
        type="button"
        className={styles.button}
        tabIndex={tabbable ? 0 : -1}
        data-tooltip={takenDateTime && texts.text('photos.taken-on', { date: takenDateTime })}
        data-photo={image?.imageId}
        aria-label={formatLabel(texts, position, total, takenDay, image)}
      >
        <TilePicture
          image={image}
          isInView={props.isInView}
          renew={props.renew}
          month={props.month}
          index={cell}
        />
        {image?.state === 'processing' && (
          <span className={styles.note} aria-hidden>
            {texts.text('photos.tile.processing')}
          </span>
        )}
      </button>
      {image && (
        <span className={styles.check} data-check aria-hidden>
          <Check size={16} strokeWidth={3} />
        </span>
      )}
    </div>
  )
})

export interface TileProps {
  image: Image | undefined
  texts: Texts
  isSelected: boolean
  /** Selection mode is on. */
  isSelecting: boolean
  isTabStop: boolean
  month: string
  /** Index in the month. */
  cell: number
  /** The tile spans two columns. */
  isWide?: boolean
  /** Column in the grid, from 1; undefined in a row in which every tile has one column. */
  column?: number | undefined
  /** Position in the library, from 1. */
  position: number
  total: number
  isInView: (month: string, index: number) => boolean
  renew: (place: { month: string; index: number }) => Promise<void>
}

/** The last cell of a closed month. */
export const MoreTile = memo(function MoreTile(props: MoreTileProps) {
  const { count, texts, tabbable, cell, column, hash } = props
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: focus is on the button inside.
    // biome-ignore lint/a11y/useSemanticElements: a table cannot be positioned row by row.
    <div role="gridcell" className={styles.cell} aria-colindex={column} data-cell={cell}>
      <button
        type="button"
        className={classes(styles.button, styles.more)}
        tabIndex={tabbable ? 0 : -1}
        data-more
        aria-label={texts.text('photos.more.label', { count })}
      >
        <Backdrop hash={hash} />
        <span className={classes('ui-centered ui-cover', styles.moreCount)}>
          {texts.text('photos.more', { count })}
        </span>
      </button>
    </div>
  )
})

export interface MoreTileProps {
  count: number
  texts: Texts
  tabbable: boolean
  cell: number
  /** As of Tile. */
  column?: number | undefined
  /** Thumbhash of the placeholder behind the number. */
  hash: string | undefined
}

function formatLabel(
  texts: Texts,
  position: number,
  total: number,
  takenDay: string | undefined,
  image: Image | undefined,
) {
  const values = {
    position,
    total,
    // Of a photo that is not loaded yet the date is not unknown.
    dated: takenDay ? 'yes' : image ? 'no' : 'loading',
    date: takenDay ?? '',
  }
  const name = texts.text('photos.tile.label', values)
  if (image?.state === 'processing') return `${name}, ${texts.text('photos.tile.processing')}`
  return image?.state === 'failed' ? `${name}, ${texts.text('photos.tile.failed')}` : name
}
