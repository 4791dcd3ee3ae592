import AsyncLock from 'async-lock'
import { z } from 'zod'
import { retailerStatement } from '#contract/retailer-calls/withdrawals.ts'
import { readJson, writeFile } from '../storage/json-files.ts'

/** Statements of withdrawal from Keepsake, by their ids. Changes are durable when they resolve. */
export interface Withdrawals {
  list(): { withdrawalId: string; statement: Statement }[]
  /** Stores a statement; one with a known id stays as it is. */
  add(withdrawalId: string, statement: Statement): Promise<void>
}

export type Statement = z.infer<typeof retailerStatement>

/** Opens the file; none without one. */
export async function openWithdrawals(path: string): Promise<Withdrawals> {
  const stored = z.record(z.string(), retailerStatement).parse((await readJson(path)) ?? {})
  let statements: ReadonlyMap<string, Statement> = new Map(Object.entries(stored))
  const lock = new AsyncLock()
  return {
    list: () => [...statements].map(([withdrawalId, statement]) => ({ withdrawalId, statement })),
    add: (withdrawalId, statement) =>
      lock.acquire('file', async () => {
        if (statements.has(withdrawalId)) return
        const all = new Map(statements).set(withdrawalId, statement)
        await writeFile(path, JSON.stringify(Object.fromEntries(all)))
        statements = all
      }),
  }
}
