import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import type { Activation } from '#contract/activation.ts'
import { activationQuery } from './activation-query.ts'
import { getReactivation, type Progress } from './reactivation.ts'

/** State of the legacy library and its import; `start` requests the import. */
export function useActivation(): { activation?: Activation; progress: Progress; start: () => void } {
  const reactivation = getReactivation(useQueryClient())
  const { data } = useQuery(activationQuery)
  const status = data?.status
  useEffect(() => reactivation.updateStatus(status), [reactivation, status])
  const progress = useSyncExternalStore(reactivation.subscribe, reactivation.progress)
  return { activation: data, progress, start: reactivation.start }
}
