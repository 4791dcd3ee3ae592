import { Worker } from 'node:worker_threads'
import type { Brand } from '#contract/brands.ts'
import type { InvoiceDocument } from '#contract/invoice-document.ts'
import type { RenderReply, RenderRequest } from './render-thread.ts'

/** Longer than an invoice of 5,000 lines takes on a busy machine. */
const TIMEOUT_MS = 180_000
/** Time after which the idle thread ends, because it needs about 50 MB. */
const IDLE_MS = 60_000
/** An invoice of 5,000 lines needs half of it. A larger one ends the thread, not the process. */
const HEAP_MB = 1_024

/**
 * Renders the invoice as PDF/A-3a with its EN 16931 XML, see drawInvoice. Invoices are drawn one after the other in a
 * worker thread, so that the event loop is not blocked. Rejects when drawing fails or times out, or the thread dies;
 * the next call starts a new thread.
 */
export function renderInvoice(invoice: InvoiceDocument, brand: Brand): Promise<Uint8Array> {
  const rendering = queue.then(() => renderNext({ invoice, brand }))
  queue = rendering.catch(() => {})
  return rendering
}

let queue: Promise<unknown> = Promise.resolve()
let thread: Worker | undefined

async function renderNext(request: RenderRequest): Promise<Uint8Array> {
  clearTimeout(idleTimer)
  thread ??= startThread()
  const worker = thread
  const reply = Promise.withResolvers<RenderReply>()
  const onExit = (code: number) =>
    reply.reject(new Error(`The thread that draws invoices ended with ${code}`))
  const timer = setTimeout(() => {
    reply.reject(new Error(`An invoice took longer than ${TIMEOUT_MS} ms`))
    void worker.terminate()
  }, TIMEOUT_MS)
  worker.on('message', reply.resolve).on('error', reply.reject).on('exit', onExit)
  worker.ref()
  try {
    worker.postMessage(request)
    const { pdf, error } = await reply.promise
    if (error !== undefined) throw new Error(error)
    return pdf!
  } finally {
    clearTimeout(timer)
    worker.off('message', reply.resolve).off('error', reply.reject).off('exit', onExit)
    // An idle thread does not keep the process alive.
    worker.unref()
    endWhenIdle(worker)
  }
}

function startThread(): Worker {
  const worker = new Worker(new URL('./render-thread.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  })
  const clearThread = () => {
    if (thread === worker) thread = undefined
  }
  // The pending call, if there is one, reports the failure.
  worker.on('error', clearThread).on('exit', clearThread)
  return worker
}

function endWhenIdle(worker: Worker): void {
  idleTimer = setTimeout(() => {
    if (thread === worker) thread = undefined
    void worker.terminate()
  }, IDLE_MS).unref()
}

let idleTimer: NodeJS.Timeout | undefined
