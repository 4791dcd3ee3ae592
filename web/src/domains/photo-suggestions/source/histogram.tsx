import { shortMonthLabel } from '#web/platform/i18n/dates.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { classes } from '#web/ui/classes.ts'
import { formatSpan } from '../span.ts'
import styles from './histogram.module.css'
import { listBars, type PeriodMonth, type Range } from './period.ts'

/**
 * Photos by month. With `onChange` the first and the last month are set by two handles at the bars, also by keyboard.
 */
export function Histogram({ months, range, onChange }: HistogramProps) {
  const { texts, text } = useTexts()
  const [first, last] = [months[0], months.at(-1)]
  const [from, to] = [months[range.from], months[range.to]]
  if (!first || !last || !from || !to) return null
  const bars = listBars(months)
  const most = Math.max(...bars.map(({ photos }) => photos))
  const photos = months.slice(range.from, range.to + 1).reduce((sum, month) => sum + month.photos, 0)
  const monthText = (month: PeriodMonth) => formatSpan(texts, month, month)
  return (
    <div className="ui-above12">
      <div className={styles.plot}>
        <div className={styles.bars} aria-hidden>
          {bars.map(bar => (
            <span
              key={bar.from}
              className={classes(styles.bar, bar.to >= range.from && bar.from <= range.to && styles.on)}
              style={{ flexGrow: bar.to - bar.from + 1, height: `${4 + (52 * bar.photos) / most}px` }}
            />
          ))}
        </div>
        {onChange && (
          <>
            <input
              type="range"
              className={styles.handle}
              min={0}
              max={months.length}
              value={range.from}
              aria-label={text('suggest.first-month')}
              aria-valuetext={monthText(from)}
              onChange={event =>
                onChange({ from: Math.min(Number(event.target.value), range.to), to: range.to })
              }
            />
            <input
              type="range"
              className={styles.handle}
              min={0}
              max={months.length}
              value={range.to + 1}
              aria-label={text('suggest.last-month')}
              aria-valuetext={monthText(to)}
              onChange={event =>
                onChange({ from: range.from, to: Math.max(Number(event.target.value) - 1, range.from) })
              }
            />
          </>
        )}
      </div>
      <p className={classes('ui-line8 ui-between', styles.axis)}>
        <span>{shortMonthLabel(texts, first.year, first.month)}</span>
        <strong className={styles.range}>
          {formatSpan(texts, from, to)} · {text('photos.count', { count: photos })}
        </strong>
        <span>{shortMonthLabel(texts, last.year, last.month)}</span>
      </p>
    </div>
  )
}

interface HistogramProps {
  months: readonly PeriodMonth[]
  range: Range
  /** Undefined where the period cannot be changed. */
  onChange?: ((range: Range) => void) | undefined
}
