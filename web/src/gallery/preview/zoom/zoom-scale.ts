/** Returns the position of a scale on the slider, 0 to 1: equal distances are equal factors. */
export function toSliderValue(scale: number, max: number): number {
  return Math.min(1, Math.max(0, Math.log(scale) / Math.log(max)))
}

/** Returns the scale of a position on the slider. */
export function toScale(value: number, max: number): number {
  return max ** value
}

/** Returns the scale of the next step in or out, which stops at 100 %. */
export function findNextScale(scale: number, actual: number, direction: -1 | 1): number {
  const next = scale * STEP ** direction
  const passes =
    direction > 0 ? scale < actual - ROUNDING && next > actual : scale > actual + ROUNDING && next < actual
  return passes ? actual : next
}

const STEP = 1.5
const ROUNDING = 1e-6
