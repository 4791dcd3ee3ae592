import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Callbacks } from '#contract/callbacks.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { callbacksQuery } from './callback-queries.ts'

/** Content that needs the state of the callbacks: boxes until it is there, the failure with a retry. */
export function CallbacksContent({ children }: { children: (callbacks: Callbacks) => ReactNode }) {
  const { text } = useTexts()
  const { data, isError, refetch } = useQuery(callbacksQuery)
  if (data) return children(data)
  if (!isError) return <CallbacksLoading />
  return (
    <div className="ui-above24">
      <AlertBanner kind="error" onRetry={() => void refetch()}>
        {text('callbacks.load-failed')}
      </AlertBanner>
    </div>
  )
}

const ROWS = ['host', 'user', 'folder', 'file']

/** The boxes of the page. */
export function CallbacksLoading() {
  const { text } = useTexts()
  return (
    <div role="status" className="ui-stack12 ui-above32">
      <VisuallyHidden>{text('callbacks.loading')}</VisuallyHidden>
      <Skeleton width={140} height={28} />
      {ROWS.map(row => (
        <Skeleton key={row} width="100%" height={40} />
      ))}
      <Skeleton width={120} height={28} />
      <Skeleton width="100%" height={72} />
      <Skeleton width="100%" height={72} />
    </div>
  )
}
