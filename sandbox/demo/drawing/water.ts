import { sampleInto, smearVertically } from './blur.ts'
import { type Canvas, retouch } from './canvas.ts'
import { ridgeNoise, sample } from './noise.ts'
import type { Rgb } from './palette.ts'

/** Water from a shoreline down to the lower edge of the picture. */
export type Water = {
  /** Share of the height where the water begins. */
  line: number
  /** Colour seen where one looks down into it. */
  deep: Rgb
  /** 0 a mirror, 1 open sea. */
  ripple: number
  /** How much of the reflection is left close to the viewer, 0..1. */
  mirror: number
  glitter?: { x: number; width: number; colour: Rgb; amount: number }
  scale?: number
  seed?: number
  /** Draws lights out into upright streaks of that share of the height. */
  smear?: number
  /** 2 shows twice as much of what is above, half as tall. */
  squash?: number
}

/** Mirrors what was painted above the line, broken by ripples that grow towards the viewer. */
export function paintWater(canvas: Canvas, water: Water): void {
  const { width, height } = canvas
  const line = Math.round(water.line * height)
  const tile = ridgeNoise()
  const { ripple, deep, glitter, scale = 1, seed = 0.3 } = water
  const above: Canvas = { width, height: line, data: canvas.data.slice(0, width * line * 3) }
  if (water.smear) smearVertically(above, Math.round(water.smear * height))
  const squash = water.squash ?? 1
  const sides = glitter ? glitter.x * width : 0
  retouch(
    canvas,
    (x, y, out) => {
      const near = (y - line + 1) / height
      const depth = 1 / (near + 0.012)
      const u = ((x - width / 2) / height) * depth * 0.035 * scale + seed
      const v = depth * 0.3 * scale + seed
      const wave = sample(tile, u, v) * 0.65 + sample(tile, u * 2.7, v * 2.7 + 0.5) * 0.35 - 0.55
      const swing = wave * ripple * (0.02 + near * 0.35) * height
      sampleInto(above, x + swing * 0.35, line - (y - line) * squash - 1 - Math.abs(swing) * 1.2 + swing, out)
      const steep = Math.min(1, near * 1.9)
      const kept = 1 - (1 - water.mirror) * Math.sqrt(steep) - Math.max(0, -wave) * ripple * 0.4
      const relief = 1 + wave * ripple * 0.55
      for (let c = 0; c < 3; c++) out[c] = (deep[c]! + (out[c]! - deep[c]!) * Math.max(0, kept)) * relief
      if (!glitter) return
      const off = (x - sides) / (glitter.width * width * (0.35 + near * 2.2))
      const path = Math.exp(-off * off)
      if (path < 0.01) return
      const crest = sample(tile, u * 3.1 + 0.2, v * 2.1) * 0.5 + sample(tile, u * 7.3, v * 5.3) * 0.5
      const spark =
        Math.max(0, crest - (0.93 - path * 0.3)) * 9 * glitter.amount + path * 0.18 * glitter.amount
      for (let c = 0; c < 3; c++) out[c]! += glitter.colour[c]! * spark
    },
    { left: 0, top: line, right: width, bottom: height },
  )
}
