import type { LegacyLibraryState as Told } from '#contract/activation.ts'
import { type Context, change } from '../../context.ts'
import { type ActivationRow, updateRegistration } from '../activation/index.ts'
import { openLegacyLibrary } from './legacy-library.ts'

export interface Registration {
  row: ActivationRow | undefined
  /** What of the index nobody can read. */
  problems: readonly string[]
}

/**
 * Notes what the retailer says of a customer's library, after a look at its index. Throws ImportError when that cannot be
 * read, and the Failures of updateRegistration; then nothing has changed.
 */
export async function registerLegacyLibrary(
  ctx: Context,
  accountId: string,
  told: Told,
): Promise<Registration> {
  const seen = told.status === 'NOT_ACTIVE' ? await readLegacyIndex(ctx, accountId, told.source!) : null
  const photos = seen?.photos.length ?? null
  const row = await change(ctx, tx => updateRegistration(ctx, tx, accountId, told, photos))
  return { row, problems: seen?.problems ?? [] }
}

/** The index of a library as an import would read it now. */
export async function readLegacyIndex(ctx: Context, accountId: string, source: string) {
  const library = await openLegacyLibrary(ctx.config.legacy, source)
  try {
    return await library.index(accountId, ctx.clock.now())
  } finally {
    library.close()
  }
}
