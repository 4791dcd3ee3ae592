import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import {
  addComplaintMessage,
  type Complaint,
  closeComplaint,
  MESSAGE_ATTACHMENTS_MAX,
} from '#contract/complaints.ts'
import { COMPLAINT_TEXT_MAX, countCharacters } from '#contract/input/complaint.ts'
import { ANSWER_HASH } from '#web/domains/orders/index.ts'
import type { Draft } from '#web/platform/forms/drafts.ts'
import { useDraft } from '#web/platform/forms/use-draft.ts'
import { call } from '#web/platform/http/call.ts'
import { HttpFailure } from '#web/platform/http/http-failure.ts'
import { deadlineLabel } from '#web/platform/i18n/order-days.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { MessagePhotos } from './photo-picker.tsx'
import { parseList, type StoredPhoto } from './report-draft.ts'
import { useHashFocus } from './report-hash.ts'
import { useReportPhotos } from './report-photos.ts'
import { useSendWithPhotos } from './use-send-with-photos.tsx'
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
            date: deadlineLabel(texts, objectUntil),
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

/**
 * The answer to a question, a further message, or an objection to the decision, with up to three photos. What was typed,
 * and the photos, survive a failure and a reload. `onChanged` is called when the report may have changed.
 */
function MessageForm({ complaint, kind, draft, isDisabled, onChanged, onSent }: MessageFormProps) {
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
        onChange={({ currentTarget: { value } }) => {
          setProblem(undefined)
          change({ text: value })
        }}
      />
      <p role="status" className={classes('ui-note ui-breaks', styles.facts)}>
        {length > COMPLAINT_TEXT_MAX
          ? text('complaint.too-long', { max: COMPLAINT_TEXT_MAX })
          : isSending && running > 0 && text('complaint.sending-photos', { count: running })}
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

type MessageKind = keyof typeof LABELS

const LABELS = {
  answer: 'complaint.answer',
  message: 'complaint.message',
  objection: 'complaint.still-wrong',
} as const

/** A message about a report that is not sent yet. It is kept on the device until then. */
interface MessageDraft {
  /** The same also when it is sent again after a failure. */
  messageId: string
  text: string
  /** Whether it objects to the decision. */
  isObjection: boolean
  photos: StoredPhoto[]
}

/** Reads the message that was begun; undefined when none was. */
function readMessageDraft(draft: Draft): MessageDraft | undefined {
  const values = draft.read()?.values
  if (!values?.messageId) return undefined
  return {
    messageId: values.messageId,
    text: values.text ?? '',
    isObjection: values.isObjection === 'true',
    photos: parseList<StoredPhoto>(values.photos) ?? [],
  }
}

/** Stores the message; an empty one is removed. */
function writeMessageDraft(draft: Draft, message: MessageDraft): void {
  const { messageId, text, isObjection, photos } = message
  if (text === '' && photos.length === 0) draft.remove()
  else
    draft.write({
      values: { messageId, text, isObjection: String(isObjection), photos: JSON.stringify(photos) },
      baseline: {},
    })
}
