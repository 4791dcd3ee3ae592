import { defocus } from '../drawing/blur.ts'
import { scatterBokeh } from '../drawing/bokeh.ts'
import { blade, dab } from '../drawing/brush.ts'
import { type Canvas, shade } from '../drawing/canvas.ts'
import { develop } from '../drawing/film.ts'
import { cloudNoise, sample } from '../drawing/noise.ts'
import { gain, mix, ramp, rampInto, rgb } from '../drawing/palette.ts'
import type { Random } from '../drawing/random.ts'
import { flowers } from '../props/flowers.ts'

const moods = {
  morning: {
    back: ['#f6eac0', '#c9d68a', '#7fa046', '#33521f'],
    bokeh: ['#fff6c8', '#f0e890', '#c8e088'],
    stem: '#4a6a24',
    flowers: ['daisy', 'daisy', 'cornflower', 'poppy'],
  },
  poppies: {
    back: ['#bcd8ea', '#dce6c0', '#8aa84e', '#3a5a24'],
    bokeh: ['#e84a34', '#f07a58', '#fff0c0'],
    stem: '#4a6a2c',
    flowers: ['poppy', 'poppy', 'poppy', 'daisy'],
  },
  sunset: {
    back: ['#ffcf96', '#f2a06a', '#8a6a3c', '#2c2a1c'],
    bokeh: ['#ffe2a0', '#ffc070', '#f0906a'],
    stem: '#4a4a20',
    flowers: ['cornflower', 'daisy', 'lavender', 'lavender'],
  },
} as const

/** Wild flowers sharp in the middle distance, everything before and behind them melting away. */
export function meadow(mood: keyof typeof moods) {
  return (canvas: Canvas, random: Random): void => {
    const look = moods[mood]
    const { width, height } = canvas
    const back = ramp(look.back)
    const tile = cloudNoise()
    shade(
      canvas,
      (x, y, out) => rampInto(back, y / height + (sample(tile, x / 1600, y / 1200) - 0.5) * 0.35, out),
      { step: 4 },
    )
    const stem = rgb(look.stem)
    grow(
      canvas,
      random,
      { count: 70, size: 0.022, top: 0.42, spread: 0.16, shadeBy: 0.9 },
      look.flowers,
      stem,
    )
    defocus(canvas, 16)
    scatterBokeh(canvas, random, {
      count: 46,
      colours: look.bokeh,
      y: 0.3,
      spread: 0.22,
      size: 0.035,
      bright: 1.1,
    })
    grow(
      canvas,
      random,
      { count: 36, size: 0.034, top: 0.56, spread: 0.12, shadeBy: 0.95 },
      look.flowers,
      stem,
    )
    grass(canvas, random, 260, 0.35, stem)
    defocus(canvas, 6)
    grass(canvas, random, 420, 0.3, stem)
    grow(
      canvas,
      random,
      { count: 15, size: 0.062, top: 0.5, spread: 0.13, shadeBy: 1.08 },
      look.flowers,
      stem,
    )
    for (let i = 0; i < 7; i++) {
      const colour = rgb(look.bokeh[i % look.bokeh.length]!, 0.9)
      dab(
        canvas,
        random.between(0, width),
        height * random.between(0.86, 1.02),
        height * random.between(0.05, 0.1),
        mix(colour, stem, 0.35),
        0.55,
        0.7,
      )
    }
    develop(canvas, random, {
      bloom: 0.6,
      contrast: 0.28,
      saturation: 1.05,
      warmth: mood === 'sunset' ? 0.2 : 0.08,
      vignette: 0.25,
    })
  }
}

function grow(
  canvas: Canvas,
  random: Random,
  bed: { count: number; size: number; top: number; spread: number; shadeBy: number },
  kinds: readonly (keyof typeof flowers)[],
  stem: readonly [number, number, number],
): void {
  const { width, height } = canvas
  for (let i = 0; i < bed.count; i++) {
    const x = ((i + random.between(0, 1)) / bed.count) * width
    const y = (bed.top + random.bell() * bed.spread) * height
    const size = bed.size * height * random.between(0.75, 1.25)
    const lean = random.bell() * size
    blade(canvas, x - lean, height + 6, height + 6 - y, lean, size * 0.16, gain(stem, 0.55), gain(stem, 1.15))
    flowers[random.pick(kinds)](canvas, random, x, y, size, bed.shadeBy * random.between(0.88, 1.06))
  }
}

function grass(
  canvas: Canvas,
  random: Random,
  count: number,
  tall: number,
  stem: readonly [number, number, number],
): void {
  for (let i = 0; i < count; i++) {
    const tip = gain(mix(stem, [0.85, 0.85, 0.4], random.between(0, 0.4)), random.between(0.8, 1.2))
    blade(
      canvas,
      random.between(0, canvas.width),
      canvas.height + 5,
      canvas.height * tall * random.between(0.35, 1.25),
      random.bell() * 60,
      random.between(2, 5),
      gain(stem, 0.4),
      tip,
      0.9,
    )
  }
}
