import BookOpen from 'lucide-react/icons/book-open'
import CalendarDays from 'lucide-react/icons/calendar-days'
import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import Printer from 'lucide-react/icons/printer'
import { type RefObject, useState } from 'react'
import { SUGGESTED_MAX } from '#contract/selection-drafts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { classes } from '#web/ui/classes.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ChoiceChips } from './choice-chips.tsx'
import styles from './number-field.module.css'
import { PURPOSES, type SuggestionSettings } from './use-suggestion-settings.ts'

/** What the photos are for, and how many; another number than the offered one is 'Other number'. */
export function PurposeChoice({ settings, numberField, onChange }: PurposeChoiceProps) {
  const { text, number } = useTexts()
  return (
    <>
      <ChoiceChips
        legend={text('suggest.for')}
        value={settings.purpose}
        onChange={purpose => {
          const wanted = PURPOSES[purpose]
          onChange({ purpose, ...(wanted && { wanted }) })
          if (wanted === undefined) numberField.current?.select()
        }}
        options={[
          {
            id: 'book',
            label: text('suggest.for.book'),
            note: text('suggest.for.about', { count: PURPOSES.book }),
            icon: BookOpen,
          },
          {
            id: 'calendar',
            label: text('suggest.for.calendar'),
            note: number(PURPOSES.calendar),
            icon: CalendarDays,
          },
          { id: 'prints', label: text('suggest.for.prints'), note: number(PURPOSES.prints), icon: Printer },
          { id: 'other', label: text('suggest.for.other') },
        ]}
      />
      <NumberField
        field={numberField}
        value={settings.wanted}
        onChange={wanted =>
          // A photo book has about so many photos; calendars and orders of prints have exactly theirs.
          onChange({ wanted, ...(settings.purpose !== 'book' && { purpose: 'other' as const }) })
        }
      />
    </>
  )
}

interface PurposeChoiceProps {
  settings: SuggestionSettings
  numberField: RefObject<HTMLInputElement | null>
  onChange: (part: Partial<SuggestionSettings>) => void
}

/** The number of photos, 1 to 1,000: typed, or changed by one. */
function NumberField({ field, value, onChange }: NumberFieldProps) {
  const { text } = useTexts()
  /** What is typed while it is no number of photos. */
  const [draft, setDraft] = useState<string>()
  const change = (next: number) => {
    setDraft(undefined)
    onChange(Math.max(1, Math.min(SUGGESTED_MAX, next)))
  }
  return (
    <div className="ui-row16 ui-above16">
      <div className={classes('ui-inline-row', styles.stepper)}>
        <IconButton icon={Minus} label={text('suggest.fewer')} onClick={() => change(value - 1)} />
        <input
          ref={field}
          type="number"
          inputMode="numeric"
          min={1}
          max={SUGGESTED_MAX}
          className={styles.input}
          aria-label={text('suggest.number')}
          value={draft ?? value}
          onChange={event => {
            const number = Number(event.target.value)
            const isValid = Number.isInteger(number) && number >= 1 && number <= SUGGESTED_MAX
            if (isValid) change(number)
            else setDraft(event.target.value)
          }}
          onBlur={() => setDraft(undefined)}
        />
        <IconButton icon={Plus} label={text('suggest.more')} onClick={() => change(value + 1)} />
      </div>
      <span className="ui-note" aria-hidden>
        {text('suggest.unit', { count: value })}
      </span>
    </div>
  )
}

interface NumberFieldProps {
  field: RefObject<HTMLInputElement | null>
  value: number
  onChange: (value: number) => void
}
