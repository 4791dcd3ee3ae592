import { Counter, Gauge, Histogram, type LabelValues, type Registry } from 'prom-client'

/** The declaration of a metric: a constant, which each process (or server of a test) counts for itself. */
export interface MetricDefinition<M = unknown> {
  name: string
  create(registry: Registry): M
}

/**
 * Labels of a metric, with the values that are known beforehand: their series begin at 0, so that a first rise is
 * visible.
 */
interface Labels<L extends string> {
  labels?: readonly L[]
  initial?: readonly LabelValues<L>[]
}

/** Defines a number that only rises. Its name ends in `_total`. */
export const defineCounter = <L extends string = never>(
  name: string,
  help: string,
  { labels = [], initial = [] }: Labels<L> = {},
): MetricDefinition<Counter<L>> => ({
  name,
  create(registry) {
    const counter = new Counter<L>({ name, help, labelNames: [...labels], registers: [registry] })
    for (const values of initial) counter.inc(values, 0)
    return counter
  },
})

/** Defines a number that rises and falls. */
export const defineGauge = <L extends string = never>(
  name: string,
  help: string,
  { labels = [] }: Pick<Labels<L>, 'labels'> = {},
): MetricDefinition<Gauge<L>> => ({
  name,
  create: registry => new Gauge<L>({ name, help, labelNames: [...labels], registers: [registry] }),
})

/** Durations in seconds. Its name ends in `_seconds`. */
export const defineHistogram = <L extends string = never>(
  name: string,
  help: string,
  { labels = [], initial = [], buckets }: Labels<L> & { buckets: readonly number[] },
): MetricDefinition<Histogram<L>> => ({
  name,
  create(registry) {
    const config = { name, help, labelNames: [...labels], buckets: [...buckets], registers: [registry] }
    const histogram = new Histogram<L>(config)
    for (const values of initial) histogram.zero(values)
    return histogram
  },
})
