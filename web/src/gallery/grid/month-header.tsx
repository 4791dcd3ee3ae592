import type { Texts } from '#web/platform/i18n/texts.ts'
import { Button } from '#web/ui/button.tsx'
import styles from './month-section.module.css'

/** Month, number of photos and, in selection mode only, the button that selects them all (PL-029, PL-030). */
export function MonthHeader({ name, count, texts, row, choosing, whole, toggle }: MonthHeaderProps) {
  const { text } = texts
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: a row of the grid without a place of its own for the focus.
    // biome-ignore lint/a11y/useSemanticElements: part of a grid, not of a table.
    <div role="row" aria-rowindex={row} className={styles.header}>
      {/* biome-ignore lint/a11y/useFocusableInteractive: see above. */}
      {/* biome-ignore lint/a11y/useSemanticElements: see above. */}
      <div role="gridcell" className={styles.headerCell}>
        <h2 className={styles.name}>{name}</h2>
        <span className={styles.count}>
          <span aria-hidden>{texts.number(count)}</span>
          <span className={styles.spoken}>{text('photos.month.count', { count })}</span>
        </span>
        {choosing && (
          <Button
            variant="text"
            size="small"
            className={styles.all}
            aria-label={text(whole ? 'photos.month.deselect-all-of' : 'photos.month.select-all-of', {
              month: name,
            })}
            onClick={toggle}
          >
            {text(whole ? 'photos.month.deselect-all' : 'photos.month.select-all')}
          </Button>
        )}
      </div>
    </div>
  )
}

export interface MonthHeaderProps {
  name: string
  count: number
  texts: Texts
  row: number
  choosing: boolean
  /** All photos of the month are selected. */
  whole: boolean
  toggle: () => void
}
