import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import AsyncLock from 'async-lock'
import { createFile, readJson, writeFile } from '../storage/json-files.ts'
import { type Invoice, type InvoiceContent, invoice } from './invoice.ts'

/** The issued invoices, one file each. What resolves is durable: a process may be killed at any line. */
export interface Invoices {
  /** All invoices of an order, the oldest first. */
  listOf(orderCode: string): Invoice[]
  /**
   * Issues a document of an order unless it has one of that kind, under the next number of its year. One at a time: numbers
   * have no gaps and are not given twice, because an invoice and its number are one write. Undefined when there was one.
   */
  issue(orderCode: string, content: InvoiceContent): Promise<Invoice | undefined>
  acknowledge(number: string): Promise<void>
}

/** Opens the folder and reads the invoices of earlier processes. Throws when a file cannot be read. */
export async function openInvoices(folder: string): Promise<Invoices> {
  await mkdir(folder, { recursive: true })
  const lock = new AsyncLock({ maxPending: Number.POSITIVE_INFINITY })
  const pathOf = (number: string) => join(folder, `${number}.json`)
  const known = new Map<string, Invoice>()
  for (const name of (await readdir(folder)).toSorted()) {
    // What a process left behind that was killed while it wrote.
    if (name.includes('.json~')) await rm(join(folder, name), { force: true })
    else add(known, invoice.parse(await readJson(join(folder, name))))
  }
  const listOf: Invoices['listOf'] = orderCode =>
    [...known.values()].filter(each => each.orderCode === orderCode)
  return {
    listOf,
    issue: (orderCode, content) =>
      lock.acquire('numbers', async () => {
        if (listOf(orderCode).some(({ body }) => body.kind === content.kind)) return undefined
        const number = nextNumber(content.issueDate.slice(0, 4), known)
        const issued: Invoice = { number, orderCode, body: { version: 1, ...content }, acknowledged: false }
        if (!(await createFile(pathOf(number), JSON.stringify(issued))))
          throw new Error(`The number ${number} is taken by another process`)
        return add(known, issued)
      }),
    acknowledge: number =>
      lock.acquire('numbers', async () => {
        const acknowledged = { ...known.get(number)!, acknowledged: true }
        await writeFile(pathOf(number), JSON.stringify(acknowledged))
        add(known, acknowledged)
      }),
  }
}

function add(known: Map<string, Invoice>, added: Invoice): Invoice {
  known.set(added.number, added)
  return added
}

/** The shop's own series: S-2026-00001, S-2026-00002 … */
function nextNumber(year: string, known: ReadonlyMap<string, Invoice>): string {
  const prefix = `S-${year}-`
  const last = [...known.keys()]
    .filter(number => number.startsWith(prefix))
    .reduce((highest, number) => Math.max(highest, Number(number.slice(prefix.length))), 0)
  return `${prefix}${String(last + 1).padStart(5, '0')}`
}
