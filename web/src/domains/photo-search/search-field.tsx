import { useLocation, useNavigate } from '@tanstack/react-router'
import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import {
  formatFilter,
  isEmptyFilter,
  type PhotoFilter,
  readFilter,
  SEARCH_TEXT_MAX,
} from '#contract/filter-query.ts'
import type { SearchOption } from '#contract/search-suggestions.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { useSession } from '#web/platform/session/page-session.ts'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { toasts } from '#web/ui/toasts.ts'
import styles from './photo-search.module.css'
import { addRecent, readRecent, removeRecent } from './recent-searches.ts'
import { SearchPanel } from './search-panel.tsx'
import { focusResults } from './search-reading.tsx'
import { useSearchText } from './search-text.ts'
import { useSuggestions } from './use-suggestions.ts'

/**
 * A combobox: arrows choose an option, Enter searches, Escape closes the panel and then empties the field. Without text
 * arrows move among the searches of the panel.
 */
export function SearchField({ className, input, screen, onTurnOnPlaces }: SearchFieldProps) {
  const { text } = useTexts()
  const navigate = useNavigate()
  const session = useSession()
  const accountId = session.status === 'signed-in' ? session.claims.sub : ''
  const [typed, setTyped] = useTypedText(useSearchText())
  const [isPanelOpen, setPanelOpen] = useState(false)
  const [chosen, setChosen] = useState<Chosen>({ options: NONE, index: -1 })
  const panel = useRef<HTMLDivElement>(null)
  const listId = useId()
  const isOpen = isPanelOpen || screen !== undefined
  const wanted = typed.trim()
  const suggestions = useSuggestions(isOpen ? wanted : '')
  const options = wanted === '' ? NONE : (suggestions.data?.options ?? NONE)
  // Other options than those that were chosen from are not chosen.
  const active = chosen.options === options ? chosen.index : -1
  const hasList = isOpen && wanted !== ''
  const attempt = useRef(0)
  const abandon = () => {
    attempt.current++
  }
  const isScreen = screen !== undefined
  useEffect(() => {
    if (isScreen) input.current?.focus()
    return () => {
      attempt.current++
    }
  }, [isScreen, input])

  const closePanel = () => {
    abandon()
    setPanelOpen(false)
    setChosen({ options: NONE, index: -1 })
  }
  const change = (value: string) => {
    abandon()
    setTyped(value)
    setChosen({ options: NONE, index: -1 })
    setPanelOpen(true)
  }
  const search = (filter: PhotoFilter, name: string) => {
    if (isEmptyFilter(filter)) return
    if (name) addRecent(accountId, { text: name, query: formatFilter(filter) })
    setTyped(name)
    closePanel()
    screen?.onLeave()
    focusResults()
    void navigate({ to: PATHS.search, search: filter as never, state: { searchText: name } })
  }
  const searchTyped = async () => {
    const current = ++attempt.current
    const answer = await suggestions.load(wanted)
    // The text was changed, or the search was left.
    if (current !== attempt.current) return
    if (answer) search(answer.understood.filter as PhotoFilter, wanted)
    else toasts.add({ subject: 'search', kind: 'error', text: text('search.failed') })
  }
  const choose = (step: 1 | -1) => {
    // The last row searches for the text; before the first one nothing is chosen.
    const rows = options.length + 1
    setPanelOpen(true)
    setChosen({ options, index: ((active + step + 1 + rows + 1) % (rows + 1)) - 1 })
  }
  const move = (step: 1 | -1) => {
    setPanelOpen(true)
    const buttons = [...(panel.current?.querySelectorAll('button') ?? [])]
    const next = buttons.indexOf(document.activeElement as HTMLButtonElement) + step
    const target = next < 0 ? input.current : buttons[next]
    target?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isInInput = event.target === input.current
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : -1
      if (wanted === '') move(step)
      else if (isInInput) choose(step)
    } else if (event.key === 'Enter' && isInInput) {
      event.preventDefault()
      const option = options[active]
      if (option) search(option.filter as PhotoFilter, option.label)
      else if (wanted) void searchTyped()
    } else if (event.key === 'Escape') {
      event.preventDefault()
      if (screen) return screen.onClose()
      if (!isPanelOpen) return change('')
      input.current?.focus()
      closePanel()
    }
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: Safari 16 does not know <search>
    <div
      role="search"
      className={classes(
        'ui-edge-in-contrast ui-screen-only',
        styles.field,
        isOpen && styles.focused,
        className,
      )}
      onKeyDown={onKeyDown}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!screen && !currentTarget.contains(relatedTarget)) closePanel()
      }}
    >
      <Icon of={Search} size={20} />
      <input
        ref={input}
        type="text"
        role="combobox"
        className={classes('ui-fill', styles.input)}
        aria-label={text('search.label')}
        aria-expanded={hasList}
        aria-controls={hasList ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={hasList && active >= 0 ? `${listId}-${active}` : undefined}
        placeholder={text('search.placeholder')}
        maxLength={SEARCH_TEXT_MAX}
        autoComplete="off"
        value={typed}
        onFocus={() => setPanelOpen(true)}
        onChange={event => change(event.target.value)}
      />
      {typed && (
        <IconButton
          icon={X}
          label={text('search.clear')}
          onClick={() => {
            change('')
            input.current?.focus()
          }}
        />
      )}
      {isOpen && (
        <SearchPanel
          panel={panel}
          listId={listId}
          typed={wanted}
          options={options}
          hasFailed={wanted !== '' && suggestions.isError}
          active={active}
          recent={readRecent(accountId)}
          onSearch={search}
          onRecent={each => search(readFilter(each.query), each.text)}
          onSearchTyped={() => void searchTyped()}
          onTurnOnPlaces={onTurnOnPlaces}
          onClearRecent={() => {
            removeRecent(accountId)
            input.current?.focus()
            setChosen({ options: NONE, index: -1 })
          }}
        />
      )}
    </div>
  )
}

export interface SearchFieldProps {
  className: string | undefined
  input: RefObject<HTMLInputElement | null>
  /** Asks whether places may be turned on. */
  onTurnOnPlaces: () => void
  /** Of a field that has the whole screen: closes it, or leaves it for another page. */
  screen?: { onClose: () => void; onLeave: () => void }
}

/** The index of an option, or of the row below them, in the list from which it was chosen; -1: none. */
interface Chosen {
  options: readonly SearchOption[]
  index: number
}

const NONE: readonly SearchOption[] = []

/** Returns what is typed into the field; each page begins with its own text. */
function useTypedText(pageText: string): [string, (typed: string) => void] {
  const page = `${useLocation({ select: ({ pathname, searchStr }) => pathname + searchStr })} ${pageText}`
  const [shown, setShown] = useState({ page, typed: pageText })
  if (shown.page !== page) setShown({ page, typed: pageText })
  return [
    shown.page === page ? shown.typed : pageText,
    typed => setShown(before => ({ page: before.page, typed })),
  ]
}
