import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import * as contract from '#contract/activation.ts'
import { type LegacyLibraryState, legacyLibraryState } from '#contract/activation.ts'
import { decodeUtf8 } from '#contract/input/utf8.ts'
import { type Context, change } from '../../context.ts'
import { type Command, defineDomain, eraseRows } from '../../domain.ts'
import { type CursorScope, decodeOffset, encodeOffset } from '../../http/cursor.ts'
import { Failure, notFound } from '../../http/failure.ts'
import { type Call, type Route, route, type ServiceCaller } from '../../http/route.ts'
import { mayAccessVendor } from '../../http/service-access.ts'
import { changeForSubmission, receiveSubmission, type Submission } from '../../http/submission.ts'
import { atLeast, listFirstRows, updateRows } from '../../platform/db/rows.ts'
import { type Listener, on } from '../../platform/events/events.ts'
import { handleEach, type JobRegistration, runOnSchedule } from '../../platform/jobs/jobs.ts'
import {
  type ActivationRow,
  endImportRun,
  importLibrary,
  librarySourceChanged,
  listStalledImports,
  recountRefusedFile,
  STATUS_BY_ACTIVATION_STATE,
  updateRegistration,
} from '../activation/index.ts'
import { AmbiguousAddressError, findCustomer, findCustomerByEmailOrId } from '../customers/index.ts'
import { uploadRefused } from '../uploads/index.ts'
import { runImport } from './import.ts'
import { ImportError, openLegacyLibrary } from './legacy-library.ts'
import { deleteImport, findAddedFile } from './store.ts'
import { importTables } from './tables.ts'

/** A run without progress for this long has lost its job. */
const STALLED_MS = 10 * 60_000
/** A run without progress for this long ends with a problem, and can be started again. */
const STUCK_MS = 24 * 3_600_000
const BATCH = 100

const importJobs: readonly JobRegistration<Context>[] = [
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

/** An entry that fails does not stop the others; the exit code is 1 then. */
export const importLibrariesCommand: Command = {
  name: 'import libraries',
  parse(args) {
    const check = args.includes('--check')
    const [file, ...rest] = args.filter(arg => arg !== '--check')
    if (!file || file.startsWith('-') || rest.length > 0) return null
    return async (ctx, print) => {
      const entries = await readEntries(file)
      if (typeof entries === 'string') {
        print(entries)
        return 1
      }
      let failedCount = 0
      for (const [i, entry] of entries.entries()) {
        const { ok, lines } = await processEntry(ctx, entry, check)
        if (!ok) failedCount++
        for (const line of lines) print(`libraries[${i}] ${line}`)
      }
      print(
        `${entries.length - failedCount} of ${entries.length} libraries ${check ? 'are in order' : 'registered'}.`,
      )
      return failedCount > 0 ? 1 : 0
    }
  },
}

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

/** Maximum number of printed problems per index. */
const MAX_PRINTED_PROBLEMS = 5

const fileSchema = z.object({ libraries: z.array(z.unknown()) })
/** `account`: account id or e-mail address. */
const entrySchema = z.object({ account: z.string().min(1).max(320) }).loose()

async function readEntries(path: string): Promise<unknown[] | string> {
  try {
    const text = decodeUtf8(await readFile(path))
    return text === null
      ? `${path} cannot be read: it is not UTF-8`
      : fileSchema.parse(JSON.parse(text)).libraries
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message
    return `${path} cannot be read: ${reason}`
  }
}

async function processEntry(
  ctx: Context,
  entry: unknown,
  check: boolean,
): Promise<{ ok: boolean; lines: string[] }> {
  const createFailure = (reason: string) => ({ ok: false, lines: [reason] })
  const parsed = entrySchema.safeParse(entry)
  if (!parsed.success) return createFailure(z.prettifyError(parsed.error))
  const { account, ...rest } = parsed.data
  const library = legacyLibraryState.safeParse(rest)
  if (!library.success) return createFailure(`${account}: ${z.prettifyError(library.error)}`)
  try {
    const customer = await findCustomerByEmailOrId(ctx.db, account)
    if (!customer) return createFailure(`${account}: no such customer`)
    if (!check) {
      const { row, problems } = await registerLegacyLibrary(ctx, customer.account_id, library.data)
      const status = row ? STATUS_BY_ACTIVATION_STATE[row.state] : 'ACTIVE'
      return {
        ok: true,
        lines: [`${account}: ${status}${describeCount(row?.photos)}`, ...describeProblems(problems)],
      }
    }
    if (library.data.status !== 'NOT_ACTIVE') return { ok: true, lines: [`${account}: in order`] }
    const { photos, problems } = await readLegacyIndex(ctx, customer.account_id, library.data.source!)
    return {
      ok: true,
      lines: [`${account}: in order${describeCount(photos.length)}`, ...describeProblems(problems)],
    }
  } catch (error) {
    if (error instanceof AmbiguousAddressError) return createFailure(error.message)
    if (error instanceof ImportError || error instanceof Failure)
      return createFailure(`${account}: ${error.message}`)
    throw error
  }
}

const describeCount = (photos: number | null | undefined) => (photos == null ? '' : `, ${photos} photos`)

function describeProblems(problems: readonly string[]): string[] {
  const lines = problems.slice(0, MAX_PRINTED_PROBLEMS).map(problem => `  ${problem}`)
  const omittedCount = problems.length - lines.length
  return omittedCount > 0 ? [...lines, `  and ${omittedCount} more`] : lines
}

interface Registration {
  row: ActivationRow | undefined
  /** Entries of the index that are not valid. */
  problems: readonly string[]
}

/**
 * Stores the state of a customer's legacy library as the retailer reports it, after reading its index. Throws ImportError
 * when the index cannot be read, and the Failures of updateRegistration; nothing has changed then.
 */
export async function registerLegacyLibrary(
  ctx: Context,
  accountId: string,
  library: LegacyLibraryState,
  submission?: Submission,
): Promise<Registration> {
  await checkVendor(ctx, accountId, submission?.service)
  const index =
    library.status === 'NOT_ACTIVE' ? await readLegacyIndex(ctx, accountId, library.source!) : null
  const photos = index?.photos.length ?? null
  const row = await changeForSubmission(ctx, submission, tx =>
    updateRegistration(ctx, tx, accountId, library, photos),
  )
  return { row, problems: index?.problems ?? [] }
}

/** Throws not-found for a customer of a vendor that is not the service's, before the index is read. */
async function checkVendor(
  ctx: Context,
  accountId: string,
  service: ServiceCaller | undefined,
): Promise<void> {
  const customer = await findCustomer(ctx.db, accountId)
  if (customer && !mayAccessVendor(service, customer.vendor)) throw notFound('Customer')
}

/** Reads the index of a legacy library as an import does. */
export async function readLegacyIndex(ctx: Context, accountId: string, source: string) {
  const library = await openLegacyLibrary(ctx.config.legacy, source)
  try {
    return await library.index(accountId, ctx.clock.now())
  } finally {
    library.close()
  }
}
