import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Customer } from '#contract/customers.ts'
import { customerQuery, useCustomerChanges } from '#web/domains/customers/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { AlertBanner } from '#web/ui/alert-banner.tsx'

/**
 * Content that needs the customer: `fallback` until it is there, the failure with a retry if it cannot be loaded.
 */
export function CustomerContent({ fallback, children }: CustomerContentProps) {
  const { text } = useTexts()
  const { data, isError, refetch } = useQuery({ ...customerQuery, refetchOnMount: 'always' })
  useCustomerChanges()
  if (data) return children(data)
  if (!isError) return fallback
  return (
    <AlertBanner kind="error" onRetry={() => void refetch()}>
      {text('settings.load-failed')}
    </AlertBanner>
  )
}

interface CustomerContentProps {
  fallback: ReactNode
  children: (customer: Customer) => ReactNode
}
