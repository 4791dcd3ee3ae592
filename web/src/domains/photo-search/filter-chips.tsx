import { useNavigate } from '@tanstack/react-router'
import ChevronDown from 'lucide-react/icons/chevron-down'
import X from 'lucide-react/icons/x'
import type { PhotoFilter } from '#contract/filter-query.ts'
import type { Phrase } from '#contract/search-suggestions.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { Icon } from '#web/ui/icon.tsx'
import { MenuTrigger } from '#web/ui/menu-trigger.tsx'
import styles from './filter-chips.module.css'
import { type FilterPart, useFilterParts, withoutValue } from './filter-labels.ts'
import { findPhrase } from './understood-phrases.ts'

/** The values of a filter, each with × and, where the text can mean something else, its other meanings (NX-205). */
export function FilterChips({ filter }: { filter: PhotoFilter }) {
  const { text } = useTexts()
  const navigate = useNavigate()
  const show = (next: PhotoFilter) => void navigate({ to: PATHS.search, search: next as never })
  return (
    <ul className={styles.chips}>
      {useFilterParts(filter).map(part => {
        const phrase = findPhrase(part)
        return (
          <li key={`${part.field} ${part.value}`} className={styles.chip}>
            <span>{part.label}</span>
            {phrase && (
              <MenuTrigger
                label={text('search.filter-meanings', { label: part.label })}
                icon={ChevronDown}
                items={phrase.alternatives.map(({ field, value, label }) => ({
                  id: `${field} ${value}`,
                  label,
                  onAction: () => show(replaceMeaning(filter, part, { field, value })),
                }))}
              />
            )}
            <button
              type="button"
              className={styles.remove}
              aria-label={text('search.filter-remove', { label: part.label })}
              onClick={() => show(withoutValue(filter, part))}
            >
              <Icon of={X} size={16} />
            </button>
          </li>
        )
      })}
    </ul>
  )
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
