import BookOpen from 'lucide-react/icons/book-open'
import CalendarDays from 'lucide-react/icons/calendar-days'
import Printer from 'lucide-react/icons/printer'
import type { RefObject } from 'react'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { ChoiceChips } from './choice-chips.tsx'
import { NumberField } from './number-field.tsx'
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
