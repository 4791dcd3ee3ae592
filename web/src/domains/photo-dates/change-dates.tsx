import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import {
  changePhotoDates,
  type DateChange,
  type KnownDate,
  previewPhotoDates,
  undoDateChange,
} from '#contract/photo-dates.ts'
import type { PhotoSelection } from '#contract/photo-selection.ts'
import type { LibraryPush } from '#contract/push.ts'
import { photoKeys } from '#web/domains/photos/index.ts'
import {
  type ActionEnvironment,
  type ActionOutcome,
  listActionPictures,
  type PhotoTargets,
  showUndoToast,
} from '#web/gallery/index.ts'
import { call } from '#web/platform/http/call.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { RepeatedRequest } from '#web/platform/operations/repeated-request.ts'
import { useOperation } from '#web/platform/operations/use-operation.ts'
import { watchedWork } from '#web/platform/operations/watched-work.ts'
import { callQuery } from '#web/platform/query/call-query.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { classes } from '#web/ui/classes.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { showFailure } from '#web/ui/outcome-toasts.ts'
import { SegmentedControl } from '#web/ui/segmented-control.tsx'
import { toasts } from '#web/ui/toasts.ts'
import styles from './date-dialog.module.css'
import { EMPTY_ENTRY, formatKnownDate, toKnownDate } from './known-date.ts'
import { SetDate } from './set-date.tsx'
import { EMPTY_SHIFT, ShiftTime, toMinutes } from './shift-time.tsx'

/** Asks for a date or a shift and changes the photos; the toast offers to undo it on any page. */
export async function changeDates(
  targets: PhotoTargets,
  environment: ActionEnvironment,
): Promise<ActionOutcome> {
  const { ask, queries, texts } = environment
  const pictures = listActionPictures(PICTURES)
  const selection = targets.rule?.() ?? { photoIds: await targets.ids() }
  let hasFailed = false
  const answer = await ask<DatesAnswer | undefined>(close => (
    <DateDialog
      count={targets.count}
      selection={selection}
      pictures={pictures.map(({ url }) => url)}
      onFailed={() => {
        hasFailed = true
      }}
      onDone={close}
      onCancel={() => close(undefined)}
    />
  ))
  if (!answer) return hasFailed ? 'failed' : 'cancelled'
  const { change } = answer
  await refetchDates(queries)
  if (change.state === 'running') {
    watchedWork.add(change.changeId)
    return 'done'
  }
  const isUnchanged = change.state === 'done' && change.done === 0
  showUndoToast(
    {
      subject: 'dates',
      text: isUnchanged ? texts.text('dates.unchanged') : formatChange(texts, answer),
      undo: isUnchanged ? undefined : () => void undoDates(queries, texts, change.changeId),
      isObsoleteAfter: (_message: LibraryPush) => false,
    },
    texts,
  )
  return 'done'
}

/** Pictures of chosen photos that the dialog shows. */
const PICTURES = 6

/** Photos that got one date moved to it, as exactly as it was given; a shift or a reset names no date. */
function formatChange(texts: Texts, { change, set }: DatesAnswer): string {
  const { done } = change
  return set
    ? texts.text('dates.moved', { count: done, date: formatKnownDate(texts, set) })
    : texts.text('dates.changed', { count: done })
}

/**
 * Sets or shifts the dates of chosen photos. The same request is repeated after a failure, so that none is shifted
 * twice.
 */
