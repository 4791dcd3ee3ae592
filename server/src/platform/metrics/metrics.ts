import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { Log } from '../log/log.ts'
import type { MetricDefinition } from './definitions.ts'
import { type MetricsSource, openSource, type Source } from './sources.ts'

export interface Metrics {
  /** The metric of this process; created at its first use. */
  get<M>(definition: MetricDefinition<M>): M
  /** Adds gauges whose values are read when the metrics are scraped. */
  addSource(source: MetricsSource): void
  /** All metrics in the text format of Prometheus, after their sources were read; failing sources are left out. */
  render(): Promise<string>
  contentType: string
}

export function createMetrics(log: Pick<Log, 'warn'>, now: () => number = () => performance.now()): Metrics {
  const registry = new Registry()
  const sources: Source[] = []
  const metricByName = new Map<string, { definition: MetricDefinition; metric: unknown }>()
  const get = <M>(definition: MetricDefinition<M>): M => {
    const existingMetric = metricByName.get(definition.name)
    if (existingMetric?.definition === definition) return existingMetric.metric as M
    if (existingMetric) throw new Error(`There are two metrics ${definition.name}`)
    const metric = definition.create(registry)
    metricByName.set(definition.name, { definition, metric })
    return metric
  }
  return {
    get,
    addSource(source) {
      sources.push(openSource(source, { getMetric: get, now, log }))
    },
    async render() {
      await Promise.all(sources.map(readSource => readSource()))
      return registry.metrics()
    },
    contentType: registry.contentType,
  }
}

/** Adds the metrics of the process itself (memory, CPU, event loop), its role and build. */
export function describeProcess(metrics: Metrics, { role, build }: { role: string; build: string }): void {
  metrics.get({
    name: 'keepsake_build_info',
    create(registry) {
      collectDefaultMetrics({ register: registry })
      const info = new Gauge({
        name: 'keepsake_build_info',
        help: 'What this process is; always 1',
        labelNames: ['role', 'build'],
        registers: [registry],
      })
      info.set({ role, build }, 1)
      return info
    },
  })
}
