import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { activationQuery } from './activation-query.ts'
import { getReactivation } from './reactivation.ts'

/** State of the legacy library and its import; `start` requests the import. */
export function useActivation() {
  const reactivation = getReactivation(useQueryClient())
  const { data: activation } = useQuery(activationQuery)
  const status = activation?.status
  useEffect(() => reactivation.updateStatus(status), [reactivation, status])
  const progress = useSyncExternalStore(reactivation.progress.subscribe, reactivation.progress.get)
  return { activation, progress, start: reactivation.start }
}
