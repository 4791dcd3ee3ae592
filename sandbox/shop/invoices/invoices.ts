import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import AsyncLock from 'async-lock'
import { createFile, readJson, writeFile } from '../storage/json-files.ts'
import { type Invoice, type InvoiceContent, invoice } from './invoice.ts'

/** The issued invoices, one file each. Changes are durable when they resolve. */
export interface Invoices {
  /** All invoices of an order, the oldest first. */
  listByOrder(orderCode: string): Invoice[]
  /**
   * Issues a document of an order unless it has one of that kind, under the next number of its year. Calls run one at
   * a time, and an invoice and its number are one write, so that numbers have no gaps and are unique. Undefined when
   * the document existed.
   */
  issue(orderCode: string, content: InvoiceContent): Promise<Invoice | undefined>
  acknowledge(number: string): Promise<void>
}

/** Opens the folder and reads the invoices of earlier processes. Throws when a file cannot be read. */
export async function openInvoices(folder: string): Promise<Invoices> {
  await mkdir(folder, { recursive: true })
  const lock = new AsyncLock({ maxPending: Number.POSITIVE_INFINITY })
  const resolvePath = (number: string) => join(folder, `${number}.json`)
  const invoiceByNumber = new Map<string, Invoice>()
  for (const name of (await readdir(folder)).toSorted()) {
    // Temporary files of a process that was killed while it wrote.
    if (name.includes('.json~')) await rm(join(folder, name), { force: true })
    else addInvoice(invoiceByNumber, invoice.parse(await readJson(join(folder, name))))
  }
  const listByOrder: Invoices['listByOrder'] = orderCode =>
    [...invoiceByNumber.values()].filter(each => each.orderCode === orderCode)
  return {
    listByOrder,
    issue: (orderCode, content) =>
      lock.acquire('numbers', async () => {
        if (listByOrder(orderCode).some(({ body }) => body.kind === content.kind)) return undefined
        const number = getNextNumber(content.issueDate.slice(0, 4), invoiceByNumber)
        const newInvoice: Invoice = {
          number,
          orderCode,
          body: { version: 1, ...content },
          acknowledged: false,
        }
        if (!(await createFile(resolvePath(number), JSON.stringify(newInvoice))))
          throw new Error(`The number ${number} is taken by another process`)
        return addInvoice(invoiceByNumber, newInvoice)
      }),
    acknowledge: number =>
      lock.acquire('numbers', async () => {
        const acknowledgedInvoice = { ...invoiceByNumber.get(number)!, acknowledged: true }
        await writeFile(resolvePath(number), JSON.stringify(acknowledgedInvoice))
        addInvoice(invoiceByNumber, acknowledgedInvoice)
      }),
  }
}

function addInvoice(invoiceByNumber: Map<string, Invoice>, added: Invoice): Invoice {
  invoiceByNumber.set(added.number, added)
  return added
}

/** Returns the next number of the shop's series: S-2026-00001, S-2026-00002 … */
function getNextNumber(year: string, invoiceByNumber: ReadonlyMap<string, Invoice>): string {
  const prefix = `S-${year}-`
  const lastNumber = [...invoiceByNumber.keys()]
    .filter(number => number.startsWith(prefix))
    .reduce((highest, number) => Math.max(highest, Number(number.slice(prefix.length))), 0)
  return `${prefix}${String(lastNumber + 1).padStart(5, '0')}`
}
