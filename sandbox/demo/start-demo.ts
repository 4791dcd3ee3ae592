import type { Context } from '#server/context.ts'
import { announcement } from './announcement.ts'
import { seedDemoCallbacks } from './callbacks.ts'
import { prepareDemo } from './demo.ts'
import { seedDemoGallery } from './gallery.ts'
import { seedDemoInvoices } from './invoices.ts'
import { seedDemoOrders } from './orders.ts'
import { terminalProgress } from './progress.ts'
import { seedDemoProjects } from './projects.ts'

/** Seeds the demo and prints its sign-ins where the configuration asks for a demo; does nothing elsewhere. */
export async function startDemo(ctx: Context, origin: string): Promise<void> {
  if (!ctx.config.demo) return
  await prepareDemo(ctx, terminalProgress)
  process.stdout.write(announcement(ctx, origin))
  // Last, because the shop needs some seconds for them; their photos are those of the libraries.
  if (ctx.config.emptyDemo || ctx.config.role === 'web') return
  // Projects are few, and not kept waiting by 300 orders.
  await seedDemoProjects(ctx)
  await seedDemoOrders(ctx, undefined, seedDemoInvoices)
  await seedDemoGallery(ctx)
  await seedDemoCallbacks(ctx)
}
