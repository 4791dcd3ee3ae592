import { type FormEvent, useId, useRef, useState } from 'react'
import { addComplaintMessage, type Complaint, MESSAGE_ATTACHMENTS_MAX } from '#contract/complaints.ts'
import { COMPLAINT_TEXT_MAX, countCharacters } from '#contract/input/complaint.ts'
import { ANSWER_HASH } from '#web/domains/orders/index.ts'
import type { Draft } from '#web/platform/forms/drafts.ts'
import { call } from '#web/platform/http/call.ts'
import { HttpFailure } from '#web/platform/http/http-failure.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { type MessageDraft, readMessageDraft, writeMessageDraft } from './message-draft.ts'
import { MessagePhotos } from './photo-picker.tsx'
import { useHashFocus } from './report-hash.ts'
import { useReportPhotos } from './report-photos.ts'
import { useSendWithPhotos } from './use-send-with-photos.tsx'
import styles from './your-report.module.css'

/**
 * The answer to a question, a further message, or an objection to the decision, with up to three photos. What was typed,
 * and the photos, survive a failure and a reload. `onChanged` is called when the report may have changed.
 */
export function MessageForm({ complaint, kind, draft, isDisabled, onChanged, onSent }: MessageFormProps) {
  const { text } = useTexts()
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  useHashFocus(field, kind === 'answer' ? ANSWER_HASH : undefined)
  const { complaintId } = complaint
  const [message, setMessage] = useState(() => ({
    ...(readMessageDraft(draft) ?? { messageId: crypto.randomUUID(), text: '', photos: [] }),
    isObjection: kind === 'objection',
  }))
  const change = (values: Partial<MessageDraft>) =>
    setMessage(before => {
      const after = { ...before, ...values }
      writeMessageDraft(draft, after)
      return after
    })
  const { photos, items } = useReportPhotos(complaintId, {
    max: MESSAGE_ATTACHMENTS_MAX,
    stored: message.photos,
    onStored: stored => change({ photos: stored }),
  })
  const [problem, setProblem] = useState<string>()
  const running = items.filter(({ state }) => state === 'sending').length
  const { isSending, start, question } = useSendWithPhotos(photos, async attachmentIds => {
    try {
      await call(addComplaintMessage, {
        params: { complaintId },
        body: {
          messageId: message.messageId,
          text: message.text,
          attachmentIds,
          ...(kind === 'objection' && { reopens: true as const }),
        },
      })
      await photos.forget()
      draft.remove()
      onSent()
    } catch (error) {
      onFailure(error)
    }
    await onChanged()
  })
  const onFailure = (error: unknown) => {
    const reason = error instanceof HttpFailure ? error.reason : undefined
    // Sent before with other words, and the answer was lost: what is written now is another message.
    if (reason === 'conflict') change({ messageId: crypto.randomUUID() })
    if (reason === 'not-ready') photos.sendAgain(true)
    else reportFailure(error)
    const isTooMany = error instanceof HttpFailure && error.status === 429
    setProblem(text(isTooMany ? 'complaint.too-many-messages' : 'complaint.failed'))
  }
  const length = countCharacters(message.text.trim())
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isSending || length === 0 || length > COMPLAINT_TEXT_MAX) return
    setProblem(undefined)
    void start()
  }
  return (
    <form onSubmit={submit}>
      <label htmlFor={id} className="ui-medium ui-block ui-below8">
        {text(LABELS[kind])}
      </label>
      <textarea
        ref={field}
        id={id}
        rows={3}
        value={message.text}
        readOnly={isSending}
        className={styles.area}
        onChange={({ currentTarget: { value } }) => change({ text: value })}
      />
      {length > COMPLAINT_TEXT_MAX && (
        <p role="status" className={classes('ui-note ui-breaks', styles.facts)}>
          {text('complaint.too-long', { max: COMPLAINT_TEXT_MAX })}
        </p>
      )}
      <p role="status" className={classes('ui-note ui-breaks', styles.facts)}>
        {isSending && running > 0 && text('complaint.sending-photos', { count: running })}
      </p>
      {problem && <AlertBanner kind="error">{problem}</AlertBanner>}
      <MessagePhotos photos={photos} items={items} isDisabled={isSending || isDisabled}>
        <Button type="submit" variant="primary" pending={isSending} disabled={isDisabled || length === 0}>
          {text(kind === 'answer' ? 'complaint.send-answer' : 'complaint.send-message')}
        </Button>
      </MessagePhotos>
      {question}
    </form>
  )
}

interface MessageFormProps {
  complaint: Complaint
  kind: MessageKind
  draft: Draft
  isDisabled: boolean
  onChanged: () => Promise<void>
  onSent: () => void
}

export type MessageKind = keyof typeof LABELS

const LABELS = {
  answer: 'complaint.answer',
  message: 'complaint.message',
  objection: 'complaint.still-wrong',
} as const
