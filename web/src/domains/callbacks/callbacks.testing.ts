import type { CallbackEndpoint } from '#contract/callbacks.ts'

/** The endpoint of the settings, which is on. */
export const endpointForTests = (
  parts: Partial<CallbackEndpoint> & Pick<CallbackEndpoint, 'secrets'>,
): CallbackEndpoint => ({
  id: 'default',
  name: null,
  url: 'https://erp.example/keepsake',
  format: 'JSON',
  waiting: 0,
  missed: 0,
  state: 'on',
  offReason: null,
  offAt: null,
  offBy: null,
  startsAt: null,
  problem: null,
  version: '2026-12',
  events: null,
  hasRecentFailures: false,
  ...parts,
})
