import * as contract from '#contract/activation.ts'
import { type Route, route } from '../../http/route.ts'
import { start } from './activation.ts'
import { presentActivation } from './present.ts'
import { findActivation } from './store.ts'

export const activationRoutes: readonly Route[] = [
  route(contract.getActivation, async ({ ctx, caller }) =>
    presentActivation(await findActivation(ctx.db, caller.accountId)),
  ),

  route(contract.startActivation, async ({ ctx, caller }) => ({
    started: await start(ctx, caller.accountId),
  })),

  route(contract.getRefusedFiles, async ({ ctx, caller, query }) => {
    const rows = await ctx.db
      .selectFrom('import_files')
      .select(['n', 'file_name', 'reason'])
      .where('account_id', '=', caller.accountId)
      .where('state', '=', 'refused')
      .where('n', '>', query.cursor ?? -1)
      .orderBy('n')
      .limit(contract.REFUSED_FILES_PAGE + 1)
      .execute()
    const page = rows.slice(0, contract.REFUSED_FILES_PAGE)
    return {
      cursor: rows.length > page.length ? page.at(-1)!.n : null,
      files: page.map(row => ({
        fileName: row.file_name,
        reason: row.reason as contract.ImportRefusal,
      })),
    }
  }),
]
