import { dab, glow } from '../drawing/brush.ts'
import type { Canvas } from '../drawing/canvas.ts'
import { develop } from '../drawing/film.ts'
import { paintAurora, scatterStars } from '../drawing/night.ts'
import { ramp, rgb } from '../drawing/palette.ts'
import type { Random } from '../drawing/random.ts'
import { paintSky } from '../drawing/sky.ts'
import { fir } from '../drawing/trees.ts'
import { around, drawVector } from '../drawing/vector.ts'
import { cottage, smoke } from '../props/cottage.ts'
import { peaks, snowfield } from '../props/snow-land.ts'

const lights = {
  aurora: {
    sky: ['#050a1a', '#0b1c38', '#17385a', '#2a5a6a'],
    snow: '#5a7ab0',
    shade: 0.55,
    peak: '#22365c',
    fog: '#1c3a58',
    fir: '#0c1a22',
    lamp: 1.5,
    wall: 0.5,
  },
  dusk: {
    sky: ['#34508c', '#7a80b0', '#d8a0a8', '#f8c8a4'],
    snow: '#b4bce0',
    shade: 0.85,
    peak: '#8a90b8',
    fog: '#c4a8b8',
    fir: '#22343c',
    lamp: 1.25,
    wall: 0.8,
  },
  morning: {
    sky: ['#4a86cc', '#8ab8e4', '#d4e4f0', '#f6ead8'],
    snow: '#f2f4fa',
    shade: 1,
    peak: '#a8bcd8',
    fog: '#d0dcea',
    fir: '#2c463c',
    lamp: 0.9,
    wall: 1,
  },
} as const

/** A snowed-in village under mountains, smoke rising from its chimneys. */
export function village(time: keyof typeof lights, heading = 4) {
  return async (canvas: Canvas, random: Random): Promise<void> => {
    const light = lights[time]
    const { width, height } = canvas
    paintSky(canvas, {
      colours: ramp(light.sky),
      horizon: 0.6,
      sun: { x: 0.8, y: 0.5, colour: rgb('#ffc090'), size: 0, halo: time === 'aurora' ? 0 : 0.3 },
      ...(time === 'aurora'
        ? {}
        : {
            clouds: {
              cover: 0.5,
              soft: 0.25,
              lit: rgb('#ffe4d8'),
              dark: rgb(light.sky[1]!),
              scale: 1,
              seed: random.between(0, 1),
              strength: 0.7,
            },
          }),
    })
    if (time === 'aurora') {
      scatterStars(canvas, random, 0.6, 700)
      paintAurora(canvas, random, 0.56)
    }
    peaks(canvas, light, heading)
    snowfield(canvas, random, light)
    const spots = [
      [0.18, 0.7, 0.75],
      [0.4, 0.68, 0.68],
      [0.6, 0.7, 0.78],
      [0.83, 0.69, 0.72],
      [0.29, 0.79, 1.05],
      [0.71, 0.8, 1.1],
      [0.49, 0.76, 0.9],
    ] as const
    for (let i = 0; i < 46; i++) {
      const y = 0.645 + random.between(0, 0.05)
      fir(
        canvas,
        random,
        random.between(0, width),
        y * height,
        height * random.between(0.07, 0.14),
        rgb(light.fir),
        { snow: rgb(light.snow) },
      )
    }
    for (const [x, y, size] of spots) {
      await drawVector(canvas, cottage(random, x * width, y * height, size * height * 0.13, light), {
        texture: 0.05,
        within: around(x * width, y * height, size * height * 0.12, size * height * 0.16),
      })
      for (const dx of [-0.25, 0.25])
        glow(
          canvas,
          x * width + dx * size * height * 0.13,
          (y + 0.015) * height,
          height * 0.1 * size,
          rgb('#ffb050'),
          0.15 * light.lamp,
        )
      smoke(canvas, random, x * width + size * height * 0.045, (y - 0.115 * size) * height, size, light.shade)
    }
    for (const x of [0.03, 0.09, 0.93, 0.985, 0.15, 0.88])
      fir(
        canvas,
        random,
        x * width,
        height * random.between(0.94, 1.04),
        height * random.between(0.34, 0.5),
        rgb(light.fir),
        { snow: rgb(light.snow) },
      )
    for (let i = 0; i < 170; i++)
      dab(
        canvas,
        random.between(0, width),
        random.between(0, height),
        random.between(0.8, 2.6),
        rgb('#ffffff', light.shade),
        random.between(0.2, 0.6),
        1,
      )
    develop(canvas, random, {
      bloom: 0.75,
      contrast: 0.3,
      saturation: 1.08,
      warmth: time === 'morning' ? 0.05 : -0.05,
      vignette: 0.28,
    })
  }
}
