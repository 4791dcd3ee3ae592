import type { QueryClient } from '@tanstack/react-query'
import type { ActivityItem } from '#contract/activity.ts'
import { restoreDeletion } from '#contract/photos.ts'
import { restoreProject } from '#contract/projects.ts'
import { undoDates } from '#web/domains/photo-dates/index.ts'
import { photoKeys } from '#web/domains/photos/index.ts'
import { undoDecisions } from '#web/domains/tidy-up/index.ts'
import { call } from '#web/platform/http/call.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { toasts } from '#web/ui/toasts.ts'
import { reloadActivity } from './activity-query.ts'

/** Undoes a deletion or a change of dates; a toast shows the result. */
export async function undoItem(item: ActivityItem, queries: QueryClient, texts: Texts): Promise<void> {
  if (item.kind === 'dates-changed') {
    await undoDates(queries, texts, item.id)
    return reloadActivity(queries)
  }
  return undoDeletion(item, queries, texts)
}

async function undoDeletion(item: ActivityItem, queries: QueryClient, { text }: Texts): Promise<void> {
  const count = item.total ?? 1
  const isPhotos = item.kind !== 'project-deleted'
  try {
    if (item.kind === 'photos-tidied') await undoDecisions(item.id)
    else if (isPhotos) await restorePhotos(item)
    else await call(restoreProject, { params: { id: item.id } })
    const successText = isPhotos ? text('delete.restored', { count }) : text('activity.project-restored')
    toasts.add({ subject: 'activity', kind: 'success', text: successText })
  } catch (error) {
    reportFailure(error)
    const failureText = isPhotos ? text('delete.undo-failed', { count }) : text('app.error.text')
    toasts.add({ subject: 'activity', kind: 'error', text: failureText })
  }
  void queries.invalidateQueries({ queryKey: isPhotos ? photoKeys.all : ['projects'] })
  await reloadActivity(queries)
}

/** Restores in steps; each may be repeated. */
async function restorePhotos({ id, from }: ActivityItem): Promise<void> {
  const body = { from: from ?? id, until: id }
  while ((await call(restoreDeletion, { body })).hasMore);
}
