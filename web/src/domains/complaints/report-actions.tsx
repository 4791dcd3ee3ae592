import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type Complaint, closeComplaint } from '#contract/complaints.ts'
import type { Draft } from '#web/platform/forms/drafts.ts'
import { useDraft } from '#web/platform/forms/use-draft.ts'
import { call } from '#web/platform/http/call.ts'
import { orderDayLabel } from '#web/platform/i18n/order-days.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { readMessageDraft } from './message-draft.ts'
import { MessageForm, type MessageKind } from './message-form.tsx'
import styles from './your-report.module.css'

/** What the customer can do about an open report: answer, write, object to the decision, close it. */
export function ReportActions({ complaint }: { complaint: Complaint }) {
  const { texts, text } = useTexts()
  const queries = useQueryClient()
  const { complaintId, state, objectUntil } = complaint
  const draft = useDraft(`complaint-message ${complaintId}`)
  const [form, setForm] = useState(() => findDraftKind(draft))
  const isAsked = state === 'question'
  const [wasAsked, setWasAsked] = useState(isAsked)
  if (isAsked !== wasAsked) {
    setWasAsked(isAsked)
    // An answer that is being written stays, as a message, when customer care decides meanwhile.
    if (wasAsked) setForm(findDraftKind(draft))
  }
  const [isClosing, setClosing] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const { messages } = complaint
  useEffect(() => {
    // A message whose answer was lost is in the report: it is not sent again.
    const begun = readMessageDraft(draft)
    if (!begun || !messages.some(({ id }) => id === begun.messageId)) return
    draft.remove()
    setForm(undefined)
  }, [messages, draft])
  const readAgain = () => queries.invalidateQueries({ queryKey: ['complaints', complaint.orderCode] })
  const close = async () => {
    setClosing(true)
    setFailed(false)
    try {
      await call(closeComplaint, { params: { complaintId } })
    } catch (error) {
      reportFailure(error)
      setFailed(true)
    }
    // The report may have changed meanwhile.
    await readAgain()
    setClosing(false)
  }
  const canObject = objectUntil !== undefined && Date.parse(objectUntil) > Date.now()
  const kind = isAsked ? 'answer' : form === 'objection' && !canObject ? 'message' : form
  return (
    <div className={styles.actions}>
      {kind && (
        <MessageForm
          key={kind}
          complaint={complaint}
          kind={kind}
          draft={draft}
          isDisabled={isClosing}
          onChanged={readAgain}
          onSent={() => setForm(undefined)}
        />
      )}
      {hasFailed && <AlertBanner kind="error">{text('complaint.failed')}</AlertBanner>}
      <div className={classes('ui-cluster8 ui-above12', styles.buttons)}>
        {!kind && (
          <Button disabled={isClosing} onClick={() => setForm('message')}>
            {text('complaint.add-message')}
          </Button>
        )}
        <Button
          variant={kind && state !== 'decided' ? 'plain' : 'quiet'}
          pending={isClosing}
          onClick={() => void close()}
        >
          {text(state === 'decided' ? 'complaint.thanks-close' : 'complaint.close')}
        </Button>
        {canObject && kind !== 'objection' && (
          <Button variant="plain" disabled={isClosing} onClick={() => setForm('objection')}>
            {text('complaint.object')}
          </Button>
        )}
      </div>
      {canObject && (
        <p className={classes('ui-note ui-breaks', styles.facts)}>
          {text('order.message.complaint-decided.object-until', {
            date: orderDayLabel(texts, objectUntil),
          })}
        </p>
      )}
    </div>
  )
}

/** The kind of the message that was begun; undefined when none was. */
function findDraftKind(draft: Draft): MessageKind | undefined {
  const message = readMessageDraft(draft)
  return message && (message.isObjection ? 'objection' : 'message')
}
