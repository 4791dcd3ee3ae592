import AsyncLock from 'async-lock'
import { z } from 'zod'
import { putBusinessCustomer } from '#contract/retailer-calls/customers.ts'
import { DECIDED_STATUSES } from '#contract/retailer-customers.ts'
import { readJson, writeFile } from './storage/json-files.ts'

/** The details of a business customer from Keepsake, and the status that the back office decided. */
const businessCustomer = z.object({
  details: putBusinessCustomer.body,
  /** Absent until there is a decision. */
  decision: z
    .object({ version: z.int(), status: z.enum(DECIDED_STATUSES), isAcknowledged: z.boolean() })
    .optional(),
})
export type BusinessCustomer = z.infer<typeof businessCustomer>

/** The business customers by account id. Changes are durable when they resolve. */
export interface BusinessCustomers {
  list(): { accountId: string; customer: BusinessCustomer }[]
  /** Changes a customer, or adds one; undefined deletes it. */
  change(
    accountId: string,
    change: (before: BusinessCustomer | undefined) => BusinessCustomer | undefined,
  ): Promise<BusinessCustomer | undefined>
}

/** Opens the file; none without one. */
export async function openBusinessCustomers(path: string): Promise<BusinessCustomers> {
  const stored = z.record(z.string(), businessCustomer).parse((await readJson(path)) ?? {})
  let customers: ReadonlyMap<string, BusinessCustomer> = new Map(Object.entries(stored))
  const lock = new AsyncLock()
  return {
    list: () => [...customers].map(([accountId, customer]) => ({ accountId, customer })),
    change: (accountId, change) =>
      lock.acquire('file', async () => {
        const before = customers.get(accountId)
        const after = change(before)
        if (after === before) return before
        const all = new Map(customers)
        if (after) all.set(accountId, after)
        else all.delete(accountId)
        await writeFile(path, JSON.stringify(Object.fromEntries(all)))
        customers = all
        return after
      }),
  }
}
