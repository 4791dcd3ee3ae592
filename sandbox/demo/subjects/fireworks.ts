import { glow, slab } from '../drawing/brush.ts'
import type { Canvas } from '../drawing/canvas.ts'
import { develop } from '../drawing/film.ts'
import { cloudNoise, sample } from '../drawing/noise.ts'
import { mix, ramp, rgb } from '../drawing/palette.ts'
import type { Random } from '../drawing/random.ts'
import { paintSky } from '../drawing/sky.ts'
import { paintWater } from '../drawing/water.ts'

const showers = [
  ['#ffd27a', '#ff8a3a'],
  ['#ff5a6e', '#ffb0a0'],
  ['#7ab8ff', '#e0f0ff'],
  ['#b57aff', '#ff9ae0'],
  ['#7affb0', '#e8ffd0'],
] as const

/** Fireworks over a dark shore; each burst is given by its place and size as shares. */
export function fireworks(bursts: readonly { x: number; y: number; size: number; colour: number }[]) {
  return (canvas: Canvas, random: Random): void => {
    const { width, height } = canvas
    const line = 0.8
    paintSky(canvas, {
      colours: ramp(['#05070f', '#0b1024', '#1a1c38', '#33263c']),
      horizon: line,
      clouds: {
        cover: 0.42,
        soft: 0.3,
        lit: rgb('#4a3a4c'),
        dark: rgb('#12142a'),
        scale: 1.4,
        seed: random.between(0, 1),
        strength: 0.55,
      },
    })
    for (const burst of bursts) {
      const [core, rim] = showers[burst.colour % showers.length]!
      explode(canvas, random, burst.x * width, burst.y * height, burst.size * height, core, rim)
    }
    shore(canvas, random, line * height)
    paintWater(canvas, {
      line,
      deep: rgb('#04060e'),
      ripple: 0.7,
      mirror: 0.85,
      smear: 0.03,
      squash: 3.4,
      seed: random.between(0, 1),
    })
    develop(canvas, random, { bloom: 0.95, contrast: 0.25, saturation: 1.15, grain: 0.028, vignette: 0.15 })
  }
}

function explode(
  canvas: Canvas,
  random: Random,
  x: number,
  y: number,
  size: number,
  core: string,
  rim: string,
): void {
  glow(canvas, x, y, size * 1.15, rgb(core), 0.16)
  const rays = Math.round(70 + size * 0.25)
  for (let i = 0; i < rays; i++) {
    const angle = random.between(0, Math.PI * 2)
    const reach = size * Math.sqrt(random.between(0.18, 1))
    const steps = Math.round(reach / 3.2)
    for (let s = Math.floor(steps * 0.12); s < steps; s++) {
      const t = s / steps
      const px = x + Math.cos(angle) * reach * t
      const py = y + Math.sin(angle) * reach * t + t * t * size * 0.16
      const shine = (0.25 + t * t * 1.2) * (t > 0.93 ? 1.5 : 0.65) * random.between(0.6, 1.2)
      glow(canvas, px, py, 1.7 + t * 1.3, mix(rgb(core), rgb(rim), t), shine)
    }
  }
  for (let i = 0; i < 30; i++) {
    glow(canvas, x + random.bell() * size * 0.4, y + random.bell() * size * 0.4, 2.6, rgb('#ffffff'), 0.7)
  }
  for (let i = 0; i < size * 1.1; i++) {
    const py = y + size * 0.3 + i * 1.2
    glow(canvas, x + Math.sin(i / 70) * 4, py, 2, rgb(core), 0.16 * (1 - i / (size * 1.1)))
  }
}

function shore(canvas: Canvas, random: Random, foot: number): void {
  const tile = cloudNoise()
  const seed = random.between(0, 1)
  for (let x = 0; x < canvas.width; x++) {
    const tall = (0.02 + 0.07 * sample(tile, (x / canvas.height) * 0.35 + seed, 0.5)) * canvas.height
    slab(canvas, x, foot - tall, 1, tall, rgb('#07080f'), rgb('#0c0d18'))
  }
  for (let i = 0; i < 60; i++) {
    glow(
      canvas,
      random.between(0, canvas.width),
      foot - random.between(3, 20),
      random.between(3, 7),
      rgb(random.pick(['#ffc27a', '#ffe0b0', '#ff9a5a'])),
      random.between(0.4, 1.4),
    )
  }
}
