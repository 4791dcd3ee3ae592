/** Measures both sides in each round, alternating which one runs first. */
export async function measureAlternately<A, B>(
  rounds: number,
  product: () => Promise<A>,
  reference: () => Promise<B>,
): Promise<{ product: A; reference: B }[]> {
  const measured: { product: A; reference: B }[] = []
  for (let round = 0; round < rounds; round++) {
    if (round % 2 === 0) {
      const first = await product()
      measured.push({ product: first, reference: await reference() })
    } else {
      const first = await reference()
      measured.push({ reference: first, product: await product() })
    }
  }
  return measured
}

export const computeMedian = (values: readonly number[]): number => computeQuantile(values, 0.5)

/** Interquartile range relative to the median: the reliability of single rounds. */
export const computeSpread = (values: readonly number[]): number =>
  (computeQuantile(values, 0.75) - computeQuantile(values, 0.25)) / Math.abs(computeMedian(values))

function computeQuantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (sorted.length - 1) * q
  const low = sorted[Math.floor(at)]!
  return low + (sorted[Math.ceil(at)]! - low) * (at - Math.floor(at))
}
