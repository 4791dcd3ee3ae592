import { Counter, Gauge, Histogram, type LabelValues, type Registry } from 'prom-client'

/** The declaration of a metric: a constant, which each process (or server of a test) counts for itself. */
export interface MetricDefinition<M = unknown> {
  name: string
  create(registry: Registry): M
}

/**
 * Labels of a metric, with the values that are known beforehand: their series begin at 0, so that a first rise is
 * visible. None is called `job` or `instance`, which Prometheus sets itself.
 */
interface Labels<L extends string> {
  labels?: readonly L[]
  initial?: readonly LabelValues<L>[]
}

/** Defines a number that only rises. Its name ends in `_total`; `keepsake_` is added to it. */
export const defineCounter = <L extends string = never>(
  suffix: string,
  help: string,
  { labels = [], initial = [] }: Labels<L> = {},
): MetricDefinition<Counter<L>> =>
  defineMetric(suffix, (name, registry) => {
    const counter = new Counter<L>({ name, help, labelNames: [...labels], registers: [registry] })
    for (const values of initial) counter.inc(values, 0)
    return counter
  })

/** Defines a number that rises and falls. `keepsake_` is added to its name. */
export const defineGauge = <L extends string = never>(
  suffix: string,
  help: string,
  { labels = [] }: Pick<Labels<L>, 'labels'> = {},
): MetricDefinition<Gauge<L>> =>
  defineMetric(
    suffix,
    (name, registry) => new Gauge<L>({ name, help, labelNames: [...labels], registers: [registry] }),
  )

/** Durations in seconds. Its name ends in `_seconds`; `keepsake_` is added to it. */
export const defineHistogram = <L extends string = never>(
  suffix: string,
  help: string,
  { labels = [], initial = [], buckets }: Labels<L> & { buckets: readonly number[] },
): MetricDefinition<Histogram<L>> =>
  defineMetric(suffix, (name, registry) => {
    const config = { name, help, labelNames: [...labels], buckets: [...buckets], registers: [registry] }
    const histogram = new Histogram<L>(config)
    for (const values of initial) histogram.zero(values)
    return histogram
  })

/** Tells the names of Keepsake from those of other systems that the same Prometheus scrapes. */
const NAME_PREFIX = 'keepsake_'

function defineMetric<M>(
  suffix: string,
  create: (name: string, registry: Registry) => M,
): MetricDefinition<M> {
  const name = NAME_PREFIX + suffix
  return { name, create: registry => create(name, registry) }
}
