import type { Clock } from '../clock/clock.ts'
import type { Log } from '../log/log.ts'
import type { Tracing, TracingSettings } from './span.ts'

/** Opens tracing, and loads OpenTelemetry; null, and nothing is loaded, without settings. */
export async function openTracing(
  settings: TracingSettings | null,
  options: { process: { role: string; build: string }; log: Pick<Log, 'warn'>; clock: Clock },
): Promise<Tracing | null> {
  if (!settings) return null
  const { createTracing } = await import('./open-telemetry.ts')
  return createTracing(settings, options)
}
