import type { LegacyLibraryState } from '#contract/activation.ts'
import { type Context, change } from '../../context.ts'
import { type ActivationRow, updateRegistration } from '../activation/index.ts'
import { openLegacyLibrary } from './legacy-library.ts'

export interface Registration {
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
): Promise<Registration> {
  const index =
    library.status === 'NOT_ACTIVE' ? await readLegacyIndex(ctx, accountId, library.source!) : null
  const photos = index?.photos.length ?? null
  const row = await change(ctx, tx => updateRegistration(ctx, tx, accountId, library, photos))
  return { row, problems: index?.problems ?? [] }
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
