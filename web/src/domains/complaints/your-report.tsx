import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { ComplaintState } from '#contract/complaint.ts'
import { type Complaint, getComplaints } from '#contract/complaints.ts'
import type { Order } from '#contract/orders.ts'
import { useAssortment } from '#web/domains/merchandise/index.ts'
import { listProductNames } from '#web/domains/orders/index.ts'
import { listLabel } from '#web/platform/i18n/lists.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { callQuery } from '#web/platform/query/call-query.ts'
import { Chip, type ChipTone } from '#web/ui/chip.tsx'
import { classes } from '#web/ui/classes.ts'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { ComplaintHistory } from './complaint-history.tsx'
import { ReportActions } from './report-actions.tsx'
import { toReportHash, useHashFocus } from './report-hash.ts'
import styles from './your-report.module.css'

/** The reports of an order with all that was said and decided; nothing for an order without one. */
export function YourReport({ order }: { order: Order }) {
  if (!order.complaints?.length) return null
  return <Reports order={order} />
}

function Reports({ order }: { order: Order }) {
  const query = useQuery(complaintsQuery(order))
  if (query.isError && !query.data) return <LoadFailed retry={query.refetch} id="complaint.load-failed" />
  return query.data?.complaints.map(complaint => (
    <Report key={complaint.complaintId} order={order} complaint={complaint} />
  ))
}

function Report({ order, complaint }: { order: Order; complaint: Complaint }) {
  const { texts, text } = useTexts()
  const assortment = useAssortment()
  const { complaintId, state, productCodes, reason, wish } = complaint
  const products = order.products.filter(({ code }) => productCodes.includes(code))
  const headingId = toReportHash(complaintId)
  const heading = useRef<HTMLHeadingElement>(null)
  useHashFocus(heading, headingId)
  return (
    <section aria-labelledby={headingId} className={styles.report}>
      <div className={classes('ui-row12 ui-above24', styles.heading)}>
        <h2 ref={heading} id={headingId} tabIndex={-1} className="ui-narrow">
          {text('complaint.yours')}
        </h2>
        <Chip small tone={TONES[state]}>
          {text(`complaint.state.${state}`)}
        </Chip>
      </div>
      <p className={classes('ui-note ui-breaks', styles.facts)}>
        {[
          listLabel(texts, listProductNames(products, assortment)),
          text(`complaint.reason.${reason}`),
          text(`complaint.asked.${wish}`),
        ].join(' · ')}
      </p>
      <div aria-live="polite">
        <ComplaintHistory complaint={complaint} currency={order.total?.currency ?? assortment.currency} />
      </div>
      {state !== 'closed' && <ReportActions complaint={complaint} />}
    </section>
  )
}

const TONES: Record<ComplaintState, ChipTone> = {
  sent: 'progress',
  'in-review': 'progress',
  question: 'warning',
  decided: 'accent',
  closed: 'neutral',
}

/** The complaints about an order; read again whenever the order says something else about them. */
const complaintsQuery = ({ superOrderCode: code, complaints }: Order) =>
  callQuery(['complaints', code, complaints], getComplaints, {
    query: { orderCode: code },
    placeholderData: keepPreviousData,
    // Addresses of photos work for half an hour.
    staleTime: 15 * 60_000,
  })
