import * as contract from '#contract/photo-dates.ts'
import { type Route, route } from '../../http/route.ts'
import { changeDatesOfPhotos, getDateChange, presentDateChange, undoDateChange } from './photo-dates.ts'
import { previewDates } from './preview.ts'
import type { DateChangeRow } from './store.ts'

export const photoDateRoutes: readonly Route[] = [
  route(contract.changePhotoDates, async ({ ctx, caller, body, reply }) =>
    presentWithStatus(await changeDatesOfPhotos(ctx, caller.accountId, body), reply),
  ),
  route(contract.previewPhotoDates, ({ ctx, caller, body, origin }) =>
    previewDates(ctx, { accountId: caller.accountId, origin }, body),
  ),
  route(contract.getDateChange, async ({ ctx, caller, params }) =>
    presentDateChange(await getDateChange(ctx, caller.accountId, params.id)),
  ),
  route(contract.undoDateChange, async ({ ctx, caller, params, reply }) =>
    presentWithStatus(await undoDateChange(ctx, caller.accountId, params.id), reply),
  ),
]

/** 202 while a job changes the photos. */
function presentWithStatus(row: DateChangeRow, reply: { code: (status: number) => unknown }) {
  if (row.state === 'running' || row.state === 'undoing') reply.code(202)
  return presentDateChange(row)
}
