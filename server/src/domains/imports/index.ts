import * as contract from '#contract/activation.ts'
import { type Context, change } from '../../context.ts'
import { defineDomain, eraseRows } from '../../domain.ts'
import { type CursorScope, decodeOffset, encodeOffset } from '../../http/cursor.ts'
import { Failure } from '../../http/failure.ts'
import { type Call, type Route, route } from '../../http/route.ts'
import { receiveSubmission, type Submission } from '../../http/submission.ts'
import { atLeast, listFirstRows, updateRows } from '../../platform/db/rows.ts'
import { type Listener, on } from '../../platform/events/events.ts'
import { handleEach, type JobRegistration, runOnSchedule } from '../../platform/jobs/jobs.ts'
import {
  endImportRun,
  importLibrary,
  librarySourceChanged,
  listStalledImports,
  recountRefusedFile,
  STATUS_BY_ACTIVATION_STATE,
} from '../activation/index.ts'
import { uploadRefused } from '../uploads/index.ts'
import { importLibrariesCommand } from './command.ts'
import { runImport } from './import.ts'
import { ImportError } from './legacy-library.ts'
import { registerLegacyLibrary } from './registration.ts'
import { deleteImport, findAddedFile } from './store.ts'
import { importTables } from './tables.ts'

/** A run without progress for this long has lost its job. */
const STALLED_MS = 10 * 60_000
/** A run without progress for this long ends with a problem, and can be started again. */
const STUCK_MS = 24 * 3_600_000
const BATCH = 100

export const importJobs: readonly JobRegistration<Context>[] = [
  handleEach(importLibrary, runImport),
  runOnSchedule('imports.tidy', '*/10 * * * *', recoverStalledImports),
]

/** Corrects the result of a file when the ingest refuses its picture, possibly long after the import. */
const importListeners: readonly Listener<Context>[] = [
  on(uploadRefused, async (_ctx, tx, { accountId, uploadId, reason }) => {
    const n = await findAddedFile(tx, accountId, uploadId)
    if (n === undefined) return
    await recountRefusedFile(tx, accountId)
    await updateRows(
      tx.db,
      'import_files',
      { account_id: accountId, n },
      { state: 'refused', reason, photo_id: null },
    )
  }),
  on(librarySourceChanged, (_ctx, tx, { accountId }) => deleteImport(tx, accountId)),
]

async function recoverStalledImports(ctx: Context): Promise<void> {
  const now = ctx.clock.now().getTime()
  const rows = await listStalledImports(ctx.db, new Date(now - STALLED_MS), BATCH)
  const refs = rows.map(row => ({ accountId: row.account_id, run: row.run, at: row.stepped_at!.getTime() }))
  for (const { at, ...ref } of refs)
    if (at < now - STUCK_MS) await endImportRun(ctx, ref, 'stuck')
    else await change(ctx, tx => ctx.jobs.send(tx, importLibrary, [ref]))
}

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
    const refused = { account_id: caller.accountId, state: 'refused', n: atLeast(from) } as const
    const rows = await listFirstRows(ctx.db, 'import_files', refused, limit + 1, 'n')
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
