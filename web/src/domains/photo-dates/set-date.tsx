import CalendarDays from 'lucide-react/icons/calendar-days'
import FileClock from 'lucide-react/icons/file-clock'
import FolderOpen from 'lucide-react/icons/folder-open'
import Type from 'lucide-react/icons/type'
import type { SubmitEvent } from 'react'
import type { DateSuggestion } from '#contract/photo-dates.ts'
import { getDateFormatter } from '#web/platform/i18n/date-formatter.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import { SegmentedControl } from '#web/ui/segmented-control.tsx'
import styles from './date-dialog.module.css'
import { type DateEntry, formatKnownDate, toEntry } from './known-date.ts'

/** Year, month, day or exact time, with suggestions; or back to the date in the file. */
export function SetDate({
  entry,
  isReset,
  changed,
  count,
  suggestions,
  onChange,
  onReset,
  onSubmit,
}: SetDateProps) {
  const { texts, text } = useTexts()
  const { precision } = entry
  const hasDay = precision === 'day' || precision === 'second'
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    onSubmit()
  }
  const renderInput = (part: 'year' | 'day', label: string) => (
    <label className={styles.field}>
      <span>{label}</span>
      <input
        className={styles.input}
        inputMode="numeric"
        maxLength={part === 'year' ? 4 : 2}
        autoComplete="off"
        value={entry[part]}
        onChange={({ currentTarget: { value } }) => onChange({ ...entry, [part]: value })}
      />
    </label>
  )
  return (
    <form className="ui-stack16 ui-ink" onSubmit={submit}>
      <SegmentedControl
        label={text('dates.precision')}
        isLabelShown
        options={[
          { id: 'year', label: text('field.year') },
          { id: 'month', label: text('field.month') },
          { id: 'day', label: text('field.day') },
          { id: 'second', label: text('dates.exact') },
        ]}
        value={precision}
        onChange={next => onChange({ ...entry, precision: next })}
      />
      <div className="ui-cluster12">
        {renderInput('year', text('field.year'))}
        {precision !== 'year' && (
          <label className={styles.field}>
            <span>{text('field.month')}</span>
            <select
              className={styles.input}
              value={entry.month}
              onChange={({ currentTarget: { value } }) => onChange({ ...entry, month: value })}
            >
              <option value="" />
              {MONTHS.map(month => (
                <option key={month} value={month}>
                  {formatMonthName(texts, month)}
                </option>
              ))}
            </select>
          </label>
        )}
        {hasDay && renderInput('day', text('field.day'))}
        {precision === 'second' && (
          <label className={styles.field}>
            <span>{text('dates.time')}</span>
            <input
              type="time"
              className={styles.input}
              value={entry.time}
              onChange={({ currentTarget: { value } }) => onChange({ ...entry, time: value })}
            />
          </label>
        )}
      </div>
      {suggestions.length > 0 && (
        <section className={styles.suggestions} aria-label={text('dates.suggestions')}>
          <h3>{text('dates.suggestions')}</h3>
          <ul>
            {suggestions.map(suggestion => (
              <li key={JSON.stringify(suggestion)} className={classes('ui-stack12', styles.suggestion)}>
                <Icon of={ICONS[suggestion.kind]} size={18} />
                <div>
                  <strong>{formatKnownDate(texts, suggestion)}</strong>
                  <p>{formatSource(texts, suggestion, count)}</p>
                </div>
                <Button
                  variant="text"
                  size="small"
                  aria-label={text('dates.use-date', { date: formatKnownDate(texts, suggestion) })}
                  onClick={() => onChange(toEntry(suggestion))}
                >
                  {text('dates.use')}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {changed > 0 && (
        <label className={classes('ui-row12', styles.reset)}>
          <input type="checkbox" checked={isReset} onChange={onReset} />
          {text('dates.reset')}
        </label>
      )}
      <p className="ui-note">{text('dates.note')}</p>
      {/* Enter in a field submits the form. */}
      <button type="submit" hidden />
    </form>
  )
}

/** Formats 'August', capitalized for a list. */
function formatMonthName(texts: Texts, month: number): string {
  const name = getDateFormatter(texts, { month: 'long' }).format(Date.UTC(2000, month - 1))
  return name.charAt(0).toLocaleUpperCase(texts.locale) + name.slice(1)
}

const MONTHS = Array.from({ length: 12 }, (_, index) => index + 1)

const ICONS = { name: Type, folder: FolderOpen, neighbours: CalendarDays, modified: FileClock }

function formatSource({ text }: Texts, { kind, source, photos }: DateSuggestion, total: number): string {
  const values = { count: photos, total, name: source ?? '' }
  return text(`dates.suggestion.${kind}`, values)
}

interface SetDateProps {
  entry: DateEntry
  /** The dates of the files are wanted in place of the entered one. */
  isReset: boolean
  /** Number of chosen photos whose dates were changed before. */
  changed: number
  count: number
  suggestions: readonly DateSuggestion[]
  onChange: (entry: DateEntry) => void
  onReset: () => void
  onSubmit: () => void
}
