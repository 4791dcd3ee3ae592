import { dab, glow, slab } from '../drawing/brush.ts'
import type { Canvas } from '../drawing/canvas.ts'
import { develop } from '../drawing/film.ts'
import { scatterStars } from '../drawing/night.ts'
import { gain, mix, ramp, rgb } from '../drawing/palette.ts'
import type { Random } from '../drawing/random.ts'
import { paintSky } from '../drawing/sky.ts'
import { paintWater } from '../drawing/water.ts'

const lights = {
  night: {
    sky: ['#070b1a', '#101a36', '#2a2f52', '#6a4a58'],
    haze: '#4a3c52',
    wall: '#0c1222',
    stars: 260,
    warm: 0,
  },
  dusk: {
    sky: ['#1d2f5e', '#4d5488', '#b0748a', '#f2a070'],
    haze: '#a8788a',
    wall: '#1c2340',
    stars: 0,
    warm: 0.1,
  },
} as const

/** A skyline across the water with its windows lit. */
export function city(time: keyof typeof lights, { line = 0.62, moon = false } = {}) {
  return (canvas: Canvas, random: Random): void => {
    const light = lights[time]
    const { width, height } = canvas
    const foot = line * height
    paintSky(canvas, {
      colours: ramp(light.sky),
      horizon: line,
      sun: { x: 0.65, y: line, colour: rgb('#ff9a5a'), size: 0, halo: time === 'dusk' ? 0.45 : 0.16 },
      clouds: {
        cover: 0.5,
        soft: 0.25,
        lit: mix(rgb(light.haze), rgb('#ffd0b0'), 0.3),
        dark: rgb(light.sky[1]!),
        scale: 1.2,
        seed: random.between(0, 1),
        strength: 0.6,
      },
    })
    scatterStars(canvas, random, line * 0.8, light.stars)
    if (moon) {
      glow(canvas, width * 0.24, height * 0.17, height * 0.13, rgb('#a9b8e8'), 0.28)
      dab(canvas, width * 0.24, height * 0.17, height * 0.026, rgb('#fff6e0', 1.25), 1, 0.1)
    }
    for (let layer = 0; layer < 3; layer++) {
      const near = layer / 2
      const wall = mix(rgb(light.haze), rgb(light.wall), 0.35 + near * 0.65)
      const step = height * (0.045 + near * 0.025)
      for (let x = -step; x < width; ) {
        const wide = step * random.between(0.7, 1.7)
        const centre = Math.exp(-(((x / width - 0.52) / 0.3) ** 2))
        const tall =
          height * (random.between(0.05, 0.16) + centre * random.between(0.04, 0.36) * (1.05 - near * 0.4))
        tower(canvas, random, x, foot, wide, tall, wall, near)
        x += wide * random.between(0.75, 1.15)
      }
    }
    for (let x = 0; x < width; x += random.between(8, 26))
      glow(canvas, x, foot - random.between(2, 9), 7, rgb('#ffc27a'), random.between(0.5, 1.6))
    paintWater(canvas, {
      line,
      deep: gain(rgb(light.sky[0]!), 0.7),
      ripple: 0.55,
      mirror: 0.7,
      scale: 0.9,
      smear: 0.022,
      seed: random.between(0, 1),
    })
    develop(canvas, random, { bloom: 0.75, contrast: 0.3, saturation: 1.12, warmth: light.warm, grain: 0.03 })
  }
}

function tower(
  canvas: Canvas,
  random: Random,
  x: number,
  foot: number,
  wide: number,
  tall: number,
  wall: readonly [number, number, number],
  near: number,
): void {
  const top = foot - tall
  slab(canvas, x, top, wide, tall, gain(wall, 0.85), gain(wall, 1.25))
  slab(canvas, x, top, wide * 0.28, tall, gain(wall, 1.2), gain(wall, 1.5), 0.5)
  const crown = random.between(0, 1)
  if (crown > 0.72) {
    slab(canvas, x + wide * 0.25, top - wide * 0.4, wide * 0.5, wide * 0.4, wall)
    slab(canvas, x + wide * 0.48, top - wide * 1.5, Math.max(1, wide * 0.04), wide * 1.1, wall)
    glow(canvas, x + wide * 0.5, top - wide * 1.5, 6, rgb('#ff4a3a'), 0.9)
  } else if (crown > 0.5) {
    slab(canvas, x + wide * 0.15, top - wide * 0.18, wide * 0.7, wide * 0.18, wall)
  }
  const pitch = 5 + near * 2.6
  const office = random.pick(['#ffd9a0', '#ffe9c8', '#ffc888', '#cfe4ff'])
  const share = random.between(0.15, 0.62)
  for (let wy = top + pitch; wy < foot - pitch; wy += pitch * 1.35) {
    const floor = random.chance(0.12) ? 0.9 : share
    for (let wx = x + pitch * 0.6; wx < x + wide - pitch; wx += pitch) {
      if (!random.chance(floor)) continue
      const shine = random.between(0.25, 1.15) * (0.55 + near * 0.6)
      slab(canvas, wx, wy, pitch * 0.6, pitch * 0.7, rgb(random.chance(0.85) ? office : '#ffb870', shine))
    }
  }
}
