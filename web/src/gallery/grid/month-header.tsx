import Check from 'lucide-react/icons/check'
import { monthLabel, shortMonthLabel } from '#web/platform/i18n/dates.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import type { Month } from '../photo-list/month.ts'
import styles from './month-section.module.css'

/** Month, number of photos and, in selection mode only, the button that selects them all. */
export function MonthHeader(props: MonthHeaderProps) {
  const {
    month,
    texts,
    row,
    column,
    columns,
    width,
    isSelecting: choosing,
    isWholeSelected: whole,
    toggle,
  } = props
  const { text } = texts
  const name = monthLabel(texts, month.year, month.month)
  const isBeside = width !== undefined
  const isShort = isBeside && !fitsInWidth(name, month.count, width)
  const selectProps = {
    'aria-label': text(whole ? 'photos.month.deselect-all-of' : 'photos.month.select-all-of', {
      month: name,
    }),
    onClick: toggle,
  }
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: a row of the grid without a place of its own for the focus.
    // biome-ignore lint/a11y/useSemanticElements: part of a grid, not of a table.
    <div
      role="row"
      aria-rowindex={row}
      aria-colindex={column > 0 ? column + 1 : undefined}
      className={classes(styles.header, isBeside && styles.beside, column > 0 && styles.following)}
    >
      {/* biome-ignore lint/a11y/useFocusableInteractive: see above. */}
      {/* biome-ignore lint/a11y/useSemanticElements: see above. */}
      <div role="gridcell" aria-colspan={columns} className={classes('ui-row8', styles.headerCell)}>
        <h2 className={classes('ui-ellipsis', styles.name)} aria-label={isShort ? name : undefined}>
          {isShort ? shortMonthLabel(texts, month.year, month.month) : name}
        </h2>
        <span className={classes('ui-faint ui-small', styles.count)}>
          {!(isBeside && choosing) && <span aria-hidden>{texts.number(month.count)}</span>}
          <span className="ui-visually-hidden">{text('photos.count', { count: month.count })}</span>
        </span>
        {choosing && !isBeside && (
          <Button variant="text" size="small" className={styles.all} {...selectProps}>
            {text(whole ? 'selection.deselect-all' : 'selection.select-all')}
          </Button>
        )}
        {choosing && isBeside && (
          <button
            type="button"
            className={classes('ui-stack ui-cover ui-screen-only', styles.check, whole && styles.whole)}
            {...selectProps}
          >
            <Check strokeWidth={3} />
          </button>
        )}
      </div>
    </div>
  )
}

export interface MonthHeaderProps {
  month: Month
  texts: Texts
  row: number
  /** Number of columns before the month's. */
  column: number
  columns: number
  /** px, where the month stands beside another one. */
  width: number | undefined
  isSelecting: boolean
  /** All photos of the month are selected. */
  isWholeSelected: boolean
  toggle: () => void
}

/** Whether the whole name and the number fit into a width: from the average width of a letter, in em. */
function fitsInWidth(name: string, count: number, width: number) {
  const font = innerWidth < 1024 ? 16 : 20
  const inset = innerWidth < 1024 ? 16 : 0
  return name.length * LETTER * font + 8 + String(count).length * 9 <= width - inset
}

const LETTER = 0.56
