import { dab } from '../drawing/brush.ts'
import type { Canvas } from '../drawing/canvas.ts'
import type { Random } from '../drawing/random.ts'
import { around, drawVector, linear } from '../drawing/vector.ts'

/** Where a boat's water line is, as shares of width and height, and its height as a share. */
export type Boat = { x: number; y: number; size: number }

/** Lit and shaded side of the sails, and the hull. */
export type BoatColours = { sail: readonly [string, string]; hull: string }

/** A sailing boat and its mirror image in the water. */
export async function drawSailingBoat(canvas: Canvas, boat: Boat, light: BoatColours): Promise<void> {
  const s = boat.size * canvas.height
  const within = around(boat.x * canvas.width, boat.y * canvas.height, s * 0.6, s * 1.15)
  const at = `translate(${boat.x * canvas.width} ${boat.y * canvas.height}) scale(${s / 100})`
  const shape = `<defs>${linear(
    'sail',
    [
      [0, light.sail[0]],
      [1, light.sail[1]],
    ],
    { x2: 1, y2: 0.3 },
  )}${linear('hull', [
    [0, light.hull],
    [1, '#20242e'],
  ])}</defs>
    <path d="M2 -100 Q 38 -52 42 -14 L 2 -12 Z" fill="url(#sail)"/>
    <path d="M-2 -92 Q -26 -44 -36 -13 L -2 -12 Z" fill="url(#sail)" fill-opacity=".92"/>
    <path d="M0 -103 L0 -8" stroke="#4a3c34" stroke-width="1.8"/>
    <path d="M2 -70 L 30 -70 M2 -42 L 38 -42" stroke="#000" stroke-opacity=".12" stroke-width=".8"/>
    <path d="M-38 -9 Q 0 -3 46 -10 Q 40 3 30 4 L -26 4 Q -34 2 -38 -9 Z" fill="url(#hull)"/>
    <path d="M-8 -8 q 3 -6 12 -6 q 10 0 13 5 z" fill="#d9cfc0" fill-opacity=".8"/>`
  await drawVector(canvas, `<g transform="${at} scale(1 -.62)" opacity=".5">${shape}</g>`, {
    blur: Math.max(1.2, s / 60),
    within,
  })
  await drawVector(canvas, `<g transform="${at}">${shape}</g>`, { texture: 0.06, within })
}

/** A gull far away in the sky, its body at (x, y). */
export function gull(canvas: Canvas, random: Random, x: number, y: number): void {
  const span = canvas.height * random.between(0.008, 0.02)
  const tilt = random.between(-0.3, 0.3)
  for (let i = -20; i <= 20; i++) {
    const t = i / 20
    const rise = Math.abs(t) * (1 - Math.abs(t) * 0.75) * span * 0.9
    dab(
      canvas,
      x + t * span,
      y - rise + t * tilt * span,
      (1 - Math.abs(t) * 0.8) * span * 0.09 + 0.4,
      [0.12, 0.12, 0.15],
      0.8,
    )
  }
}
