import { useQuery } from '@tanstack/react-query'
import type { StorageStatus } from '#contract/retention.ts'
import { activationQuery } from '#web/domains/activation/index.ts'
import { libraryTotalsQuery } from '#web/domains/photos/index.ts'
import { useFlag } from '#web/platform/flags/flags.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { getStorageNotice, type StorageNotice } from './storage-notice.ts'

/**
 * Returns what is shown of a storage status. Undefined while status, activation or number of photos is unknown: a wrong
 * date must not be shown.
 */
export function useStorageNotice(status: StorageStatus | undefined): StorageNotice | undefined {
  const texts = useTexts()
  const activation = useQuery(activationQuery)
  const totals = useQuery(libraryTotalsQuery())
  const canReactivate = useFlag('PhotoManagementReactivationEnabled')
  // Not `isPending`: a failed query is pending again whenever the modal refetches it.
  if (!status || !activation.isFetched || !totals.isFetched) return undefined
  return getStorageNotice(texts, {
    status,
    activation: activation.data?.status,
    photosCount: totals.data?.photosCount,
    canReactivate,
  })
}
