import { useNavigate } from '@tanstack/react-router'
import ChevronDown from 'lucide-react/icons/chevron-down'
import X from 'lucide-react/icons/x'
import { type PhotoFilter, splitNameWords } from '#contract/filter-query.ts'
import type { Phrase } from '#contract/search-suggestions.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { Icon } from '#web/ui/icon.tsx'
import { MenuTrigger } from '#web/ui/menu-trigger.tsx'
import styles from './filter-chips.module.css'
import { type FilterPart, useFilterParts, withoutValue } from './filter-labels.ts'
import { useSearchText } from './search-text.ts'
import { type SearchPhrase, usePhrases } from './use-phrases.ts'

/** The values of a filter, each with × and, where the text can mean something else, its other meanings (NX-205). */
export function FilterChips({ filter }: { filter: PhotoFilter }) {
  const { text } = useTexts()
  const navigate = useNavigate()
  const searched = useSearchText()
  const phrases = usePhrases()
  const show = (next: PhotoFilter, searchText: string) =>
    void navigate({ to: PATHS.search, search: next as never, state: { searchText } })
  const isMeant = ({ field, value }: Pick<Phrase, 'field' | 'value'>) =>
    [filter[field] ?? []].flat().includes(value)
  return (
    <ul className={styles.chips}>
      {useFilterParts(filter).map(part => {
        const phrase = phrases.find(({ meanings }) => meanings.some(meaning => isSame(meaning, part)))
        const others = phrase?.meanings.filter(meaning => !isMeant(meaning)) ?? []
        return (
          <li key={`${part.field} ${part.value}`} className={styles.chip}>
            <span>{part.label}</span>
            {others.length > 0 && (
              <MenuTrigger
                label={text('search.filter-meanings', { label: part.label })}
                icon={ChevronDown}
                items={others.map(({ field, value, label }) => ({
                  id: `${field} ${value}`,
                  label,
                  onAction: () => show(replaceMeaning(filter, part, { field, value }), searched),
                }))}
              />
            )}
            <button
              type="button"
              className={styles.remove}
              aria-label={text('search.filter-remove', { label: part.label })}
              onClick={() => show(withoutValue(filter, part), removeWords(searched, part, phrase))}
            >
              <Icon of={X} size={16} />
            </button>
          </li>
        )
      })}
    </ul>
  )
}

type Value = Pick<FilterPart, 'field' | 'value'>

const isSame = (a: Value, b: Value) => a.field === b.field && a.value === b.value

/** Returns the searched text without the words of a value; without any words if it is not known which they are. */
function removeWords(searched: string, { field, value }: Value, phrase: SearchPhrase | undefined): string {
  const words = phrase ? [phrase.text] : field === 'name' ? splitNameWords(value) : [searched]
  return words
    .reduce((text, word) => text.replace(word, ' '), searched)
    .replace(/\s+/g, ' ')
    .trim()
}

function replaceMeaning(
  filter: PhotoFilter,
  part: FilterPart,
  { field, value }: Pick<Phrase, 'field' | 'value'>,
): PhotoFilter {
  const rest = withoutValue(filter, part)
  if (field === 'name') return { ...rest, name: [rest.name, value].filter(Boolean).join(' ') }
  if (field === 'undated' || field === 'printed' || field === 'print') return { ...rest, [field]: value }
  return { ...rest, [field]: [...new Set([...(rest[field] ?? []), value])] }
}
