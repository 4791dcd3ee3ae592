import { parentPort } from 'node:worker_threads'
import type { Brand } from '#contract/brands.ts'
import type { InvoiceDocument } from '#contract/invoice-document.ts'
import { drawInvoice } from './draw-invoice.ts'

export interface RenderRequest {
  invoice: InvoiceDocument
  brand: Brand
}

/** Exactly one of the fields is set. */
export interface RenderReply {
  pdf?: Uint8Array
  error?: string
}

// Worker thread of renderInvoice: draws one invoice per message.
parentPort!.on('message', ({ invoice, brand }: RenderRequest) => {
  try {
    const pdf = drawInvoice(invoice, brand)
    reply({ pdf }, [pdf.buffer])
  } catch (error) {
    reply({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
})

function reply(message: RenderReply, transfer: ArrayBuffer[] = []) {
  parentPort!.postMessage(message, transfer)
}
