import { move } from 'piscina'
import { drawInvoice } from './draw-invoice.ts'
import type { RenderRequest } from './render-invoice.ts'

/** Draws an invoice in the worker thread of renderInvoice. */
export default ({ invoice, brand }: RenderRequest) => move(drawInvoice(invoice, brand))
