import { useSyncExternalStore } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import { createListeners } from '../listeners/listeners.ts'

/** The open question 'Confirm it's you', and the call that waits for it. */
export interface IdentityQuestion {
  call: Pick<Endpoint, 'method' | 'service' | 'path'>
  /** Closes the question: the calls that wait are repeated, or cancelled. */
  answer: (isConfirmed: boolean) => void
}

/** Asks the customer to prove again who they are; concurrent calls share the question. False when they cancel. */
export function confirmIdentity(call: IdentityQuestion['call']): Promise<boolean> {
  pendingAnswer ??= new Promise(resolve => {
    const answer = (isConfirmed: boolean) => {
      openQuestion = undefined
      pendingAnswer = undefined
      listeners.notify()
      resolve(isConfirmed)
    }
    openQuestion = { call, answer }
    listeners.notify()
  })
  return pendingAnswer
}

/** Returns the question that is to be shown; re-renders on change. */
export const useIdentityQuestion = (): IdentityQuestion | undefined =>
  useSyncExternalStore(listeners.subscribe, () => openQuestion)

const listeners = createListeners()
let openQuestion: IdentityQuestion | undefined
let pendingAnswer: Promise<boolean> | undefined
