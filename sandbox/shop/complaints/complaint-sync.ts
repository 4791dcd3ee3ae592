import type { Logger } from 'pino'
import { z } from 'zod'
import { sendComplaint } from '#contract/retailer-calls/complaints.ts'
import { putRetailerComplaint, retailerComplaint } from '#contract/retailer-complaints.ts'
import { type RepeatedSends, startRepeatedSends } from '../keepsake-calls/repeated-sends.ts'
import { type KeepsakeClient, KeepsakeError, PERMANENT_FAILURES } from '../keepsake-client.ts'
import type { JsonMap } from '../storage/json-files.ts'

/** A complaint as Keepsake sent it last, and what the back office has said about it. */
export const complaint = z.object({
  sent: sendComplaint.body,
  /** Absent until customer care looks at it. */
  state: retailerComplaint.optional(),
  /** The version of the state that Keepsake has. */
  acknowledgedVersion: z.int().optional(),
})
export type StoredComplaint = z.infer<typeof complaint>

/** The complaints by their ids. */
export type Complaints = JsonMap<StoredComplaint>

/** Whether Keepsake has the newest state. */
export const isAcknowledged = ({ state, acknowledgedVersion = 0 }: StoredComplaint): boolean =>
  state === undefined || acknowledgedVersion >= state.version

/**
 * Sends the newest states of complaints until they are acknowledged, those of an earlier process at the start. A state that
 * Keepsake refuses permanently is logged and not sent again.
 */
export function startComplaintSync({
  complaints,
  keepsake,
  log,
  retryMs,
}: {
  complaints: Complaints
  keepsake: KeepsakeClient
  log: Logger
  retryMs: (tries: number) => number
}): RepeatedSends {
  const send = async (complaintId: string): Promise<boolean> => {
    const stored = complaints.find(complaintId)
    if (!stored?.state || isAcknowledged(stored)) return true
    const { state } = stored
    try {
      await keepsake.call(putRetailerComplaint, { params: { complaintId }, body: state })
    } catch (error) {
      if (!(error instanceof KeepsakeError)) throw error
      log.warn({ err: error, complaint: complaintId }, 'complaint not acknowledged')
      return PERMANENT_FAILURES.has(error.status)
    }
    await complaints.change(
      complaintId,
      before => before && { ...before, acknowledgedVersion: state.version },
    )
    return true
  }
  const sends = startRepeatedSends(send, { retryMs, log })
  for (const [complaintId, stored] of complaints.list())
    if (!isAcknowledged(stored)) void sends.send(complaintId)
  return sends
}
