import type { DateChange } from '#contract/photo-dates.ts'
import type { LibraryPush } from '#contract/push.ts'
import { getMonthNumber } from '#web/domains/photos/index.ts'
import {
  type ActionEnvironment,
  type ActionOutcome,
  listActionPictures,
  type PhotoTargets,
  showUndoToast,
} from '#web/gallery/index.ts'
import { monthLabel } from '#web/platform/i18n/dates.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'
import { DateDialog } from './date-dialog.tsx'
import { refetchDates, undoDates } from './undo-dates.ts'

/** Asks for a date or a shift and changes the photos; the toast offers to undo it on any page (NX-239). */
export async function changeDates(
  targets: PhotoTargets,
  environment: ActionEnvironment,
): Promise<ActionOutcome> {
  const { ask, queries, texts } = environment
  const pictures = listActionPictures(PICTURES)
  const selection = targets.rule?.() ?? { photoIds: await targets.ids() }
  let hasFailed = false
  const change = await ask<DateChange | undefined>(close => (
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
  if (!change) return hasFailed ? 'failed' : 'cancelled'
  await refetchDates(queries)
  showUndoToast(
    {
      subject: 'dates',
      text: formatChange(texts, change),
      undo: () => void undoDates(queries, texts, change.changeId),
      isObsoleteAfter: (_message: LibraryPush) => false,
    },
    texts,
  )
  return 'done'
}

/** Pictures of chosen photos that the dialog shows. */
const PICTURES = 6

function formatChange(texts: Texts, { state, photos, done, months }: DateChange): string {
  if (state === 'running') return texts.text('dates.running', { count: photos })
  const [month] = months
  if (months.length !== 1 || !month || month.undated) return texts.text('dates.changed', { count: done })
  const date = monthLabel(texts, month.year, getMonthNumber(month))
  return texts.text('dates.moved', { count: done, date })
}
