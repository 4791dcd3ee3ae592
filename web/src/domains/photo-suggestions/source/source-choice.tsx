import CalendarRange from 'lucide-react/icons/calendar-range'
import CircleCheck from 'lucide-react/icons/circle-check'
import Image from 'lucide-react/icons/image'
import Images from 'lucide-react/icons/images'
import Search from 'lucide-react/icons/search'
import { useFlag } from '#web/platform/flags/flags.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { ChoiceChips } from './choice-chips.tsx'
import type { SourceKind } from './suggestion-source.ts'

/** The photos that a selection is suggested from . */
export function SourceChoice({ value, total, hasResults, selected, onChange }: SourceChoiceProps) {
  const { text, number } = useTexts()
  const hasAlbums = useFlag('PhotoManagementAlbumViewEnabled')
  const note = (count: number | undefined) => (count === undefined ? undefined : number(count))
  return (
    <ChoiceChips
      legend={text('suggest.from')}
      value={value}
      onChange={onChange}
      options={[
        { id: 'all', label: text('suggest.from.all'), icon: Image, note: note(total) },
        { id: 'period', label: text('suggest.from.period'), icon: CalendarRange },
        ...(hasAlbums ? [{ id: 'album' as const, label: text('suggest.from.album'), icon: Images }] : []),
        ...(hasResults ? [{ id: 'search' as const, label: text('suggest.from.search'), icon: Search }] : []),
        ...(selected === undefined
          ? []
          : [
              {
                id: 'selection' as const,
                label: text('suggest.from.selection'),
                icon: CircleCheck,
                note: note(selected),
              },
            ]),
      ]}
    />
  )
}

interface SourceChoiceProps {
  value: SourceKind
  /** Photos of the library. */
  total: number | undefined
  /** Whether there are results of a search to choose from. */
  hasResults: boolean
  /** Photos that are selected; undefined without a selection. */
  selected: number | undefined
  onChange: (kind: SourceKind) => void
}
