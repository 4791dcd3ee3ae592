import { defineCounter } from '../../platform/metrics/definitions.ts'

export const callbackAttempts = defineCounter(
  'callback_attempts_total',
  'Attempts to deliver a callback, by outcome',
  { labels: ['outcome'], initial: [{ outcome: 'delivered' }, { outcome: 'failed' }] },
)
