/** How the shop answers all calls of Keepsake, to try out what Keepsake does then. */
export const CALL_BEHAVIOURS = ['accept', 'refuse', 'unavailable', 'slow', 'not-json'] as const
export type CallBehaviour = (typeof CALL_BEHAVIOURS)[number]

/** The behaviour since the start of the shop, which back office changes. */
export interface CallSettings {
  behaviour: CallBehaviour
}

/** Longer than Keepsake waits for an answer. */
export const SLOW_MS = 20_000
