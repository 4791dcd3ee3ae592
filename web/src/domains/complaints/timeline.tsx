import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Complaint, ComplaintAttachment } from '#contract/complaints.ts'
import { priceLabel } from '#web/platform/i18n/money.ts'
import { orderDayLabel } from '#web/platform/i18n/order-days.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import styles from './your-report.module.css'

/** What happened to a report, the oldest first. */
export function Timeline({ complaint, currency }: { complaint: Complaint; currency: string | undefined }) {
  const texts = useTexts()
  const { text } = texts
  const { submittedAt, reviewedAt, messages, decision, closedAt, state, answerBy } = complaint
  const lastQuestion = state === 'question' ? messages.findLast(({ from }) => from === 'care')?.id : undefined
  const entries: Entry[] = [
    {
      at: submittedAt,
      title: text('complaint.entry.reported'),
      words: complaint.text,
      attachments: complaint.attachments,
    },
    ...(reviewedAt ? [{ at: reviewedAt, title: text('complaint.entry.looking') }] : []),
    ...messages.map(message => ({
      at: message.at,
      title: text(
        message.from === 'customer'
          ? message.reopens
            ? 'complaint.entry.objection'
            : 'complaint.entry.customer'
          : message.id === lastQuestion
            ? 'complaint.entry.question'
            : 'complaint.entry.care',
      ),
      words: message.text,
      attachments: message.attachments,
      isQuestion: message.id === lastQuestion,
    })),
    ...(decision
      ? [
          {
            at: decision.at,
            title: text(`order.message.complaint-decided.${decision.outcome}`),
            more: <Decision decision={decision} currency={currency} />,
          },
        ]
      : []),
    ...(closedAt ? [{ at: closedAt, title: text('complaint.entry.closed') }] : []),
  ]
  return (
    <ol className={styles.timeline}>
      {entries
        .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
        .map(({ at, title, words, attachments = [], isQuestion, more }) => (
          <li key={`${at} ${title}`} className={styles.entry}>
            <h3 className={styles.entryTitle}>
              {title}{' '}
              <time dateTime={at} className={styles.time}>
                {orderDayLabel(texts, at, 'short-day-time')}
              </time>
            </h3>
            {words && <p className={isQuestion ? styles.question : styles.words}>{words}</p>}
            {attachments.length > 0 && <Photos attachments={attachments} />}
            {more}
          </li>
        ))}
      {(state === 'sent' || state === 'in-review') && isAhead(answerBy) && (
        <li className={styles.entry}>
          <h3 className={styles.entryTitle}>
            {text('complaint.entry.looking')}{' '}
            <time dateTime={answerBy} className={styles.time}>
              {text('complaint.entry.answer-by', { date: orderDayLabel(texts, answerBy) })}
            </time>
          </h3>
        </li>
      )}
    </ol>
  )
}

/** Whether an instant is to come: no day that is over is named as one to come (NX-107). */
const isAhead = (at: string | undefined): at is string => at !== undefined && Date.parse(at) > Date.now()

interface Entry {
  at: string
  title: string
  words?: string
  attachments?: ComplaintAttachment[]
  /** The question that waits for an answer. */
  isQuestion?: boolean
  more?: ReactNode
}

function Decision({
  decision,
  currency,
}: {
  decision: NonNullable<Complaint['decision']>
  currency: string | undefined
}) {
  const texts = useTexts()
  const { text, rich } = texts
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
            date: orderDayLabel(texts, refund.expectedBy),
          })}
        </p>
      )}
      {voucherCode && <p>{text('order.message.complaint-decided.voucher-text', { code: voucherCode })}</p>}
      {reason && <p className={styles.words}>{reason}</p>}
    </div>
  )
}

/** Photos of a message; each opens large. */
function Photos({ attachments }: { attachments: readonly ComplaintAttachment[] }) {
  const { text } = useTexts()
  const [shown, setShown] = useState<number>()
  const shownPhoto = shown === undefined ? undefined : attachments[shown]
  return (
    <ul className={styles.photos}>
      {attachments.map(({ id, url }, index) => (
        <li key={id}>
          {url ? (
            <button
              type="button"
              className={styles.photo}
              aria-label={text('complaint.photo', { number: index + 1 })}
              onClick={() => setShown(index)}
            >
              <img src={url} alt="" className={styles.image} />
            </button>
          ) : (
            <span className={styles.deleted}>{text('complaint.photo-deleted')}</span>
          )}
        </li>
      ))}
      {shownPhoto?.url && (
        <Dialog
          title={text('complaint.photo', { number: shown! + 1 })}
          size="large"
          onClose={() => setShown(undefined)}
        >
          <img
            src={shownPhoto.url}
            alt={text('complaint.photo', { number: shown! + 1 })}
            className={styles.large}
          />
        </Dialog>
      )}
    </ul>
  )
}
