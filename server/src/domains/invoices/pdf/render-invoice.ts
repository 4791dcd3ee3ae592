import type { Piscina } from 'piscina'
import type { Brand } from '#contract/brands.ts'
import type { InvoiceDocument } from '#contract/invoice-document.ts'

/** Longer than an invoice of 5,000 lines takes on a busy machine. */
const TIMEOUT_MS = 180_000
/** Time after which the idle thread ends, because it needs about 50 MB. */
const IDLE_MS = 60_000
/** An invoice of 5,000 lines needs half of it. A larger one ends the thread, not the process. */
const HEAP_MB = 1_024

export interface RenderRequest {
  invoice: InvoiceDocument
  brand: Brand
}

/**
 * Renders the invoice as PDF/A-3a with its EN 16931 XML, see drawInvoice. Invoices are drawn one after the other in a
 * worker thread, so that the event loop is not blocked. Rejects when drawing fails or times out, or the thread dies;
 * the next call starts a new thread.
 */
export function renderInvoice(invoice: InvoiceDocument, brand: Brand): Promise<Uint8Array> {
  // Not the queue of the pool, because the time limit begins with the drawing.
  const rendering = queue.then(async () => {
    pool ??= await openPool()
    return pool.run({ invoice, brand }, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  })
  queue = rendering.catch(() => {})
  return rendering
}

let queue: Promise<unknown> = Promise.resolve()
let pool: Piscina<RenderRequest, Uint8Array> | undefined

/** Loads the library on demand: most processes draw no invoice. */
async function openPool(): Promise<Piscina<RenderRequest, Uint8Array>> {
  const library = await import('piscina')
  return new library.Piscina({
    filename: new URL('./render-thread.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  })
}
