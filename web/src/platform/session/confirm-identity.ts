import { useSyncExternalStore } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import { createStore } from '../listeners/listeners.ts'

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
      pendingAnswer = undefined
      openQuestion.set(undefined)
      resolve(isConfirmed)
    }
    openQuestion.set({ call, answer })
  })
  return pendingAnswer
}

/** Returns the question that is to be shown; re-renders on change. */
export const useIdentityQuestion = (): IdentityQuestion | undefined =>
  useSyncExternalStore(openQuestion.subscribe, openQuestion.get)

const openQuestion = createStore<IdentityQuestion | undefined>(undefined)
let pendingAnswer: Promise<boolean> | undefined