function DateDialog({ count, selection, pictures, onFailed, onDone, onCancel }: DateDialogProps) {
  const { text } = useTexts()
  const id = useId()
  const [mode, setMode] = useState<'set' | 'shift'>('set')
  const [entry, setEntry] = useState(EMPTY_ENTRY)
  const [shift, setShift] = useState(EMPTY_SHIFT)
  const [isReset, setReset] = useState(false)
  const minutes = toMinutes(shift)
  const previewShift = mode === 'shift' && minutes ? { minutes } : undefined
  const preview = useQuery(
    callQuery(['photo-dates', id, previewShift?.minutes, shift.onlyCamera], previewPhotoDates, {
      body: { selection, shift: previewShift, onlyCamera: shift.onlyCamera },
      placeholderData: before => before,
      gcTime: 0,
    }),
  )
  const [now] = useState(() => Date.now())
  const set = mode === 'set' ? toKnownDate(entry, now) : undefined
  const [request] = useState(() => new RepeatedRequest())
  const answer = useRef<DateChange>(undefined)
  const operation = useOperation(
    async () => {
      const wanted = isReset ? { reset: true as const } : set ? { set } : { shift: { minutes: minutes ?? 0 } }
      const onlyCamera = mode === 'shift' ? shift.onlyCamera : undefined
      const requestId = request.getId([wanted, onlyCamera])
      try {
        answer.current = await call(changePhotoDates, {
          body: { requestId, selection, onlyCamera, ...wanted },
        })
      } catch (error) {
        onFailed()
        throw error
      }
    },
    () => onDone({ change: answer.current!, set: isReset ? undefined : set }),
  )
  const shiftable = preview.data?.shiftable
  const findShiftReason = () => {
    if (!minutes) return text('dates.shift.choose')
    if (shiftable === 0) return text('dates.shift.none')
    // The numbers of another shift are not those of this one.
    return (shiftable === undefined || preview.isPlaceholderData) && text('dates.shift.loading')
  }
  const disabledReason = mode === 'set' ? !set && !isReset && text('dates.invalid') : findShiftReason()
  return (
    <ConfirmDialog
      title={text('dates.title', { count })}
      size="medium"
      role="dialog"
      confirmLabel={
        mode === 'set'
          ? text('dates.set')
          : shiftable === undefined
            ? text('dates.shift')
            : text('dates.shift.submit', { count: shiftable })
      }
      pending={operation.pending}
      disabledReason={disabledReason || undefined}
      onConfirm={operation.start}
      onCancel={onCancel}
      alert={operation.failed && <AlertBanner kind="error">{text('dates.failed')}</AlertBanner>}
    >
      <div className={styles.content}>
        {preview.isError && <LoadFailed retry={preview.refetch} id="photos.load-failed" />}
        {pictures.length > 0 && count > 1 && (
          <div className={classes('ui-line8', styles.pictures)} aria-hidden>
            {pictures.map(url => (
              <img key={url} src={url} alt="" />
            ))}
            {count > pictures.length && <span>+{count - pictures.length}</span>}
          </div>
        )}
        <SegmentedControl
          label={text('dates.mode')}
          options={[
            { id: 'set', label: text('dates.set') },
            { id: 'shift', label: text('dates.shift') },
          ]}
          value={mode}
          onChange={next => {
            setMode(next)
            setReset(false)
          }}
        />
        {mode === 'set' ? (
          <SetDate
            entry={entry}
            isReset={isReset}
            changed={preview.data?.changed ?? 0}
            count={count}
            suggestions={preview.data?.suggestions ?? []}
            onChange={next => {
              setEntry(next)
              setReset(false)
            }}
            onReset={() => setReset(!isReset)}
            onSubmit={() => !disabledReason && operation.start()}
          />
        ) : (
          <ShiftTime
            shift={shift}
            preview={preview.data}
            onChange={setShift}
            onSubmit={() => !disabledReason && operation.start()}
          />
        )}
      </div>
    </ConfirmDialog>
  )
}

interface DatesAnswer {
  change: DateChange
  /** The date that the photos got; undefined for a shift and for the dates of their files. */
  set: KnownDate | undefined
}

interface DateDialogProps {
  count: number
  selection: PhotoSelection
  /** Addresses of pictures of some chosen photos. */
  pictures: readonly string[]
  onFailed: () => void
  onDone: (answer: DatesAnswer) => void
  onCancel: () => void
}

/** Undoes a change of dates; a toast shows the result, or the running work its progress. */
async function undoDates(queries: QueryClient, { text }: Texts, changeId: string): Promise<void> {
  const undo = async () => {
    const { state, undone } = await call(undoDateChange, { params: { id: changeId } })
    if (state !== 'undone') return watchedWork.add(changeId)
    toasts.add({ subject: 'dates', kind: 'success', text: text('dates.undone', { count: undone }) })
  }
  await showFailure({ subject: 'dates' }, undo(), text('dates.undo-failed'))
  await refetchDates(queries)
}

/** Loads months, pages and albums again, whose order has changed. */
const refetchDates = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: photoKeys.all })
