/** Runs both sides in turn, who goes first changing every round, and gives what each round measured. */
export async function alternate<A, B>(
  rounds: number,
  ours: () => Promise<A>,
  reference: () => Promise<B>,
): Promise<{ ours: A; reference: B }[]> {
  const measured: { ours: A; reference: B }[] = []
  for (let round = 0; round < rounds; round++) {
    if (round % 2 === 0) {
      const first = await ours()
      measured.push({ ours: first, reference: await reference() })
    } else {
      const first = await reference()
      measured.push({ reference: first, ours: await ours() })
    }
  }
  return measured
}

/** The middle value; between the two middle ones where their number is even. */
export const median = (values: readonly number[]): number => quantile(values, 0.5)

/** Interquartile range as a part of the median: how much single rounds can be believed. */
export const spread = (values: readonly number[]): number =>
  (quantile(values, 0.75) - quantile(values, 0.25)) / Math.abs(median(values))

export function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (sorted.length - 1) * q
  const low = sorted[Math.floor(at)]!
  return low + (sorted[Math.ceil(at)]! - low) * (at - Math.floor(at))
}

/** Milliseconds the work took. */
export async function elapsed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}
