import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Check from 'lucide-react/icons/check'
import Hourglass from 'lucide-react/icons/hourglass'
import MessageCircle from 'lucide-react/icons/message-circle'
import { type ReactNode, useRef, useState } from 'react'
import type { ComplaintState } from '#contract/complaint.ts'
import { type Complaint, type ComplaintAttachment, getComplaints } from '#contract/complaints.ts'
import type { Order } from '#contract/orders.ts'
import { useAssortment } from '#web/domains/merchandise/index.ts'
import { listProductNames } from '#web/domains/orders/index.ts'
import { PicturePreview } from '#web/gallery/index.ts'
import { listLabel } from '#web/platform/i18n/lists.ts'
import { priceLabel } from '#web/platform/i18n/money.ts'
import { deadlineLabel, orderDayLabel } from '#web/platform/i18n/order-days.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { callQuery } from '#web/platform/query/call-query.ts'
import { Chip, type ChipTone } from '#web/ui/chip.tsx'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
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

/** What happened to a report, the oldest first. */
function ComplaintHistory({ complaint, currency }: { complaint: Complaint; currency: string | undefined }) {
  const { texts, text } = useTexts()
  const { submittedAt, reviewedAt, messages, decision, closedAt, state, answerBy } = complaint
  const lastQuestion = state === 'question' ? messages.findLast(({ from }) => from === 'care')?.id : undefined
  const lookedAt =
    reviewedAt && findFirst([reviewedAt, messages.find(({ from }) => from === 'care')?.at, decision?.at])
  const entries: Entry[] = [
    {
      id: 'reported',
      at: submittedAt,
      title: text('complaint.entry.reported'),
      words: complaint.text,
      attachments: complaint.attachments,
    },
    ...(lookedAt ? [{ id: 'looking', at: lookedAt, title: text('complaint.entry.looking') }] : []),
    ...messages.map((message, index) => ({
      id: `${message.from} ${message.id}`,
      at: message.at,
      title: text(getMessageTitle(message, messages[index - 1], lastQuestion)),
      words: message.text,
      attachments: message.attachments,
      mark: message.id === lastQuestion ? ('question' as const) : ('done' as const),
    })),
    ...(decision
      ? [
          {
            id: 'decision',
            at: decision.at,
            title: text(`order.message.complaint-decided.${decision.outcome}`),
            mark: 'decided' as const,
            more: <Decision decision={decision} currency={currency} />,
          },
        ]
      : []),
    ...(closedAt ? [{ id: 'closed', at: closedAt, title: text('complaint.entry.closed') }] : []),
  ]
  return (
    <ol className={classes('ui-stack24', styles.timeline)}>
      {entries
        .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
        .map(({ id, at, title, mark = 'done', words, attachments = [], more }) => (
          <li key={id} className={styles.entry}>
            <Marker kind={mark} />
            <h3 className="ui-medium">
              {title}{' '}
              <time dateTime={at} className="ui-note ui-plain">
                {orderDayLabel(texts, at, 'short-day-time')}
              </time>
            </h3>
            {words && <p className={mark === 'question' ? styles.question : styles.words}>{words}</p>}
            {attachments.length > 0 && <Photos attachments={attachments} />}
            {more}
          </li>
        ))}
      {(state === 'sent' || state === 'in-review') && isAhead(answerBy) && (
        <li className={styles.entry}>
          <Marker kind="waiting" />
          <h3 className="ui-medium">
            {text('complaint.entry.looking')}{' '}
            <time dateTime={answerBy} className="ui-note ui-plain">
              {text('complaint.entry.answer-by', { date: deadlineLabel(texts, answerBy) })}
            </time>
          </h3>
        </li>
      )}
    </ol>
  )
}

/** Whether an instant is to come: no day that is over is named as one to come. */
const isAhead = (at: string | undefined): at is string => at !== undefined && Date.parse(at) > Date.now()

