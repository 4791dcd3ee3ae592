import type { Context } from '#server/context.ts'
import { seedDemoAddresses } from './addresses.ts'
import { seedDemoBusiness } from './business.ts'
import { seedDemoCallbacks } from './callbacks.ts'
import { seedDemoGallery } from './gallery.ts'
import { seedDemoInvoices } from './invoices.ts'
import { seedDemoLibraries } from './library.ts'
import { seedDemoOrders } from './orders.ts'
import { seedDemoProjects } from './projects.ts'
import { type Repetition, repeat, repeatCalls } from './repetition.ts'

export interface Seeding extends Omit<Repetition, 'onFailure'> {
  /** Gets the number of pictures that were added, and how many there are. */
  onPicture(added: number, of: number): void
  /** The photos are there, without variants; what comes from the shop follows. */
  onLibrary(): void
  /** The shop has not answered for a while; called once. */
  onSilentShop(): void
}

/**
 * Adds what the demo shows: libraries, addresses, and what the shop sends of its projects, orders, invoices and callbacks. Each
 * step may be repeated, and a mark in the data folder says that it is complete: a process may die at any line, and the next
 * start completes the demo. Ends with the reason of the signal when that aborts.
 */
export async function seedDemo(ctx: Context, seeding: Seeding): Promise<void> {
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
  await seedDemoBusiness(ctx)
  onLibrary()
  const patient: Context = { ...ctx, retailer: repeatCalls(ctx.retailer, repetition) }
  // Projects are few, and not kept waiting by 250 orders.
  await seedDemoProjects(patient)
  await seedDemoOrders(patient, seedDemoInvoices)
  await repeat(() => seedDemoGallery(patient), { ...repetition, onFailure: () => {} })
  await seedDemoCallbacks(patient)
}

/** Failures in a row, in 8 seconds: a shop that is starting does not count. */
const SILENT_AFTER = 6
