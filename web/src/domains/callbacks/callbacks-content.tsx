import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Callbacks } from '#contract/callbacks.ts'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { Skeleton, Skeletons } from '#web/ui/skeleton.tsx'
import { callbacksQuery } from './callback-queries.ts'

/** Content that needs the state of the callbacks: boxes until it is there, the failure with a retry. */
export function CallbacksContent({ children }: { children: (callbacks: Callbacks) => ReactNode }) {
  const { data, isError, refetch } = useQuery(callbacksQuery)
  if (data) return children(data)
  if (!isError) return <CallbacksLoading />
  return (
    <div className="ui-above24">
      <LoadFailed retry={refetch} id="callbacks.load-failed" />
    </div>
  )
}

/** The boxes of the page. */
export function CallbacksLoading() {
  return (
    <Loading id="callbacks.loading" className="ui-stack12 ui-above32">
      <Skeleton width={140} height={28} />
      <Skeletons count={4} width="100%" height={40} />
      <Skeleton width={120} height={28} />
      <Skeleton width="100%" height={72} />
      <Skeleton width="100%" height={72} />
    </Loading>
  )
}
