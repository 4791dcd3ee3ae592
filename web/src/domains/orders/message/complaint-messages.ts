import { createDayLabels, type Description, endSentence, type MessageFacts } from './message-view.ts'

/** Customer care asks about a report. */
export function describeQuestion(facts: MessageFacts<'complaint-question'>): Description {
  const { text } = facts.texts
  const { answerBy } = facts.message.complaint
  const isOpen = answerBy !== undefined && Date.parse(answerBy) > facts.now
  const heading = text('order.message.complaint-question.heading')
  return {
    tone: 'amber',
    heading,
    sentences: [
      isOpen
        ? text('order.message.complaint-question.text', { date: createDayLabels(facts).end(answerBy) })
        : text('order.message.complaint-question.text-no-date'),
    ],
    actions: [{ kind: 'answer-report' }],
  }
}

/** Customer care has a report and has not decided. */
export function describeReport(facts: MessageFacts<'complaint-sent'>): Description {
  const { text } = facts.texts
  const { submittedAt, answerBy } = facts.message.complaint
  const labels = createDayLabels(facts)
  const date = labels.time(submittedAt)
  const { isOver } = facts.message
  const heading = text('order.message.complaint-sent.heading')
  return {
    tone: 'plain',
    heading,
    sentences: [
      answerBy !== undefined && Date.parse(answerBy) > facts.now
        ? text('order.message.complaint-sent.text', { date, answerBy: labels.end(answerBy) })
        : text('order.message.complaint-sent.text-no-date', { date }),
    ],
    ...(isOver && { contact: 'order.message.no-news' }),
  }
}

/** Customer care has decided; what comes is in 'Your report'. */
export function describeDecision(facts: MessageFacts<'complaint-decided'>): Description {
  const { text } = facts.texts
  const { complaint, isOver } = facts.message
  const { decision, objectUntil } = complaint
  const outcome = decision?.outcome ?? 'declined'
  const isMissing = isOver && (outcome === 'reprint' || outcome === 'refund')
  const newOrder = outcome === 'reprint' ? decision?.orderCode : undefined
  const canObject = objectUntil !== undefined && Date.parse(objectUntil) > facts.now
  const sentences = [
    describeOutcome(facts),
    outcome === 'declined' && canObject
      ? text('order.message.complaint-decided.object-until', {
          date: createDayLabels(facts).end(objectUntil),
        })
      : undefined,
  ]
  return {
    tone: outcome === 'declined' ? 'plain' : 'green',
    heading: isMissing
      ? text(`order.message.complaint-decided.${outcome}-due`)
      : text(`order.message.complaint-decided.${outcome}`),
    sentences: sentences.filter(sentence => sentence !== undefined),
    ...(isMissing && { contact: 'order.message.refund.not-there' }),
    actions: newOrder === undefined ? [] : [{ kind: 'new-order', code: newOrder }],
  }
}

/** What comes and how, or why nothing. */
function describeOutcome({ texts, message }: MessageFacts<'complaint-decided'>): string | undefined {
  const { decision } = message.complaint
  if (!decision) return undefined
  const { outcome, orderCode, voucherCode, reason } = decision
  if (outcome === 'declined') return reason && endSentence(reason)
  const code = outcome === 'reprint' ? orderCode : voucherCode
  if (outcome === 'refund' || code === undefined) return undefined
  return texts.text(`order.message.complaint-decided.${outcome}-text`, { code })
}
