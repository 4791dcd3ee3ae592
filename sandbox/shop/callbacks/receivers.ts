import { z } from 'zod'

/** How a receiver answers correctly signed callbacks. */
export const BEHAVIOURS = ['accept', 'error', 'unavailable', 'gone', 'slow', 'redirect'] as const
export type Behaviour = (typeof BEHAVIOURS)[number]

/** The name of a receiver, in its address. */
export const RECEIVER_NAME = /^[a-z0-9][a-z0-9-]{0,39}$/
/** A signing secret as Keepsake shows it. */
export const SIGNING_SECRET = /^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/

const receivedCallback = z.object({
  at: z.string(),
  /** The header webhook-id; empty without one. */
  id: z.string(),
  /** Whether the receiver's secret verifies the signature; otherwise the content is not read. */
  isVerified: z.boolean(),
  /** Whether this id was accepted before, because callbacks are delivered at least once. */
  isRepeated: z.boolean(),
  type: z.string().nullable(),
  about: z.string().nullable(),
  /** The status of the answer; null when it came too late for the caller. */
  status: z.int().nullable(),
})
export type ReceivedCallback = z.infer<typeof receivedCallback>

/** A simulated system of a business customer; a new one has a name only. */
export const receiver = z.object({
  name: z.string(),
  /** Null until it was entered. */
  secret: z.string().nullable().default(null),
  behaviour: z.enum(BEHAVIOURS).default('accept'),
  /** The newest first. */
  received: z.array(receivedCallback).default([]),
})
export type Receiver = z.infer<typeof receiver>
