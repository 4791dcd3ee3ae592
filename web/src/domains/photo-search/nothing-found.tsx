import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Search from 'lucide-react/icons/search'
import { type FilterField, formatFilter, type PhotoFilter } from '#contract/filter-query.ts'
import { getSearchRelaxations } from '#contract/photo-search.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { callQuery } from '#web/platform/query/call-query.ts'
import { classes } from '#web/ui/classes.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useFilterParts } from './filter-labels.ts'
import styles from './nothing-found.module.css'
import { useSearchText } from './search-text.ts'
import { suggestionsQuery } from './use-suggestions.ts'

/** No photo matches: which filters alone would find some, with their number, and the suggestions for what was typed. */
export function NothingFound({ filter }: { filter: PhotoFilter }) {
  const { locale, text } = useTexts()
  const { parts } = useFilterParts(filter)
  const searched = useSearchText()
  const { data: suggestions } = useQuery({ ...suggestionsQuery(searched, locale), enabled: searched !== '' })
  const { data } = useQuery(
    callQuery(['photos', 'found-without', formatFilter(filter)], getSearchRelaxations, {
      query: filter as never,
    }),
  )
  const labelField = (field: FilterField) =>
    parts
      .filter(part => part.field === field)
      .map(part => part.label)
      .join(', ')
  const isSeveral = parts.length > 1
  return (
    <>
      <EmptyState icon={Search} title={text(isSeveral ? 'search.none-filters' : 'search.none')} />
      {isSeveral && data && data.relaxations.length > 0 && (
        <ul className={styles.list}>
          {data.relaxations.map(({ without, photos }) => (
            <li key={without}>
              <Link
                to={PATHS.search}
                search={{ ...filter, [without]: undefined } as never}
                className={classes('ui-row12', styles.row)}
              >
                <span>{text('search.none-without', { label: labelField(without) })}</span>
                <span className={styles.count}>{text('photos.count', { count: photos })}</span>
                <Icon of={ChevronRight} size={20} />
              </Link>
            </li>
          ))}
        </ul>
      )}
      {suggestions && suggestions.options.length > 0 && (
        <>
          <h2 className={styles.heading}>{text('search.none-nearest')}</h2>
          <ul className={styles.list}>
            {suggestions.options.map(({ filter, label, photos }) => (
              <li key={label} className={classes('ui-row12', styles.row)}>
                <Link to={PATHS.search} search={filter as never} state={{ searchText: label }}>
                  {label}
                </Link>
                <span className={styles.count}>{text('photos.count', { count: photos })}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {data && data.undated > 0 && (
        <p className={classes('ui-note', styles.note)}>
          {text('search.none-undated', { count: data.undated })}
        </p>
      )}
    </>
  )
}
