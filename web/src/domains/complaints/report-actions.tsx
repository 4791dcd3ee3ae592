import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { addComplaintMessage, type Complaint, closeComplaint } from '#contract/complaints.ts'
import { COMPLAINT_TEXT_MAX, countCharacters } from '#contract/input/complaint.ts'
import { call } from '#web/platform/http/call.ts'
import { orderDayLabel } from '#web/platform/i18n/order-days.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { Button } from '#web/ui/button.tsx'
import styles from './your-report.module.css'

/** What the customer can do about an open report: answer, write, object to the decision, close it (NX-140). */
export function ReportActions({ complaint }: { complaint: Complaint }) {
  const texts = useTexts()
  const { text } = texts
  const queries = useQueryClient()
  const { complaintId, state, objectUntil } = complaint
  const [form, setForm] = useState<'message' | 'objection'>()
  const [isBusy, setBusy] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const act = async (work: () => Promise<unknown>) => {
    setBusy(true)
    setFailed(false)
    try {
      await work()
      setForm(undefined)
      await queries.invalidateQueries({ queryKey: ['complaints', complaint.orderCode] })
    } catch (error) {
      reportFailure(error)
      setFailed(true)
      // The report may have changed meanwhile.
      void queries.invalidateQueries({ queryKey: ['complaints', complaint.orderCode] })
    } finally {
      setBusy(false)
    }
  }
  const close = () => act(() => call(closeComplaint, { params: { complaintId } }))
  const canObject = objectUntil !== undefined && Date.parse(objectUntil) > Date.now()
  const kind = state === 'question' ? 'answer' : form
  return (
    <div className={styles.actions}>
      {kind && (
        <MessageForm
          key={kind}
          kind={kind}
          isBusy={isBusy}
          onSend={(messageId, words) =>
            act(() =>
              call(addComplaintMessage, {
                params: { complaintId },
                body: { messageId, text: words, ...(kind === 'objection' && { reopens: true as const }) },
              }),
            )
          }
        />
      )}
      {hasFailed && <AlertBanner kind="error">{text('complaint.failed')}</AlertBanner>}
      <div className={styles.buttons}>
        {!kind && (
          <Button disabled={isBusy} onClick={() => setForm('message')}>
            {text('complaint.add-message')}
          </Button>
        )}
        <Button disabled={isBusy} onClick={() => void close()}>
          {text(state === 'decided' ? 'complaint.thanks-close' : 'complaint.close')}
        </Button>
        {canObject && kind !== 'objection' && (
          <Button variant="text" disabled={isBusy} onClick={() => setForm('objection')}>
            {text('complaint.object')}
          </Button>
        )}
      </div>
      {canObject && (
        <p className={styles.facts}>
          {text('order.message.complaint-decided.object-until', {
            date: orderDayLabel(texts, objectUntil),
          })}
        </p>
      )}
    </div>
  )
}

function MessageForm({ kind, isBusy, onSend }: MessageFormProps) {
  const { text } = useTexts()
  const id = useId()
  const [words, setWords] = useState('')
  // The same message, also when it is sent again after a failure.
  const [messageId] = useState(() => crypto.randomUUID())
  const length = countCharacters(words.trim())
  return (
    <form
      id={kind === 'answer' ? 'report-answer' : undefined}
      onSubmit={event => {
        event.preventDefault()
        if (!isBusy && length > 0 && length <= COMPLAINT_TEXT_MAX) onSend(messageId, words)
      }}
    >
      <label htmlFor={id} className={styles.label}>
        {text(LABELS[kind])}
      </label>
      <textarea
        id={id}
        rows={3}
        value={words}
        readOnly={isBusy}
        maxLength={2 * COMPLAINT_TEXT_MAX}
        className={styles.area}
        onChange={({ currentTarget: { value } }) => setWords(value)}
      />
      <Button type="submit" variant="primary" pending={isBusy} disabled={length === 0}>
        {text(kind === 'answer' ? 'complaint.send-answer' : 'complaint.send-message')}
      </Button>
    </form>
  )
}

interface MessageFormProps {
  kind: keyof typeof LABELS
  isBusy: boolean
  onSend: (messageId: string, words: string) => void
}

const LABELS = {
  answer: 'complaint.answer',
  message: 'complaint.message',
  objection: 'complaint.still-wrong',
} as const
