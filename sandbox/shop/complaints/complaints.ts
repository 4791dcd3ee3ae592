import AsyncLock from 'async-lock'
import { z } from 'zod'
import { sendComplaint } from '#contract/retailer-calls/complaints.ts'
import { retailerComplaint } from '#contract/retailer-complaints.ts'
import { readJson, writeFile } from '../storage/json-files.ts'

/** A complaint as Keepsake sent it last, and what the back office has said about it. */
const complaint = z.object({
  sent: sendComplaint.body,
  /** Absent until customer care looks at it. */
  state: retailerComplaint.optional(),
  /** The version of the state that Keepsake has. */
  acknowledgedVersion: z.int().optional(),
})
export type StoredComplaint = z.infer<typeof complaint>

/** The complaints by id. Changes are durable when they resolve. */
export interface Complaints {
  list(): { complaintId: string; complaint: StoredComplaint }[]
  find(complaintId: string): StoredComplaint | undefined
  /** Changes a complaint, or adds one. */
  change(
    complaintId: string,
    change: (before: StoredComplaint | undefined) => StoredComplaint | undefined,
  ): Promise<StoredComplaint | undefined>
  /** Deletes the complaints of an account. */
  removeOf(accountId: string): Promise<void>
}

/** Opens the file; none without one. */
export async function openComplaints(path: string): Promise<Complaints> {
  const stored = z.record(z.string(), complaint).parse((await readJson(path)) ?? {})
  let complaints: ReadonlyMap<string, StoredComplaint> = new Map(Object.entries(stored))
  const lock = new AsyncLock()
  const write = async (all: ReadonlyMap<string, StoredComplaint>) => {
    await writeFile(path, JSON.stringify(Object.fromEntries(all)))
    complaints = all
  }
  return {
    list: () => [...complaints].map(([complaintId, each]) => ({ complaintId, complaint: each })),
    find: complaintId => complaints.get(complaintId),
    change: (complaintId, change) =>
      lock.acquire('file', async () => {
        const before = complaints.get(complaintId)
        const after = change(before)
        if (after && after !== before) await write(new Map(complaints).set(complaintId, after))
        return after
      }),
    removeOf: accountId =>
      lock.acquire('file', async () => {
        const left = [...complaints].filter(([, { sent }]) => sent.accountId !== accountId)
        if (left.length < complaints.size) await write(new Map(left))
      }),
  }
}
