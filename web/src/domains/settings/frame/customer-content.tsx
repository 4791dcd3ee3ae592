import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Customer } from '#contract/customers.ts'
import { customerQuery, useCustomerChanges } from '#web/domains/customers/index.ts'
import { LoadFailed } from '#web/ui/load-failed.tsx'

/**
 * Content that needs the customer: `fallback` until it is there, the failure with a retry if it cannot be loaded.
 */
export function CustomerContent({ fallback, children }: CustomerContentProps) {
  const { data, isError, refetch } = useQuery({ ...customerQuery, refetchOnMount: 'always' })
  useCustomerChanges()
  if (data) return children(data)
  if (!isError) return fallback
  return <LoadFailed retry={refetch} id="settings.load-failed" />
}

interface CustomerContentProps {
  fallback: ReactNode
  children: (customer: Customer) => ReactNode
}
