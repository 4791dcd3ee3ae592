import type { LibraryPush } from '#contract/push.ts'
import {
  type ActionEnvironment,
  type ActionOutcome,
  listActionPictures,
  type PhotoTargets,
  showUndoToast,
} from '#web/gallery/index.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'
import { DateDialog, type DatesAnswer } from './date-dialog.tsx'
import { formatKnownDate } from './known-date.ts'
import { refetchDates, undoDates } from './undo-dates.ts'

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
  const { state, photos, done } = change
  if (state === 'running') return texts.text('dates.running', { count: photos })
  return set
    ? texts.text('dates.moved', { count: done, date: formatKnownDate(texts, set) })
    : texts.text('dates.changed', { count: done })
}
