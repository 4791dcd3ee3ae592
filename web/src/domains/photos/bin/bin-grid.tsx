import Check from 'lucide-react/icons/check'
import type { KeyboardEvent, MouseEvent, RefObject } from 'react'
import { countDaysLeft } from '#contract/deadline.ts'
import type { DeletedImage } from '#contract/photos.ts'
import { TilePicture, useGridColumns } from '#web/gallery/index.ts'
import { instantDayLabel } from '#web/platform/i18n/dates.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { AreaTooltip } from '#web/ui/area-tooltip.tsx'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import styles from './bin.module.css'

/**
 * The photos of the bin with the days until they are erased. A press opens the photo; on its mark, with the space bar, and
 * while photos are selected it selects, with Shift a range.
 */
export function BinGrid({ grid, photos, isSelected, isSelecting, onPress, onOpen, renew }: BinGridProps) {
  const { texts, text, timeZone } = useTexts()
  const now = Date.now()
  const columns = useGridColumns(grid)
  return (
    <>
      <ul
        ref={grid}
        className={styles.grid}
        style={
          columns === undefined ? undefined : { gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }
        }
        aria-label={text('bin.grid')}
      >
        {photos.map((image, index) => {
          const days = Math.max(0, countDaysLeft(image.erasedAt, now, timeZone))
          const date = instantDayLabel(texts, image.deletedAt)
          const selected = isSelected(image.imageId)
          return (
            <li
              key={image.imageId}
              className={classes(styles.tile, selected && styles.selected, isSelecting && styles.choosing)}
            >
              <button
                type="button"
                className={classes('ui-cover', styles.button)}
                data-photo={image.imageId}
                aria-pressed={isSelecting ? selected : undefined}
                aria-label={text('bin.label', { position: index + 1, date, days })}
                data-tooltip={`${text('bin.deleted-on', { date })}. ${text('bin.days-left', { days })}`}
                onClick={(event: MouseEvent) => {
                  const isSelectPress = isSelecting || event.shiftKey || event.ctrlKey || event.metaKey
                  if (isSelectPress || (event.target as Element).closest('[data-check]'))
                    onPress(image.imageId, event.shiftKey)
                  else onOpen(image.imageId)
                }}
                onKeyDown={(event: KeyboardEvent) => {
                  if (event.key !== ' ') return
                  event.preventDefault()
                  onPress(image.imageId, event.shiftKey)
                }}
                // Space presses a button on keyup.
                onKeyUp={(event: KeyboardEvent) => event.key === ' ' && event.preventDefault()}
              >
                <TilePicture image={image} renew={renew} month="" index={index} />
                <span className={styles.days} aria-hidden>
                  {text('bin.days-left-short', { days })}
                </span>
                <span className={classes('ui-centered', styles.check)} data-check aria-hidden>
                  <Icon of={Check} size={16} strokeWidth={3} />
                </span>
              </button>
            </li>
          )
        })}
      </ul>
      <AreaTooltip area={grid} />
    </>
  )
}

export interface BinGridProps {
  grid: RefObject<HTMLUListElement | null>
  photos: readonly DeletedImage[]
  isSelected: (id: string) => boolean
  isSelecting: boolean
  onPress: (id: string, range: boolean) => void
  onOpen: (id: string) => void
  /** Fetches new media addresses. */
  renew: () => Promise<void>
}
