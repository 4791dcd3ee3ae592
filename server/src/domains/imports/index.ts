import * as contract from '#contract/activation.ts'
import { defineDomain, eraseRows } from '../../domain.ts'
import { type CursorScope, decodeOffset, encodeOffset } from '../../http/cursor.ts'
import { Failure } from '../../http/failure.ts'
import { type Call, type Route, route } from '../../http/route.ts'
import { receiveSubmission, type Submission } from '../../http/submission.ts'
import { STATUS_BY_ACTIVATION_STATE } from '../activation/index.ts'
import { importLibrariesCommand } from './command.ts'
import { importJobs, importListeners } from './jobs.ts'
import { ImportError } from './legacy-library.ts'
import { registerLegacyLibrary } from './registration.ts'
import { listRefusedFiles } from './store.ts'
import { importTables } from './tables.ts'

const importRoutes: readonly Route[] = [
  route(contract.putLegacyLibrary, call => {
    const { params } = call
    return receiveSubmission(call, { kind: 'libraries', key: params.accountId }, submission =>
      receiveLibrary(call, submission),
    )
  }),

  route(contract.getRefusedFiles, async ({ ctx, caller, query }) => {
    const limit = contract.REFUSED_FILES_PAGE
    const scope: CursorScope = ['refused-files', caller.accountId]
    const from = decodeOffset(scope, query.cursor)
    const rows = await listRefusedFiles(ctx.db, caller.accountId, from, limit + 1)
    const page = rows.slice(0, limit)
    return {
      cursor: rows.length > page.length ? encodeOffset(scope, rows[limit]!.n) : null,
      files: page.map(row => ({
        fileName: row.file_name,
        reason: row.reason as contract.ImportRefusal,
      })),
    }
  }),
]

async function receiveLibrary(
  {
    ctx,
    params: { accountId },
    body,
  }: Pick<Call<typeof contract.putLegacyLibrary>, 'ctx' | 'params' | 'body'>,
  submission: Submission,
) {
  const { row } = await registerLegacyLibrary(ctx, accountId, body, submission).catch(error => {
    if (!(error instanceof ImportError)) throw error
    throw new Failure('bad-request', `The library cannot be read: ${error.message}`, {
      fields: { source: error.problem },
    })
  })
  const { name: service } = submission.service
  if (!submission.isDryRun)
    ctx.log.info({ accountId, service, state: row?.state ?? 'active' }, 'legacy library registered')
  const status = row ? STATUS_BY_ACTIVATION_STATE[row.state] : 'ACTIVE'
  return { accountId, status, photosCount: row?.photos ?? null, stored: true }
}

export { registerLegacyLibrary } from './registration.ts'

/** Imports legacy libraries file by file as uploads. */
export const imports = defineDomain({
  name: 'imports',
  dependsOn: ['customers', 'activation', 'albums', 'uploads'],
  tables: importTables,
  routes: importRoutes,
  jobs: importJobs,
  listeners: importListeners,
  commands: [importLibrariesCommand],
  eraseAccount: eraseRows(importTables),
})
