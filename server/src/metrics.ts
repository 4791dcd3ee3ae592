import type { Context } from './context.ts'
import type { Domain } from './domain.ts'
import { answerCacheRequests } from './http/answer-cache.ts'
import { measureDependencies } from './http/readiness.ts'
import { pushSockets } from './http/socket.ts'
import { measureSpace } from './platform/blobs/blob-metrics.ts'
import { measureJobs } from './platform/jobs/job-metrics.ts'

/** Creates all metrics of a process, so that each has a value from its start; the domains declare their own. */
export function addMetrics(ctx: Context, domains: readonly Domain[]): void {
  const { metrics } = ctx
  for (const definition of [answerCacheRequests, pushSockets]) metrics.get(definition)
  measureDependencies(ctx)
  measureJobs(metrics, ctx.jobs)
  measureSpace(metrics, ctx.blobs)
  for (const { metrics: declared } of domains) {
    for (const definition of declared?.counted ?? []) metrics.get(definition)
    for (const source of declared?.sources?.(ctx) ?? []) metrics.addSource(source)
  }
}
