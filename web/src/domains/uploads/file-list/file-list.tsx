import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import RotateCw from 'lucide-react/icons/rotate-cw'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import type { Uploads } from '../engine/uploads.ts'
import type { UploadsState } from '../engine/uploads-state.ts'
import { isLostFolder, isPausable, type UploadItem } from '../queue/upload-item.ts'
import { CompanionsRow } from './companions-row.tsx'
import { CountLine } from './count-line.tsx'
import styles from './file-list.module.css'
import { FileRow } from './file-row.tsx'
import { type Confirmation, toUploadedText } from './item-texts.ts'
import { computeRowPositions, listRows, type Row } from './rows.ts'
import { useVisibleRows } from './use-visible-rows.ts'

/** Virtualized list of the queue's files: renders the rows in view and the focused one. */
export function FileList({ uploads, state, confirmation = 'selection' }: FileListProps) {
  const { text } = useTexts()
  const { queue, counts } = state
  const list = useRef<HTMLUListElement>(null)
  const [focusedId, setFocusedId] = useState<string>()
  const [showsCompanions, setShowsCompanions] = useState(false)
  const isActive = counts.active > 0
  const hasHidden = state.hiddenNames.length > 0
  const rows = useMemo(
    () => listRows(queue, isActive, { showsCompanions, hasHidden }),
    [queue, isActive, showsCompanions, hasHidden],
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
    <section aria-label={text('upload.files')} className={styles.files}>
      <CountLine counts={counts} confirmation={confirmation} />
      {pausableIds.length + counts.paused + failedIds.length > 0 && (
        <div className={styles.tools}>
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
          if (row.kind === 'companions')
            return (
              <li key="companions" className={styles.place} style={style}>
                <CompanionsRow
                  items={row.items}
                  facts={row.facts}
                  hiddenNames={state.hiddenNames}
                  isOpen={showsCompanions}
                  onToggle={() => setShowsCompanions(!showsCompanions)}
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
