import type { KnownKey } from '../key-cache.ts'

/** A call of a key that was answered. */
export interface KeyCall {
  key: KnownKey
  calledAt: Date
  method: string
  path: string
  status: number
  network: string | null
  /** Whether the key was accepted, which is a use of it. */
  isAccepted: boolean
}
