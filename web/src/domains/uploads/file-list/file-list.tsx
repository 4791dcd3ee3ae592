import FileBraces from 'lucide-react/icons/file-braces'
import FileX from 'lucide-react/icons/file-x'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import RotateCw from 'lucide-react/icons/rotate-cw'
import { type RefObject, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import { isVideoName } from '../companions/companion-name.ts'
import type { Uploads } from '../engine/uploads.ts'
import type { UploadsState } from '../engine/uploads-state.ts'
import { isLostFolder, isPausable, type UploadItem } from '../queue/upload-item.ts'
import { CountLine } from './count-line.tsx'
import styles from './file-list.module.css'
import { FileRow } from './file-row.tsx'
import { type Confirmation, toUploadedText } from './item-texts.ts'
import {
  computeRowPositions,
  type FoldName,
  findRowsBetween,
  listRows,
  type Positions,
  type Row,
} from './rows.ts'

/** Virtualized list of the queue's files: renders the rows in view and the focused one. */
export function FileList({ uploads, state, confirmation = 'selection' }: FileListProps) {
  const { text } = useTexts()
  const { queue, counts } = state
  const list = useRef<HTMLUListElement>(null)
  const [focusedId, setFocusedId] = useState<string>()
  const [open, setOpen] = useState<ReadonlySet<FoldName>>(new Set())
  const isActive = counts.active > 0
  const hasHidden = state.hiddenNames.length > 0
  const rows = useMemo(
    () => listRows(queue, isActive, { open, hasHidden }),
    [queue, isActive, open, hasHidden],
  )
  const positions = useMemo(() => computeRowPositions(rows), [rows])
  const [first, last] = useVisibleRows(list, positions)
  const focusNext = useFocusAfterRemoval(list, queue)
  if (queue.length === 0) return null

  const listIds = (matches: (item: UploadItem) => boolean) => queue.filter(matches).map(({ id }) => id)
  const pausableIds = listIds(isPausable)
  const failedIds = listIds(hasFailed)
  const remove = (id: string) => {
    focusNext(id)
    uploads.remove(id)
  }
  return (
    <section aria-label={text('upload.files')} className="ui-above8">
      <CountLine counts={counts} confirmation={confirmation} />
      {pausableIds.length + counts.paused + failedIds.length > 0 && (
        <div className={classes('ui-line4', styles.tools)}>
          {pausableIds.length > 0 && (
            <Button size="small" variant="plain" icon={Pause} onClick={() => uploads.pause(pausableIds)}>
              {text('upload.pause-all')}
            </Button>
          )}
          {counts.paused > 0 && (
            <Button size="small" variant="text" icon={Play} onClick={() => uploads.resume(listIds(isPaused))}>
              {text('upload.resume-all')}
            </Button>
          )}
          {failedIds.length > 0 && (
            <Button size="small" variant="text" icon={RotateCw} onClick={() => uploads.retry(failedIds)}>
              {text('upload.retry-all')}
            </Button>
          )}
        </div>
      )}
      <ul
        ref={list}
        tabIndex={-1}
        className={styles.list}
        style={{ height: positions.height }}
        onFocus={({ target }) => setFocusedId(target.closest<HTMLElement>('[data-row]')?.dataset.row)}
        onBlur={() => setFocusedId(undefined)}
      >
        {rows.map((row, index) => {
          const isInView = index >= first && index <= last
          if (!isInView && (row.kind !== 'file' || row.item.id !== focusedId)) return null
          const style = { transform: `translateY(${positions.tops[index]}px)` }
          if (row.kind === 'group')
            return (
              <li key={row.name} className={classes(styles.place, styles.group)} style={style}>
                <h3>{text(groupText(row.name, confirmation), { count: row.count })}</h3>
              </li>
            )
          if (row.kind !== 'file')
            return (
              <li key={row.kind} className={styles.place} style={style}>
                <FoldedRow
                  kind={row.kind}
                  items={row.items}
                  hiddenNames={row.kind === 'companions' ? state.hiddenNames : []}
                  isOpen={open.has(row.kind)}
                  onToggle={() => setOpen(open.symmetricDifference(new Set([row.kind])))}
                />
              </li>
            )
          return (
            <li
              key={row.item.id}
              data-row={row.item.id}
              className={styles.place}
              style={style}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
            >
              <FileRow
                item={row.item}
                file={uploads.getFile(row.item.id)}
                {...{ uploads, remove, confirmation }}
              />
            </li>
          )
        })}
      </ul>
    </section>
  )
}

export interface FileListProps {
  uploads: Uploads
  state: UploadsState
  /** Uploaded files can be deselected only in a 'selection', which is the default. */
  confirmation?: Confirmation
}

const groupText = (name: Extract<Row, { kind: 'group' }>['name'], confirmation: Confirmation) =>
  `upload.group.${name === 'added' ? toUploadedText(confirmation) : name}` as const

const isPaused = ({ state }: UploadItem) => state === 'paused'
const hasFailed = (item: UploadItem) => item.state === 'failed' && !isLostFolder(item)

/** Moves the focus from a removed row to the next one; it would be lost otherwise. */
function useFocusAfterRemoval(
  list: { current: HTMLElement | null },
  queue: readonly UploadItem[],
): (id: string) => void {
  const nextRowId = useRef<string | null>(null)
  useEffect(() => {
    if (nextRowId.current === null || queue.length < 0) return
    const row = list.current?.querySelector(`[data-row="${CSS.escape(nextRowId.current)}"]`)
    nextRowId.current = null
    const control = row?.querySelector<HTMLElement>('button, input') ?? list.current
    control?.focus()
  }, [queue, list])
  return id => {
    const row = list.current?.querySelector(`[data-row="${CSS.escape(id)}"]`)
    if (!row?.contains(document.activeElement)) return
    const neighbour = row.nextElementSibling ?? row.previousElementSibling
    nextRowId.current = (neighbour as HTMLElement | null)?.dataset.row ?? ''
  }
}

/** Indexes of the first and the last row to render, from the scroll position of the nearest scrolling ancestor. */
function useVisibleRows(list: RefObject<HTMLElement | null>, positions: Positions): [number, number] {
  const [view, setView] = useState<[number, number]>([0, INITIAL_HEIGHT])
  const hasRows = positions.tops.length > 0
  const measure = () => {
    const element = list.current
    const scroller = element && findScroller(element)
    if (!scroller) return
    const height = scroller.clientHeight || INITIAL_HEIGHT
    // Where the page itself scrolls, its window is what is seen.
    const top = scroller === document.documentElement ? 0 : scroller.getBoundingClientRect().top
    const from = top - element.getBoundingClientRect().top
    setView(before => (before[0] === from && before[1] === from + height ? before : [from, from + height]))
  }
  // After every render: the content above the list may have changed its height.
  useLayoutEffect(measure)
  // biome-ignore lint/correctness/useExhaustiveDependencies: measure only uses refs and a setter
  useEffect(() => {
    const scroller = hasRows && list.current && findScroller(list.current)
    if (!scroller) return
    const observer = new ResizeObserver(measure)
    observer.observe(scroller)
    // The page itself reports its scrolling at the document.
    const source = scroller === document.documentElement ? document : scroller
    source.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      source.removeEventListener('scroll', measure)
    }
  }, [hasRows, list])
  return findRowsBetween(positions, view[0], view[1])
}

