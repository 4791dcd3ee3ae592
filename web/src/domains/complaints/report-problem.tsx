import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ComplaintReason } from '#contract/complaint.ts'
import type { Order } from '#contract/orders.ts'
import { useAssortment } from '#web/domains/merchandise/index.ts'
import { cachedOrdersQuery, orderQuery, useOrderChanges } from '#web/domains/orders/index.ts'
import { useDraft } from '#web/platform/forms/use-draft.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ReportAbout } from './report-about.tsx'
import { ReportDetails } from './report-details.tsx'
import { type ReportDraft, readReportDraft, writeReportDraft } from './report-draft.ts'
import styles from './report-problem.module.css'
import { listNotArrived, listReportable } from './reportable-products.ts'

/**
 * Reports a problem with products of an order in two steps. What was entered, and the photos, survive a reload and a
 * sign-in: they are kept on the device until the report is sent.
 */
export function ReportProblem({ code, reason }: ReportProblemProps) {
  useOrderChanges(code)
  useAssortment()
  const { text } = useTexts()
  const query = useQuery(orderQuery(code))
  const { data: cachedOrders } = useQuery(cachedOrdersQuery)
  const order = cachedOrders.get(code)?.order
  return (
    <>
      <PageHeading
        title={text('complaint.title')}
        back={{ to: `/orders/${encodeURIComponent(code)}`, label: text('order.title', { code }) }}
      />
      {order && <Steps order={order} reason={reason} />}
      {!order && query.isPending && <Skeleton height={240} />}
      {!order && query.isError && <LoadFailed retry={query.refetch} id="order.load-failed" />}
    </>
  )
}

interface ReportProblemProps {
  code: string
  /** What is chosen at first. */
  reason?: ComplaintReason | undefined
}

function Steps({ order, reason }: { order: Order; reason: ComplaintReason | undefined }) {
  const texts = useTexts()
  const draft = useDraft(`complaint ${order.superOrderCode}`)
  const reportable = listReportable(order, texts.timeZone)
  const possible = reportable.filter(({ block }) => block === undefined)
  const [report, setReport] = useState(() => {
    const productCodes =
      possible.length === 1
        ? [possible[0]!.product.code]
        : reason === 'not-arrived'
          ? listNotArrived(order, possible, texts.timeZone)
          : []
    return readReportDraft(draft, { productCodes, reason })
  })
  const change = (values: Partial<ReportDraft>) =>
    setReport(before => {
      const after = { ...before, ...values }
      writeReportDraft(draft, after)
      return after
    })
  if (possible.length === 0)
    return (
      <AlertBanner kind="info">
        <p>{texts.text('complaint.blocked.none')}</p>
        {reportable[0]?.block && <p>{texts.text(`complaint.blocked.${reportable[0].block}`)}</p>}
      </AlertBanner>
    )
  return (
    <div className={styles.page}>
      {report.step === 1 ? (
        <ReportAbout order={order} reportable={reportable} report={report} onChange={change} />
      ) : (
        <ReportDetails order={order} report={report} draft={draft} onChange={change} />
      )}
    </div>
  )
}
