import { defineCounter } from '../../platform/metrics/definitions.ts'

/** `refused`: permanently, which counts as a bounce as well; `failed`: a retry may succeed. */
export const mailsSent = defineCounter('mails_total', 'Mails by what the mail server answered', {
  labels: ['outcome'],
  initial: [{ outcome: 'sent' }, { outcome: 'refused' }, { outcome: 'failed' }],
})
export const mailBounces = defineCounter('mail_bounces_total', 'Mails that bounced, at once or later')
