import { useLocation, useNavigate } from '@tanstack/react-router'
import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import {
  formatFilter,
  isEmptyFilter,
  type PhotoFilter,
  readFilter,
  SEARCH_TEXT_MAX,
} from '#contract/filter-query.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { useSession } from '#web/platform/session/page-session.ts'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { listOpenDialogs } from '#web/ui/open-dialogs.ts'
import { isMobile, useScreenSize } from '#web/ui/screen-size.ts'
import styles from './photo-search.module.css'
import { addRecent, readRecent, removeRecent } from './recent-searches.ts'
import { SearchPanel } from './search-panel.tsx'
import { rememberPhrases } from './understood-phrases.ts'
import { useSuggestions } from './use-suggestions.ts'

/**
 * The search field of pages with photos (NX-201), rendered into the header, whose own code is part of every first page; on small
 * screens an icon that opens it over the page.
 */
export function PhotoSearch() {
  const { pathname } = useLocation()
  const { status } = useSession()
  const header = useHeader(pathname)
  if (!header || status !== 'signed-in' || !pathname.startsWith(PATHS.myPhotos)) return null
  return createPortal(<HeaderSearch />, header)
}

/** The header of the shell, which other pages do not have; looked up again after each navigation. */
function useHeader(pathname: string): Element | null {
  const [header, setHeader] = useState<Element | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a navigation can mount another header
  useEffect(() => setHeader(document.querySelector('header')), [pathname])
  return header
}

function HeaderSearch() {
  const isMobileScreen = isMobile(useScreenSize())
  const { text } = useTexts()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  if (!isMobileScreen) return <SearchField className={styles.wide} onDone={close} />
  return (
    <>
      <span className={styles.opener}>
        <IconButton icon={Search} label={text('search.label')} onClick={() => setOpen(true)} />
      </span>
      {isOpen && (
        <div className={styles.screen}>
          <IconButton icon={X} label={text('search.close')} onClick={close} />
          <SearchField className={styles.narrow} isFocused onDone={close} />
        </div>
      )}
    </>
  )
}

interface SearchFieldProps {
  className: string | undefined
  isFocused?: boolean
  onDone: () => void
}

/** A combobox: arrows choose an option, Enter searches, Escape closes the panel and then empties the field (NX-203). */
function SearchField({ className, isFocused = false, onDone }: SearchFieldProps) {
  const { text } = useTexts()
  const navigate = useNavigate()
  const session = useSession()
  const accountId = session.status === 'signed-in' ? session.claims.sub : ''
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(isFocused)
  const [active, setActive] = useState(-1)
  const input = useRef<HTMLInputElement>(null)
  const panelId = useId()
  const suggestions = useSuggestions(isOpen ? typed.trim() : '')
  useSlashKey(input)
  useEffect(() => {
    if (isFocused) input.current?.focus()
  }, [isFocused])

  const search = (filter: PhotoFilter, name: string) => {
    if (isEmptyFilter(filter)) return
    if (name) addRecent(accountId, { text: name, query: formatFilter(filter) })
    setTyped(name)
    setOpen(false)
    setActive(-1)
    input.current?.blur()
    onDone()
    void navigate({ to: PATHS.search, search: filter as never })
  }
  const searchTyped = async () => {
    const answer = await suggestions.load(typed.trim())
    if (!answer) return
    rememberPhrases(answer.understood.phrases)
    search(answer.understood.filter as PhotoFilter, typed.trim())
  }
  const options = typed.trim() === '' ? [] : (suggestions.data?.options ?? [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      const count = options.length + 1
      const step = event.key === 'ArrowDown' ? 1 : -1
      setOpen(true)
      setActive(before => ((before + step + 1 + count) % count) - 1)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      const option = options[active]
      if (option) search(option.filter as PhotoFilter, option.label)
      else if (typed.trim()) void searchTyped()
    } else if (event.key === 'Escape') {
      event.preventDefault()
      if (isOpen) setOpen(false)
      else setTyped('')
    }
  }
  return (
    <search
      className={classes(styles.field, isOpen && styles.focused, className)}
      onBlur={event => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false)
      }}
    >
      <Icon of={Search} size={20} />
      <input
        ref={input}
        type="text"
        role="combobox"
        className={styles.input}
        aria-label={text('search.label')}
        aria-expanded={isOpen}
        aria-controls={panelId}
        aria-autocomplete="list"
        aria-activedescendant={active >= 0 ? `${panelId}-${active}` : undefined}
        placeholder={text('search.placeholder')}
        maxLength={SEARCH_TEXT_MAX}
        autoComplete="off"
        value={typed}
        onFocus={() => setOpen(true)}
        onChange={event => {
          setTyped(event.target.value)
          setActive(-1)
          setOpen(true)
        }}
        onKeyDown={onKeyDown}
      />
      {typed && (
        <IconButton
          icon={X}
          label={text('search.clear')}
          onClick={() => {
            setTyped('')
            input.current?.focus()
          }}
        />
      )}
      {isOpen && (
        <SearchPanel
          id={panelId}
          typed={typed.trim()}
          options={options}
          active={active}
          recent={readRecent(accountId)}
          onSearch={search}
          onRecent={each => search(readFilter(each.query), each.text)}
          onSearchTyped={() => void searchTyped()}
          onClearRecent={() => {
            removeRecent(accountId)
            input.current?.focus()
            setActive(-1)
          }}
        />
      )}
    </search>
  )
}

/** '/' moves the focus to the field, unless a key is typed into another one or a dialog is open. */
function useSlashKey(input: { current: HTMLInputElement | null }): void {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const { target } = event
      const isTyping =
        target instanceof Element && target.closest('input, textarea, select, [contenteditable]')
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return
      if (listOpenDialogs().length > 0) return
      event.preventDefault()
      input.current?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [input])
}
