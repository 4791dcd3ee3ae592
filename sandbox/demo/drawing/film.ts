import { downscale, enlargeRow, soften } from './blur.ts'
import type { Canvas } from './canvas.ts'
import { type Random, seededRandom } from './random.ts'

/** How the picture is developed; every figure 0 leaves it as it is. */
export type Look = {
  /** Light bleeding around what is brighter than white. */
  bloom?: number
  contrast?: number
  /** 1 = as painted. */
  saturation?: number
  /** Warm (positive) or cool (negative) cast. */
  warmth?: number
  vignette?: number
  grain?: number
  exposure?: number
  /** Lifts the blacks, as faded film does. */
  fade?: number
}

/** Turns painted light into a photograph, in place: bloom, tone curve, colour, vignette and grain. */
export function develop(canvas: Canvas, random: Random, look: Look): void {
  const { bloom = 0.5, contrast = 0.25, saturation = 1.05, warmth = 0, vignette = 0.22 } = look
  const { grain = 0.022, exposure = 1, fade = 0.015 } = look
  const { width, height, data } = canvas
  const light = brightParts(canvas)
  const glare = new Float32Array(width * 3)
  const speckle = grainTile()
  const shift = Math.floor(random.between(0, 65536))
  const tone = toneTable(contrast)
  const warm = 1 + warmth * 0.08
  const cool = 1 - warmth * 0.08
  for (let y = 0, at = 0; y < height; y++) {
    const dy = (y / height - 0.5) * 1.25
    enlargeRow(light, y / lightScale - 0.4, glare, lightScale)
    const flecks = y * 40503 + shift
    for (let x = 0; x < width; x++, at += 3) {
      const dx = (x / width - 0.5) * 1.25
      const edge = dx * dx + dy * dy
      const shadow = exposure * (1 - vignette * edge * (0.9 + edge)) * toneSteps
      const r =
        tone[Math.min(toneLast, Math.max(0, (data[at]! + glare[x * 3]! * bloom) * shadow * warm)) | 0]!
      const g =
        tone[Math.min(toneLast, Math.max(0, (data[at + 1]! + glare[x * 3 + 1]! * bloom) * shadow)) | 0]!
      const b =
        tone[
          Math.min(toneLast, Math.max(0, (data[at + 2]! + glare[x * 3 + 2]! * bloom) * shadow * cool)) | 0
        ]!
      const grey = r * 0.3 + g * 0.59 + b * 0.11
      const base =
        fade + speckle[(flecks + x) & 65535]! * grain * (1.2 - grey) + (1 - fade) * (1 - saturation) * grey
      const colour = (1 - fade) * saturation
      data[at] = base + r * colour
      data[at + 1] = base + g * colour
      data[at + 2] = base + b * colour
    }
  }
}

const lightScale = 5

function brightParts(canvas: Canvas): Canvas {
  const small = downscale(canvas, lightScale)
  for (let i = 0; i < small.data.length; i++) small.data[i] = Math.max(0, Math.min(4, small.data[i]!) - 0.82)
  const wide: Canvas = { ...small, data: small.data.slice() }
  soften(small, 2)
  soften(wide, Math.max(small.width, small.height) / 22)
  for (let i = 0; i < small.data.length; i++) small.data[i]! += wide.data[i]! * 1.2
  return small
}

const toneSteps = 2048
const toneLast = toneSteps * 4 - 1

/** Soft shoulder towards white, then an S-curve around the middle; by brightness 0..4 in steps of 1/2048. */
function toneTable(contrast: number): Float32Array {
  return Float32Array.from({ length: toneLast + 1 }, (_, i) => {
    const value = i / toneSteps
    const v = value < 0.75 ? value : 1 - 0.25 * Math.exp((0.75 - value) * 3)
    return v + contrast * v * (1 - v) * (v - 0.45) * 2
  })
}

let madeGrain: Float32Array | undefined
function grainTile(): Float32Array {
  if (!madeGrain) {
    const random = seededRandom(99)
    madeGrain = Float32Array.from({ length: 65536 }, () => random.bell())
  }
  return madeGrain
}
