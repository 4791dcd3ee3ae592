import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { legacyLibraryState } from '#contract/activation.ts'
import type { Context } from '../../context.ts'
import type { Command, CommandAction } from '../../domain.ts'
import { Failure } from '../../http/failure.ts'
import { ACTIVATION_STATUS } from '../activation/index.ts'
import { findCustomer, findCustomerByEmail } from '../customers/index.ts'
import { ImportError } from './legacy-library.ts'
import { readLegacyIndex, registerLegacyLibrary } from './registration.ts'

export const importLibrariesCommand: Command = {
  name: 'import libraries',
  usage: `keepsake import libraries FILE [--check]         notes which customers have a library in the old store; --check only looks`,
  parse: readArguments,
}

/** Problems of one index that are printed. */
const SHOWN = 5

/**
 * Reads the words after 'import libraries'; null when they say nothing. One entry that fails does not stop the others;
 * the exit code is 1 then.
 */
function readArguments(args: readonly string[]): CommandAction | null {
  const check = args.includes('--check')
  const [file, ...rest] = args.filter(arg => arg !== '--check')
  if (!file || file.startsWith('-') || rest.length > 0) return null
  return async (ctx, print) => {
    const entries = await readFileOf(file)
    if (typeof entries === 'string') {
      print(entries)
      return 1
    }
    let failed = 0
    for (const [i, entry] of entries.entries()) {
      const { ok, lines } = await one(ctx, entry, check)
      if (!ok) failed++
      for (const line of lines) print(`libraries[${i}] ${line}`)
    }
    print(`${entries.length - failed} of ${entries.length} libraries ${check ? 'are in order' : 'noted'}.`)
    return failed > 0 ? 1 : 0
  }
}

const fileShape = z.object({ libraries: z.array(z.unknown()) })
/** `account`: its id or its e-mail address. */
const entryShape = z.object({ account: z.string().min(1).max(320) }).loose()

async function readFileOf(path: string): Promise<unknown[] | string> {
  try {
    return fileShape.parse(JSON.parse(await readFile(path, 'utf8'))).libraries
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message
    return `${path} cannot be read: ${why}`
  }
}

async function one(ctx: Context, entry: unknown, check: boolean): Promise<{ ok: boolean; lines: string[] }> {
  const bad = (why: string) => ({ ok: false, lines: [why] })
  const named = entryShape.safeParse(entry)
  if (!named.success) return bad(z.prettifyError(named.error))
  const { account, ...rest } = named.data
  const told = legacyLibraryState.safeParse(rest)
  if (!told.success) return bad(`${account}: ${z.prettifyError(told.error)}`)
  const customer = account.includes('@')
    ? await findCustomerByEmail(ctx.db, account)
    : await findCustomer(ctx.db, account)
  if (!customer || customer.deleted_at) return bad(`${account}: no such customer`)
  try {
    if (!check) {
      const { row, problems } = await registerLegacyLibrary(ctx, customer.account_id, told.data)
      const status = row ? ACTIVATION_STATUS[row.state] : 'ACTIVE'
      return { ok: true, lines: [`${account}: ${status}${photosText(row?.photos)}`, ...shown(problems)] }
    }
    if (told.data.status !== 'NOT_ACTIVE') return { ok: true, lines: [`${account}: in order`] }
    const { photos, problems } = await readLegacyIndex(ctx, customer.account_id, told.data.source!)
    return { ok: true, lines: [`${account}: in order${photosText(photos.length)}`, ...shown(problems)] }
  } catch (error) {
    if (error instanceof ImportError || error instanceof Failure) return bad(`${account}: ${error.message}`)
    throw error
  }
}

const photosText = (photos: number | null | undefined) => (photos == null ? '' : `, ${photos} photos`)

function shown(problems: readonly string[]): string[] {
  const lines = problems.slice(0, SHOWN).map(problem => `  ${problem}`)
  const more = problems.length - lines.length
  return more > 0 ? [...lines, `  and ${more} more`] : lines
}
