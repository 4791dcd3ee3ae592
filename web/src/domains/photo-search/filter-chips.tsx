import { useNavigate } from '@tanstack/react-router'
import ChevronDown from 'lucide-react/icons/chevron-down'
import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { type PhotoFilter, splitNameWords } from '#contract/filter-query.ts'
import type { Phrase } from '#contract/search-suggestions.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import { MenuTrigger } from '#web/ui/menu-trigger.tsx'
import styles from './filter-chips.module.css'
import { FILTER_ICONS } from './filter-icons.ts'
import { type FilterPart, hasValue, useFilterParts, withoutValue, withValue } from './filter-labels.ts'
import { useOfferedFilters } from './offered-filters.ts'
import { useSearchText } from './search-text.ts'
import { useUnderstood } from './use-suggestions.ts'

/**
 * The values of a filter, each with × and, where the text can mean something else, its other meanings, and a menu that adds
 * further ones.
 */
export function FilterChips({ filter }: { filter: PhotoFilter }) {
  const { text } = useTexts()
  const navigate = useNavigate()
  const searched = useSearchText()
  const phrases = usePhrases()
  const show = (next: PhotoFilter, searchText: string) =>
    void navigate({ to: PATHS.search, search: next as never, state: { searchText } })
  const offered = useOfferedFilters().filter(part => !hasValue(filter, part))
  return (
    <ul className={classes('ui-cluster8', styles.chips)}>
      {useFilterParts(filter).parts.map(part => {
        const phrase = phrases.find(({ meanings }) => meanings.some(meaning => isSame(meaning, part)))
        const others = phrase?.meanings.filter(meaning => !hasValue(filter, meaning)) ?? []
        return (
          <li
            key={`${part.field} ${part.value}`}
            className={classes('ui-inline-row8 ui-fixed ui-edge-in-contrast ui-accent ui-small', styles.chip)}
          >
            <Icon of={FILTER_ICONS[part.field]} size={16} />
            <span>{part.label}</span>
            {others.length > 0 && (
              <MenuTrigger
                label={text('search.filter-meanings', { label: part.label })}
                icon={ChevronDown}
                items={others.map(({ field, value, label }) => ({
                  id: `${field} ${value}`,
                  label,
                  onAction: () => show(withValue(withoutValue(filter, part), { field, value }), searched),
                }))}
              />
            )}
            <button
              type="button"
              className={classes('ui-centered', styles.remove)}
              aria-label={text('search.filter-remove', { label: part.label })}
              onClick={() => show(withoutValue(filter, part), removeWords(searched, part, phrase))}
            >
              <Icon of={X} size={16} />
            </button>
          </li>
        )
      })}
      <li className={classes('ui-fixed', styles.add)}>
        <MenuTrigger
          label={text('search.filter-add')}
          icon={Plus}
          placement="bottom start"
          size="small"
          items={offered.map(part => ({
            id: `${part.field} ${part.value}`,
            icon: FILTER_ICONS[part.field],
            label: part.label,
            onAction: () => show(withValue(filter, part), searched),
          }))}
        >
          {text('search.filter-add')}
        </MenuTrigger>
      </li>
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

/** A part of a filter's text: its meanings are the one it was understood as and its alternatives. */
interface SearchPhrase {
  text: string
  meanings: readonly Pick<Phrase, 'field' | 'value' | 'label'>[]
}

function usePhrases(): SearchPhrase[] {
  return (
    useUnderstood()?.phrases.map(({ text, field, value, label, alternatives }) => ({
      text,
      meanings: [{ field, value, label }, ...alternatives],
    })) ?? []
  )
}
