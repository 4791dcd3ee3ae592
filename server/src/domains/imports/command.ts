import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { legacyLibraryState } from '#contract/activation.ts'
import { decodeUtf8 } from '#contract/input/utf8.ts'
import type { Context } from '../../context.ts'
import type { Command } from '../../domain.ts'
import { Failure } from '../../http/failure.ts'
import { STATUS_BY_ACTIVATION_STATE } from '../activation/index.ts'
import { AmbiguousAddressError, findCustomerByEmailOrId } from '../customers/index.ts'
import { ImportError } from './legacy-library.ts'
import { readLegacyIndex, registerLegacyLibrary } from './registration.ts'

/** Maximum number of printed problems per index. */
const MAX_PRINTED_PROBLEMS = 5

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
