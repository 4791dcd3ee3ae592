import { scatterBokeh } from '../drawing/bokeh.ts'
import { dab } from '../drawing/brush.ts'
import { type Canvas, shade } from '../drawing/canvas.ts'
import { develop } from '../drawing/film.ts'
import { ramp, rampInto } from '../drawing/palette.ts'
import type { Random } from '../drawing/random.ts'
import { drawVector, linear } from '../drawing/vector.ts'

/** Two flutes of sparkling wine in front of golden lights. */
export async function champagne(canvas: Canvas, random: Random): Promise<void> {
  const { width, height } = canvas
  const air = ramp(['#20160f', '#4a3018', '#7a5226', '#2a1a10'])
  shade(canvas, (x, y, out) => rampInto(air, y / height + Math.sin(x / 500) * 0.06, out), { step: 4 })
  scatterBokeh(canvas, random, {
    count: 95,
    colours: ['#ffcf70', '#ffe4a8', '#ff9f4a', '#fff0d0', '#e8a060'],
    y: 0.4,
    spread: 0.28,
    size: 0.06,
    bright: 1.05,
  })
  const s = height / 900
  await drawVector(
    canvas,
    `<defs>${linear('t', [
      [0, '#5a3c22'],
      [1, '#120a06'],
    ])}</defs><rect y="${height * 0.85}" width="${width}" height="${height * 0.15}" fill="url(#t)"/>`,
    { blur: 6 },
  )
  for (const [x, tilt] of [
    [0.41, 5],
    [0.6, -5],
  ] as const) {
    await drawVector(canvas, flute(x * width, height * 0.9, s * 1.05, tilt))
    for (let i = 0; i < 150; i++) {
      const up = random.between(0, 1)
      const across = random.bell() * 38 * (0.35 + up * 0.65)
      const angle = (tilt * Math.PI) / 180
      const bx = x * width + (across * Math.cos(angle) + (310 + up * 270) * Math.sin(angle)) * s
      const by = height * 0.9 - (310 + up * 270) * s * Math.cos(angle)
      dab(canvas, bx, by, random.between(0.9, 2.8) * s, [1.15, 1, 0.7], random.between(0.25, 0.8), 0.6)
    }
  }
  develop(canvas, random, { bloom: 0.75, contrast: 0.32, saturation: 1.02, warmth: 0.12, vignette: 0.4 })
}

function flute(x: number, y: number, s: number, tilt: number): string {
  const glass = 'M-62 -690 C-66 -520 -58 -360 -12 -300 L12 -300 C58 -360 66 -520 62 -690 Z'
  const wine = 'M-63 -590 C-63 -480 -54 -356 -11 -304 L11 -304 C54 -356 63 -480 63 -590 Z'
  return `<defs>${linear(
    'wine',
    [
      [0, '#b87818', 0.85],
      [0.25, '#ffd870', 0.8],
      [0.55, '#f0b038', 0.72],
      [0.85, '#ffe8a0', 0.85],
      [1, '#a86a14', 0.85],
    ],
    { x2: 1, y2: 0 },
  )}
    ${linear(
      'wall',
      [
        [0, '#fff', 0.6],
        [0.08, '#fff', 0.08],
        [0.5, '#fff', 0.02],
        [0.9, '#fff', 0.1],
        [1, '#fff', 0.55],
      ],
      { x2: 1, y2: 0 },
    )}${linear(
      'stem',
      [
        [0, '#fff', 0.2],
        [0.4, '#fff', 0.75],
        [1, '#ffd890', 0.2],
      ],
      { x2: 1, y2: 0 },
    )}</defs>
    <g transform="translate(${x} ${y}) rotate(${tilt}) scale(${s})"><path d="${wine}" fill="url(#wine)"/><ellipse cx="0" cy="-590" rx="63" ry="10" fill="#fff0b8" fill-opacity=".85"/>
    <path d="${glass}" fill="url(#wall)"/><ellipse cx="0" cy="-690" rx="62" ry="10" fill="none" stroke="#fff" stroke-opacity=".75" stroke-width="2.5"/>
    <path d="M-44 -660 C-48 -540 -44 -420 -24 -350" stroke="#fff" stroke-opacity=".55" stroke-width="7" fill="none" stroke-linecap="round"/>
    <path d="M-7 -302 Q-3 -200 -6 -40 Q-8 -14 -74 -6 Q0 6 74 -6 Q8 -14 6 -40 Q3 -200 7 -302Z" fill="url(#stem)"/><ellipse cx="0" cy="-5" rx="76" ry="10" fill="#fff" fill-opacity=".22" stroke="#fff" stroke-opacity=".5" stroke-width="2"/></g>`
}