const INITIAL_HEIGHT = 800

function findScroller(element: HTMLElement): HTMLElement {
  let parent = element.parentElement
  while (parent && !/auto|scroll/.test(getComputedStyle(parent).overflowY)) parent = parent.parentElement
  return parent ?? document.documentElement
}

/** All companions in one row, with hidden files, which are not counted, named once; or all files that are left out. */
function FoldedRow({ kind, items, hiddenNames, isOpen, onToggle }: FoldedRowProps) {
  const { text } = useTexts()
  const titleId = useId()
  const videoCount = items.filter(({ name }) => isVideoName(name)).length
  const hiddenText =
    hiddenNames.length > 0 &&
    text('upload.companions.hidden', {
      names: [...hiddenNames.slice(0, MAX_NAMES), ...(hiddenNames.length > MAX_NAMES ? ['…'] : [])].join(
        ', ',
      ),
    })
  const details =
    kind === 'left-out'
      ? [text('upload.reason.unsupported-type')]
      : [
          videoCount > 0 && text('upload.companions.videos', { count: videoCount }),
          items.length > 0 && hiddenText,
        ].filter(detail => typeof detail === 'string')
  const titleText = kind === 'left-out' ? 'upload.left-out.title' : 'upload.companions.title'
  return (
    <div className={styles.row}>
      <div className={styles.placeholder}>
        <Icon of={kind === 'left-out' ? FileX : FileBraces} size={22} />
      </div>
      <div id={titleId} className={classes('ui-strong ui-ellipsis', styles.name)}>
        {items.length > 0 ? text(titleText, { count: items.length }) : hiddenText}
      </div>
      <div className={classes('ui-ellipsis', styles.detail)} title={details.join(' ')}>
        {details.join(' ')}
      </div>
      {items.length > 0 && (
        <div className={styles.controls}>
          <Button
            variant="text"
            size="small"
            aria-expanded={isOpen}
            aria-describedby={titleId}
            onClick={onToggle}
          >
            {text(isOpen ? 'upload.companions.hide' : 'action.show')}
          </Button>
        </div>
      )}
    </div>
  )
}

const MAX_NAMES = 4

interface FoldedRowProps {
  kind: FoldName
  items: readonly UploadItem[]
  hiddenNames: readonly string[]
  isOpen: boolean
  onToggle: () => void
}
