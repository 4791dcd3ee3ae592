import { glow } from '../drawing/brush.ts'
import type { Canvas } from '../drawing/canvas.ts'
import { rgb } from '../drawing/palette.ts'
import type { Random } from '../drawing/random.ts'
import { around, drawVector, linear, radial } from '../drawing/vector.ts'

/** One round tier standing at (x, foot), with icing dripping over its edge or pearls at its foot, as SVG. */
export function tier(
  random: Random,
  x: number,
  foot: number,
  radius: number,
  tall: number,
  icing: readonly [string, string],
  drip: string,
  s: number,
): string {
  const flat = radius * 0.2
  const top = foot - tall
  const body = `M${x - radius} ${top} V${foot} A${radius} ${flat} 0 0 0 ${x + radius} ${foot} V${top} Z`
  let out = `<defs>${linear(
    'body',
    [
      [0, icing[1]],
      [0.28, icing[0]],
      [0.6, icing[0]],
      [1, icing[1]],
    ],
    { x2: 1, y2: 0 },
  )}${radial('lid', [
    [0, icing[0]],
    [1, icing[0]],
  ])}${linear('low', [
    [0, '#000', 0],
    [0.75, '#000', 0.03],
    [1, '#20100a', 0.35],
  ])}</defs>
    <path d="${body}" fill="url(#body)"/><path d="${body}" fill="url(#low)"/><ellipse cx="${x}" cy="${top}" rx="${radius}" ry="${flat}" fill="${icing[0]}"/>`
  if (drip) {
    let path = `M${x - radius} ${top}`
    const drops = 13
    for (let i = 0; i < drops; i++) {
      const a = Math.PI - (Math.PI * i) / drops
      const b = Math.PI - (Math.PI * (i + 1)) / drops
      const [ax, bx] = [x + Math.cos(a) * radius, x + Math.cos(b) * radius]
      const sag = top + Math.sin((a + b) / 2) * flat + random.between(16, 62) * s
      path += ` C${ax + (bx - ax) * 0.12} ${sag} ${ax + (bx - ax) * 0.88} ${sag} ${bx} ${top + Math.sin(b) * flat + 8 * s}`
    }
    out += `<path d="${path} L${x + radius} ${top} Z" fill="${drip}"/><ellipse cx="${x}" cy="${top}" rx="${radius}" ry="${flat}" fill="${drip}"/><ellipse cx="${x - radius * 0.2}" cy="${top - flat * 0.2}" rx="${radius * 0.62}" ry="${flat * 0.5}" fill="#fff" fill-opacity=".13"/>`
  } else {
    for (let i = 0; i <= 22; i++) {
      const angle = Math.PI * (i / 22)
      out += `<circle cx="${x + Math.cos(angle) * radius}" cy="${foot + Math.sin(angle) * flat}" r="${7 * s}" fill="${icing[0]}"/><circle cx="${x + Math.cos(angle) * radius}" cy="${foot + Math.sin(angle) * flat + 2 * s}" r="${6 * s}" fill="${icing[1]}" fill-opacity=".35"/>`
    }
  }
  return out
}

/** A china cake stand whose plate lies at (x, foot), as SVG. */
export function stand(x: number, foot: number, s: number): string {
  return `<defs>${linear(
    'stand',
    [
      [0, '#b8b0a8'],
      [0.3, '#ffffff'],
      [1, '#8a827a'],
    ],
    { x2: 1, y2: 0 },
  )}</defs><path d="M${x - 30 * s} ${foot + 20 * s} h${60 * s} q${6 * s} ${44 * s} ${70 * s} ${54 * s} h${-200 * s} q${64 * s} ${-10 * s} ${70 * s} ${-54 * s}z" fill="url(#stand)"/><ellipse cx="${x}" cy="${foot + 16 * s}" rx="${238 * s}" ry="${46 * s}" fill="#8a8078"/><ellipse cx="${x}" cy="${foot + 8 * s}" rx="${238 * s}" ry="${46 * s}" fill="url(#stand)"/>`
}

/** A burning candle with its foot at (x, y) and the light around it. */
export async function candle(canvas: Canvas, x: number, y: number, s: number, index: number): Promise<void> {
  const colour = ['#f06a7a', '#6ab8d8', '#f8d060', '#9ad08a'][index % 4]
  const tall = 92 * s
  const within = around(x, y - tall * 0.7, 16 * s, tall)
  await drawVector(
    canvas,
    `<rect x="${x - 5 * s}" y="${y - tall}" width="${10 * s}" height="${tall}" rx="${3 * s}" fill="${colour}"/><path d="M${x - 5 * s} ${y - tall * 0.75} l${10 * s} ${-12 * s} M${x - 5 * s} ${y - tall * 0.4} l${10 * s} ${-12 * s}" stroke="#fff" stroke-width="${4 * s}"/>`,
    { within },
  )
  await drawVector(
    canvas,
    `<path d="M${x} ${y - tall - 40 * s} q${12 * s} ${22 * s} 0 ${36 * s} q${-12 * s} ${-14 * s} 0 ${-36 * s}" fill="#fff0b0"/>`,
    { light: 2.2, blur: 0.8, within },
  )
  glow(canvas, x, y - tall - 18 * s, 95 * s, rgb('#ff9a3a'), 0.34)
}
