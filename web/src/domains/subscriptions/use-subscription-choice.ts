import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { requestSubscription, withdrawSubscription } from '#contract/subscriptions.ts'
import { call } from '#web/platform/http/call.ts'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { subscriptionQuery } from './subscription-query.ts'

/**
 * Saves the last choice of several that are made while one is being saved: choices between are not sent, so that a
 * switch pressed back and forth mails at most one link. `choice` is set until it is saved and shown.
 */
export function useSubscriptionChoice() {
  const queries = useQueryClient()
  const [choice, setChoice] = useState<boolean>()
  const [hasFailed, setFailed] = useState(false)
  const lastChoice = useRef<boolean>(undefined)
  const isSaving = useRef(false)
  const save = async () => {
    isSaving.current = true
    try {
      for (let saved: boolean | undefined; saved !== lastChoice.current; ) {
        saved = lastChoice.current
        await call(saved ? requestSubscription : withdrawSubscription)
      }
    } catch (error) {
      reportFailure(error)
      setFailed(true)
    }
    isSaving.current = false
    await queries.invalidateQueries(subscriptionQuery)
    if (!isSaving.current) setChoice(undefined)
  }
  const choose = (isOn: boolean) => {
    lastChoice.current = isOn
    setChoice(isOn)
    setFailed(false)
    if (!isSaving.current) void save()
  }
  return { choice, hasFailed, choose }
}
