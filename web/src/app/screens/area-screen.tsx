import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { activationQuery } from '#web/domains/activation/index.ts'

const DeletingLibrary = lazy(() =>
  import('#web/domains/activation/deleting-library.tsx').then(module => ({
    default: module.DeletingLibrary,
  })),
)

/** The photo area; while the retailer deletes the library nothing of it is shown, and nothing can be added (OP-26). */
export function AreaScreen() {
  const { data } = useQuery(activationQuery)
  if (data?.status !== 'DELETING') return <Outlet />
  return (
    <Suspense>
      <DeletingLibrary />
    </Suspense>
  )
}
