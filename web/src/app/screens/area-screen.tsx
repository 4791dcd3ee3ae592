import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { activationQuery, DeletingLibrary } from '#web/domains/activation/index.ts'

/** The photo area; while the retailer deletes the library it is hidden, and nothing can be added. */
export function AreaScreen() {
  const { data } = useQuery(activationQuery)
  if (data?.status !== 'DELETING') return <Outlet />
  return <DeletingLibrary />
}
