import Clock from 'lucide-react/icons/clock'
import Search from 'lucide-react/icons/search'
import type { Ref } from 'react'
import type { PhotoFilter } from '#contract/filter-query.ts'
import type { SearchOption } from '#contract/search-suggestions.ts'
import { PlaceTries } from '#web/domains/places/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { useOnline } from '#web/platform/network/use-online.ts'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import { FILTER_ICONS } from './filter-icons.ts'
import { withValue } from './filter-labels.ts'
import { useTries } from './offered-filters.ts'
import type { RecentSearch } from './recent-searches.ts'
import styles from './search-panel.module.css'

/** Below the field: without text the last searches and some to try, with text what it can mean. */
export function SearchPanel(props: SearchPanelProps) {
  const { text } = useTexts()
  const isOnline = useOnline()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only keeps the focus in the field
    <div
      ref={props.panel}
      className={classes('ui-edge-in-contrast', styles.panel)}
      onMouseDown={event => event.preventDefault()}
      role="presentation"
    >
      <div role="status">
        {!isOnline ? (
          <p className={classes('ui-note', styles.note)}>{text('app.offline.layer')}</p>
        ) : (
          props.hasFailed && <p className={classes('ui-note', styles.note)}>{text('search.failed')}</p>
        )}
      </div>
      {props.typed === '' ? <Start {...props} /> : <Options {...props} />}
    </div>
  )
}

export interface SearchPanelProps {
  panel: Ref<HTMLDivElement>
  listId: string
  /** Without spaces around it. */
  typed: string
  options: readonly SearchOption[]
  /** The options could not be loaded. */
  hasFailed: boolean
  /** Index of the chosen row: an option or, after them, the search for the text; -1: none. */
  active: number
  recent: readonly RecentSearch[]
  onSearch: (filter: PhotoFilter, name: string) => void
  onRecent: (search: RecentSearch) => void
  onSearchTyped: () => void
  onClearRecent: () => void
  onTurnOnPlaces: () => void
}

function Options({ listId, typed, options, active, onSearch, onSearchTyped }: SearchPanelProps) {
  const { text, number } = useTexts()
  return (
    <div id={listId} role="listbox" aria-label={text('search.label')}>
      {options.map((option, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the combobox
        <div
          key={JSON.stringify(option.filter)}
          id={`${listId}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          className={classes('ui-row12', styles.row, index === active && styles.active)}
          onClick={() => onSearch(option.filter as PhotoFilter, option.label)}
        >
          <Icon of={FILTER_ICONS[option.kind]} size={20} />
          <span className="ui-fill ui-ellipsis">
            <Matched label={option.label} matched={option.matched} />
          </span>
          <span className="ui-small ui-quiet">{text(`search.kind.${option.kind}`)}</span>
          <span className="ui-note">{number(option.photos)}</span>
        </div>
      ))}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the combobox */}
      <div
        id={`${listId}-${options.length}`}
        role="option"
        tabIndex={-1}
        aria-selected={active === options.length}
        className={classes(
          'ui-row12',
          styles.row,
          active === options.length && styles.active,
          options.length > 0 && 'ui-ruled',
        )}
        onClick={onSearchTyped}
      >
        <Icon of={Search} size={20} />
        <span className="ui-fill ui-ellipsis">{text('search.for', { text: typed })}</span>
      </div>
    </div>
  )
}

function Matched({ label, matched }: Pick<SearchOption, 'label' | 'matched'>) {
  const parts: { start: number; text: string; isMatch: boolean }[] = []
  let at = 0
  for (const { start, end } of matched) {
    parts.push({ start: at, text: label.slice(at, start), isMatch: false })
    parts.push({ start, text: label.slice(start, end), isMatch: true })
    at = end
  }
  parts.push({ start: at, text: label.slice(at), isMatch: false })
  return parts.map(part =>
    part.isMatch ? <b key={part.start}>{part.text}</b> : <span key={`${part.start} plain`}>{part.text}</span>,
  )
}

function Start({ recent, onRecent, onSearch, onClearRecent, onTurnOnPlaces }: SearchPanelProps) {
  const { text } = useTexts()
  const tries = useTries()
  return (
    <>
      {recent.length > 0 && (
        <>
          <h2 className={styles.heading}>{text('search.recent')}</h2>
          {recent.map(each => (
            <button
              key={each.text}
              type="button"
              className={classes('ui-row12', styles.row)}
              onClick={() => onRecent(each)}
            >
              <Icon of={Clock} size={20} />
              <span className="ui-fill ui-ellipsis">{each.text}</span>
            </button>
          ))}
          <button
            type="button"
            className={classes('ui-small ui-accent', styles.clear)}
            onClick={onClearRecent}
          >
            {text('search.recent-clear')}
          </button>
        </>
      )}
      <h2 className={styles.heading}>{text('search.try')}</h2>
      <div className={classes('ui-cluster8', styles.tries)}>
        {tries.map(({ field, value, label }) => (
          <button
            key={`${field} ${value}`}
            type="button"
            className={classes('ui-inline-row8 ui-small', styles.try)}
            onClick={() => onSearch(withValue({}, { field, value }), label)}
          >
            <Icon of={FILTER_ICONS[field]} size={16} />
            {label}
          </button>
        ))}
      </div>
      <PlaceTries onSearch={onSearch} onTurnOn={onTurnOnPlaces} />
    </>
  )
}
