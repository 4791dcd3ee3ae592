import { createDayLabels, type MessageFacts, type MessageView } from './message-view.ts'

/** Customer care asks about a report. */
export function describeQuestion(facts: MessageFacts<'complaint-question'>): MessageView {
  const { text } = facts.texts
  const { answerBy } = facts.message.complaint
  const isOpen = answerBy !== undefined && Date.parse(answerBy) > facts.now
  const heading = text('order.message.complaint-question.heading')
  return {
    tone: 'amber',
    heading,
    sentences: [
      isOpen
        ? text('order.message.complaint-question.text', { date: createDayLabels(facts).day(answerBy) })
        : text('order.message.complaint-question.text-no-date'),
    ],
    line: heading,
    actions: [],
  }
}

/** Customer care has a report and has not decided. */
export function describeReport(facts: MessageFacts<'complaint-sent'>): MessageView {
  const { text } = facts.texts
  const { submittedAt, answerBy } = facts.message.complaint
  const labels = createDayLabels(facts)
  const date = labels.time(submittedAt)
  const heading = text('order.message.complaint-sent.heading')
  return {
    tone: 'plain',
    heading,
    sentences: [
      answerBy !== undefined && Date.parse(answerBy) > facts.now
        ? text('order.message.complaint-sent.text', { date, answerBy: labels.day(answerBy) })
        : text('order.message.complaint-sent.text-no-date', { date }),
    ],
    line: heading,
    actions: [],
  }
}

/** Customer care has decided; what comes is in 'Your report'. */
export function describeDecision(facts: MessageFacts<'complaint-decided'>): MessageView {
  const { text } = facts.texts
  const { decision } = facts.message.complaint
  const outcome = decision?.outcome ?? 'declined'
  const heading = text(`order.message.complaint-decided.${outcome}`)
  const code = outcome === 'reprint' ? decision?.orderCode : decision?.voucherCode
  const sentence =
    outcome === 'declined'
      ? decision?.reason
      : outcome !== 'refund' && code !== undefined
        ? text(`order.message.complaint-decided.${outcome}-text`, { code })
        : undefined
  return {
    tone: outcome === 'declined' ? 'plain' : 'green',
    heading,
    sentences: sentence === undefined ? [] : [sentence],
    line: heading,
    actions: [],
  }
}
