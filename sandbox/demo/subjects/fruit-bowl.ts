import type { Canvas } from '../drawing/canvas.ts'
import { develop } from '../drawing/film.ts'
import { rgb } from '../drawing/palette.ts'
import type { Random } from '../drawing/random.ts'
import { paintTable } from '../drawing/room.ts'
import { around, drawVector, linear, radial } from '../drawing/vector.ts'
import { fruits } from '../props/fruit.ts'

const rooms = {
  kitchen: {
    wall: '#d8cdb8',
    wood: '#9a6a3e',
    bowl: ['#f4f1ea', '#b4aca0'],
    fruits: ['orange', 'apple', 'lemon', 'orange', 'apple', 'lemon', 'plum'],
  },
  dark: {
    wall: '#3c4444',
    wood: '#5a3a26',
    bowl: ['#4a6a80', '#182a38'],
    fruits: ['plum', 'apple', 'pear', 'orange', 'plum', 'pear', 'lemon'],
  },
} as const

/** Fruit in a bowl by the window, a still life. */
export function fruitBowl(room: keyof typeof rooms) {
  return async (canvas: Canvas, random: Random): Promise<void> => {
    const look = rooms[room]
    const { width, height } = canvas
    paintTable(canvas, 0.58, rgb(look.wall), rgb(look.wood), random.between(0, 1))
    await windowLight(canvas)
    const x = width * 0.52
    const y = height * 0.66
    const s = height / 900
    const shadow = `<ellipse cx="${x + 60 * s}" cy="${y + 132 * s}" rx="${300 * s}" ry="${46 * s}" fill="#140a06"/>`
    await drawVector(canvas, shadow, {
      blur: 16 * s,
      opacity: 0.62,
      within: around(x, y + 130 * s, 440 * s, 120 * s),
    })
    const heap = [
      [-150, -62, 92],
      [150, -66, 94],
      [-58, -150, 90],
      [62, -158, 92],
      [0, -66, 104],
      [-96, -44, 88],
      [92, -42, 90],
    ] as const
    heap.forEach(([dx, dy, r], i) => {
      fruits[look.fruits[i]!](canvas, random, x + dx * s, y + dy * s, r * s)
    })
    await drawVector(canvas, bowl(x, y, s, look.bowl), {
      texture: 0.05,
      within: around(x, y + 60 * s, 280 * s, 120 * s),
    })
    const loose = room === 'kitchen' ? 'lemon' : 'plum'
    for (const [dx, r] of [
      [-390, 78],
      [372, 70],
    ] as const) {
      await drawVector(
        canvas,
        `<ellipse cx="${x + (dx + 28) * s}" cy="${y + 152 * s}" rx="${r * 1.25 * s}" ry="${r * 0.3 * s}" fill="#140a06"/>`,
        { blur: 9 * s, opacity: 0.6, within: around(x + dx * s, y + 152 * s, r * 2 * s) },
      )
      fruits[dx < 0 ? loose : 'orange'](canvas, random, x + dx * s, y + (158 - r) * s, r * s)
    }
    develop(canvas, random, { bloom: 0.5, contrast: 0.35, saturation: 1.05, warmth: 0.18, vignette: 0.38 })
  }
}

async function windowLight(canvas: Canvas): Promise<void> {
  const { width: w, height: h } = canvas
  const panes = [0, 1, 2, 3].map(i => {
    const x = w * (0.52 + (i % 2) * 0.17)
    const y = h * (0.06 + Math.floor(i / 2) * 0.24)
    return `<path d="M${x} ${y} l${w * 0.15} ${h * 0.05} v${h * 0.2} l${-w * 0.15} ${-h * 0.05} z" fill="#ffe9c0"/>`
  })
  await drawVector(canvas, panes.join(''), { blur: 9, opacity: 0.26 })
}

function bowl(x: number, y: number, s: number, tones: readonly [string, string]): string {
  return `<defs>${linear(
    'bowl',
    [
      [0, tones[0]],
      [0.35, tones[0]],
      [1, tones[1]],
    ],
    { x2: 1, y2: 0.35 },
  )}${radial('sheen', [
    [0, '#fff', 0.65],
    [1, '#fff', 0],
  ])}${linear('deep', [
    [0, '#000', 0],
    [1, '#000', 0.35],
  ])}</defs>
    <g transform="translate(${x} ${y}) scale(${s})"><path d="M-262 -30 Q-240 96 -110 126 Q-104 150 -118 156 H118 Q104 150 110 126 Q240 96 262 -30 Q130 8 0 8 Q-130 8 -262 -30Z" fill="url(#bowl)"/>
    <path d="M-262 -30 Q-240 96 -110 126 Q-104 150 -118 156 H118 Q104 150 110 126 Q240 96 262 -30 Q130 8 0 8 Q-130 8 -262 -30Z" fill="url(#deep)"/>
    <path d="M-262 -30 Q-130 8 0 8 Q130 8 262 -30" stroke="#fff" stroke-opacity=".55" stroke-width="5" fill="none"/><ellipse cx="-130" cy="58" rx="48" ry="30" fill="url(#sheen)" transform="rotate(24 -130 58)"/></g>`
}
