import { COMPLAINT_REASONS, COMPLAINT_WISHES, type ComplaintReason } from '#contract/complaint.ts'
import type { Draft } from '#web/platform/forms/drafts.ts'

/** A report that is not sent yet. It is kept on the device until then. */
export interface ReportDraft {
  complaintId: string
  step: 1 | 2
  productCodes: string[]
  reason: ComplaintReason | undefined
  text: string
  wish: (typeof COMPLAINT_WISHES)[number] | undefined
  photos: StoredPhoto[]
}

/** A photo of the draft; its file is in the file cache. */
export interface StoredPhoto {
  id: string
  /** The address of its upload, once it is known. */
  uploadUrl?: string | undefined
  isSent: boolean
}

/** Reads the draft of a report, or begins one with these products and this reason. */
export function readReportDraft(
  draft: Draft,
  begun: Pick<ReportDraft, 'productCodes' | 'reason'>,
): ReportDraft {
  const values = draft.read()?.values ?? {}
  return {
    complaintId: values.complaintId ?? crypto.randomUUID(),
    step: values.step === '2' ? 2 : 1,
    productCodes: parseList<string>(values.productCodes) ?? begun.productCodes,
    reason: COMPLAINT_REASONS.find(reason => reason === values.reason) ?? begun.reason,
    text: values.text ?? '',
    wish: COMPLAINT_WISHES.find(wish => wish === values.wish),
    photos: parseList<StoredPhoto>(values.photos) ?? [],
  }
}

/** Stores the draft of a report. */
export function writeReportDraft(draft: Draft, report: ReportDraft): void {
  const { complaintId, step, reason = '', text, wish = '' } = report
  const productCodes = JSON.stringify(report.productCodes)
  const photos = JSON.stringify(report.photos)
  draft.write({
    values: { complaintId, step: String(step), productCodes, reason, text, wish, photos },
    baseline: {},
  })
}

/** Parses a list that was stored as JSON; undefined for another text. */
export function parseList<T>(text: string | undefined): T[] | undefined {
  if (text === undefined) return undefined
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) ? (list as T[]) : undefined
  } catch {
    return undefined
  }
}
