import { dab } from './brush.ts'
import type { Canvas } from './canvas.ts'
import { gain, rgb } from './palette.ts'
import type { Random } from './random.ts'

/** Discs of light far out of focus. Places and sizes as shares of the picture's height and width. */
export function scatterBokeh(
  canvas: Canvas,
  random: Random,
  lights: {
    count: number
    colours: readonly string[]
    y: number
    spread: number
    size: number
    bright?: number
  },
): void {
  const { width, height } = canvas
  for (let i = 0; i < lights.count; i++) {
    const x = random.between(-0.02, 1.02) * width
    const y = (lights.y + random.bell() * lights.spread) * height
    const radius = lights.size * height * random.between(0.45, 1.15)
    const colour = gain(rgb(random.pick(lights.colours)), (lights.bright ?? 1) * random.between(0.6, 1.2))
    dab(canvas, x, y, radius, colour, random.between(0.12, 0.5), 0.1)
    dab(canvas, x, y, radius * 0.86, colour, 0.06, 0.5)
  }
}
