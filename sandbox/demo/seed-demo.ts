import type { Context } from '#server/context.ts'
import { seedDemoAddresses } from './addresses.ts'
import { seedDemoApiKeys } from './api-keys.ts'
import { seedDemoCallbacks } from './callbacks.ts'
import { seedDemoGallery } from './gallery.ts'
import { seedDemoInvoices } from './invoices.ts'
import { seedDemoLibraries } from './library.ts'
import { seedDemoOrders } from './orders.ts'
import { seedDemoProjects } from './projects.ts'
import { type RetryOptions, retry, retryCalls } from './repetition.ts'
import { seedDemoSecurity } from './security.ts'
import { seedDemoSftpKeys } from './sftp-keys.ts'

export interface SeedOptions extends Omit<RetryOptions, 'onFailure'> {
  /** Receives the number of added pictures, and their total. */
  onPicture(added: number, total: number): void
  /** Called when the photos are added, without variants; data from the shop follow. */
  onLibrary(): void
  /** Called once when the shop has not answered for a while. */
  onSilentShop(): void
}

/**
 * Adds the demo's data: libraries, addresses, and the projects, orders, invoices, API keys and callbacks that the shop sends.
 * Each step is idempotent, and a marker in the data folder says that it is complete: a process may die at any line,
 * and the next start completes the demo. Rejects with the reason of the signal when that aborts.
 */
export async function seedDemo(ctx: Context, seeding: SeedOptions): Promise<void> {
  const { signal, pause, onPicture, onLibrary, onSilentShop } = seeding
  let wasSilent = false
  const onFailure = (failures: number) => {
    if (failures < SILENT_AFTER || wasSilent) return
    wasSilent = true
    onSilentShop()
  }
  const repetition = { signal, pause, onFailure }
  await seedDemoLibraries(ctx, onPicture, signal)
  await seedDemoAddresses(ctx)
  await seedDemoSftpKeys(ctx)
  await seedDemoSecurity(ctx)
  onLibrary()
  const retryingContext: Context = { ...ctx, retailer: retryCalls(ctx.retailer, repetition) }
  // Projects are few, and must not wait for 250 orders.
  await seedDemoProjects(retryingContext)
  await seedDemoOrders(retryingContext, seedDemoInvoices)
  await retry(() => seedDemoGallery(retryingContext), { ...repetition, onFailure: () => {} })
  await seedDemoApiKeys(ctx)
  await seedDemoCallbacks(retryingContext)
}

/** Consecutive failures, in 8 seconds: a shop that is still starting is not reported. */
const SILENT_AFTER = 6
