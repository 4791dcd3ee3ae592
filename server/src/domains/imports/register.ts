import type { OldLibrary as Told } from '#contract/activation.ts'
import { type Context, change } from '../../context.ts'
import { type ActivationRow, registerLibrary } from '../activation/index.ts'
import { openOldLibrary } from './old-library.ts'

export interface Registration {
  row: ActivationRow | undefined
  /** What of the index nobody can read. */
  problems: readonly string[]
}

/**
 * Notes what the retailer says of a customer's library, after a look at its index. Throws ImportEnds when that cannot be
 * read, and the Failures of registerLibrary; then nothing has changed.
 */
export async function register(ctx: Context, accountId: string, told: Told): Promise<Registration> {
  const seen = told.status === 'NOT_ACTIVE' ? await look(ctx, accountId, told.source!) : null
  const photos = seen?.photos.length ?? null
  const row = await change(ctx, tx => registerLibrary(ctx, tx, accountId, told, photos))
  return { row, problems: seen?.problems ?? [] }
}

/** The index of a library as an import would read it now. */
export async function look(ctx: Context, accountId: string, source: string) {
  const library = await openOldLibrary(ctx.config.legacy, source)
  try {
    return await library.index(accountId, ctx.clock.now())
  } finally {
    library.close()
  }
}
