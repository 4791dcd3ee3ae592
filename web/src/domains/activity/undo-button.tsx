import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ActivityItem } from '#contract/activity.ts'
import { undoEntry } from '#contract/journal.ts'
import { call } from '#web/platform/http/call.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { watchedWork } from '#web/platform/operations/watched-work.ts'
import { Button } from '#web/ui/button.tsx'
import { showFailure } from '#web/ui/outcome-toasts.ts'
import { toasts } from '#web/ui/toasts.ts'
import { UNDO_KEY, useUndoKey } from '#web/ui/use-undo-key.ts'

/** Undoes an item of the activity, or stops what has not taken effect; with `hasKey` also by Ctrl or Cmd + Z. */
export function UndoButton({ item, hasKey = false }: { item: ActivityItem; hasKey?: boolean }) {
  const texts = useTexts()
  const queries = useQueryClient()
  const [pending, setPending] = useState(false)
  const undo = async () => {
    setPending(true)
    await undoItem(item, queries, texts)
    setPending(false)
  }
  useUndoKey(() => {
    if (hasKey && !pending) void undo()
    return hasKey
  })
  return (
    <Button
      variant="line"
      size="small"
      pending={pending}
      aria-keyshortcuts={hasKey ? UNDO_KEY : undefined}
      onClick={() => void undo()}
    >
      {texts.text(item.entry?.undo === 'waiting' ? 'stop-erasure.submit' : 'action.undo')}
    </Button>
  )
}

/** Undoes an entry, in steps where it has many photos; a toast shows the result. */
async function undoItem(item: ActivityItem, queries: QueryClient, { text }: Texts): Promise<void> {
  const isPhotos = PHOTO_KINDS.includes(item.kind)
  const undo = async () => {
    const { count, isEndpointOff } = await repeatUndo(item.id)
    // A job may take it back: the running work shows how far it is.
    if (JOB_KINDS.includes(item.kind) && count === 0) return watchedWork.add(item.id)
    if (isPhotos && count === 0) return
    const addressText = isEndpointOff ? 'activity.endpoint-restored-off' : 'activity.undone'
    const doneText = text(item.entry?.undo === 'waiting' ? 'erasure.stopped' : addressText)
    const successText = isPhotos ? text('delete.restored', { count }) : doneText
    toasts.add({ subject: 'activity', kind: 'success', text: successText })
  }
  const failureText = isPhotos
    ? text('delete.undo-failed', { count: item.total ?? 1 })
    : text('app.error.text')
  await showFailure({ subject: 'activity' }, undo(), failureText)
  void queries.invalidateQueries()
}

const JOB_KINDS = ['dates.changed', 'library.deleted', 'photos.tidied']
const PHOTO_KINDS = ['photos.deleted', 'library.deleted', 'photos.tidied']

/** Repeats the undo until nothing is left; returns the number of photos, and whether the endpoint of an address is off. */
export async function repeatUndo(id: string): Promise<{ count: number; isEndpointOff: boolean }> {
  let count = 0
  for (;;) {
    const { restored, hasMore, isEndpointOff = false } = await call(undoEntry, { params: { id } })
    count += restored
    if (!hasMore) return { count, isEndpointOff }
  }
}
