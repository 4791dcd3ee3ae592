import type { Logger } from 'pino'
import { putRetailerComplaint } from '#contract/retailer-complaints.ts'
import { type RepeatedSends, startRepeatedSends } from '../keepsake-calls/repeated-sends.ts'
import { type KeepsakeClient, KeepsakeError, PERMANENT_FAILURES } from '../keepsake-client.ts'
import type { Complaints, StoredComplaint } from './complaints.ts'

/** Sends what customer care has said about a complaint, by its id. */
export type ComplaintSync = RepeatedSends

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
}): ComplaintSync {
  const send = async (complaintId: string): Promise<boolean> => {
    const complaint = complaints.find(complaintId)
    if (!complaint?.state || isAcknowledged(complaint)) return true
    const { state } = complaint
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
  for (const { complaintId, complaint } of complaints.list())
    if (!isAcknowledged(complaint)) void sends.send(complaintId)
  return sends
}
