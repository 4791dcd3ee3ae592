import { leaf } from '../drawing/brush.ts'
import { type Canvas, tint } from '../drawing/canvas.ts'
import { fineNoise, sample, smoothstep } from '../drawing/noise.ts'
import { gain, mix, type Rgb, rampAt } from '../drawing/palette.ts'
import type { Random } from '../drawing/random.ts'

/** A trunk from the top of the picture down to `foot`, its bark lit on the side towards `sunX`. */
export function trunk(
  canvas: Canvas,
  random: Random,
  x: number,
  foot: number,
  thick: number,
  colour: Rgb,
  sunX: number,
): void {
  const tile = fineNoise()
  const lean = random.bell() * 0.035
  const seed = random.between(0, 1)
  const side = x < sunX ? 1 : -1
  for (let y = 0; y < Math.min(canvas.height, foot); y++) {
    const up = foot - y
    const flare = 1 + 0.7 * Math.exp(-up / (thick * 1.3 + 1))
    const half = (thick / 2) * flare * (1 - (up / canvas.height) * 0.28)
    const middle = x + up * lean + Math.sin(up / 160 + seed * 6) * thick * 0.12
    for (let px = Math.floor(middle - half); px <= middle + half; px++) {
      const across = (px - middle) / half
      const bark = 0.62 + 0.75 * sample(tile, seed + across * 0.06, y / 900 + seed)
      const rim = smoothstep(0.35, 1, across * side) * 0.9
      tint(
        canvas,
        px,
        y,
        gain(colour, bark * (1 + rim)),
        Math.min(1, middle + half - px + 0.2, px - middle + half + 0.2),
      )
    }
  }
}

/** Leaves hanging into the top of the picture; `near` 0 is the farthest layer, 1 the nearest. */
export function foliage(
  canvas: Canvas,
  random: Random,
  near: number,
  haze: number,
  leaves: Float32Array,
  air: Rgb,
): void {
  const { width, height } = canvas
  const size = 4 + near * 11
  const clumps = Math.round(34 - near * 18)
  for (let i = 0; i < clumps; i++) {
    const cx = random.between(0, width)
    const cy = height * (random.between(-0.05, 0.34) - near * 0.12)
    for (let n = 0; n < 60 - near * 20; n++) {
      const dx = random.bell()
      const dy = random.bell() * 0.6
      const colour = mix(rampAt(leaves, 0.42 - dy * 0.3 + random.bell() * 0.25), air, haze * 0.85)
      const length = size * random.between(0.6, 1.5)
      leaf(
        canvas,
        cx + dx * height * 0.09,
        cy + dy * height * 0.09,
        length,
        length * 0.55,
        random.between(0, 3.1),
        colour,
        0.85,
      )
    }
  }
}
