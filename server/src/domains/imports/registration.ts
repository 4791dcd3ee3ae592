import type { LegacyLibraryState } from '#contract/activation.ts'
import type { Context } from '../../context.ts'
import { notFound } from '../../http/failure.ts'
import type { ServiceCaller } from '../../http/route.ts'
import { mayAccessVendor } from '../../http/service-access.ts'
import { changeForSubmission, type Submission } from '../../http/submission.ts'
import { type ActivationRow, updateRegistration } from '../activation/index.ts'
import { findCustomer } from '../customers/index.ts'
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