/** Customer care has looked at a report when it has answered, whenever Keepsake learned it. */
const findFirst = (instants: readonly (string | undefined)[]): string | undefined =>
  instants.filter(at => at !== undefined).toSorted((a, b) => Date.parse(a) - Date.parse(b))[0]

type Message = Complaint['messages'][number]

function getMessageTitle(
  { id, from, reopens }: Message,
  previous: Message | undefined,
  lastQuestion: string | undefined,
) {
  if (from === 'care') return id === lastQuestion ? 'complaint.entry.question' : 'complaint.entry.care'
  if (reopens) return 'complaint.entry.objection'
  return previous?.from === 'care' ? 'complaint.answer' : 'complaint.entry.customer'
}

interface Entry {
  id: string
  at: string
  title: string
  words?: string
  attachments?: ComplaintAttachment[]
  mark?: MarkerKind
  more?: ReactNode
}

/** `question`: it waits for an answer; `waiting`: what comes next. */
type MarkerKind = 'done' | 'question' | 'waiting' | 'decided'

const MARKERS = {
  done: { icon: Check, className: styles.done },
  question: { icon: MessageCircle, className: styles.waiting },
  waiting: { icon: Hourglass, className: styles.waiting },
  decided: { icon: Check, className: styles.decided },
}

function Marker({ kind }: { kind: MarkerKind }) {
  const { icon, className } = MARKERS[kind]
  return (
    <span className={classes(styles.marker, className)}>
      <Icon of={icon} size={12} />
    </span>
  )
}

function Decision({
  decision,
  currency,
}: {
  decision: NonNullable<Complaint['decision']>
  currency: string | undefined
}) {
  const { texts, text, rich } = useTexts()
  const { outcome, orderCode, isOrderKnown, refund, voucherCode, reason } = decision
  const code = isOrderKnown ? (
    <Link to={PATHS.order} params={{ orderCode: orderCode! }}>
      {orderCode}
    </Link>
  ) : (
    orderCode
  )
  return (
    <div className={styles.decision}>
      {outcome === 'reprint' && <p>{rich('order.message.complaint-decided.reprint-text', { code })}</p>}
      {refund && currency && isAhead(refund.expectedBy) && (
        <p>
          {text('order.message.complaint-decided.refund-text', {
            amount: priceLabel(texts, refund.amount, currency),
            date: deadlineLabel(texts, refund.expectedBy),
          })}
        </p>
      )}
      {voucherCode && <p>{text('order.message.complaint-decided.voucher-text', { code: voucherCode })}</p>}
      {reason && <p className={styles.words}>{reason}</p>}
    </div>
  )
}

/** Photos of a message; each opens large, without what a photo of the library has. */
function Photos({ attachments }: { attachments: readonly ComplaintAttachment[] }) {
  const { text } = useTexts()
  const [start, setStart] = useState<number>()
  const photos = attachments.map(({ id, url, width = 0, height = 0 }, index) => ({
    id,
    url,
    width,
    height,
    label: text('complaint.photo', { number: index + 1 }),
  }))
  const pictures = photos.flatMap(({ url, ...photo }) => (url ? [{ ...photo, url }] : []))
  return (
    <>
      <ul className={classes('ui-cluster8', styles.photos)}>
        {photos.map(({ id, url, label }) => (
          <li key={id}>
            {url ? (
              <button
                type="button"
                className={styles.photo}
                aria-label={label}
                onClick={() => setStart(pictures.findIndex(picture => picture.id === id))}
              >
                <img src={url} alt="" loading="lazy" className={styles.image} />
              </button>
            ) : (
              <span className="ui-note">{text('complaint.photo-deleted')}</span>
            )}
          </li>
        ))}
      </ul>
      {start !== undefined && (
        <PicturePreview pictures={pictures} start={start} onClose={() => setStart(undefined)} />
      )}
    </>
  )
}
