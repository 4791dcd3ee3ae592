import { css, gain, mix, rgb } from '../drawing/palette.ts'
import type { Random } from '../drawing/random.ts'

/** Paints of old harbour fronts. */
export const facadePaints = [
  '#c8452f',
  '#e0a030',
  '#2f6f8f',
  '#d9c9a0',
  '#a83a3a',
  '#5a8a6a',
  '#e8d8b8',
  '#d97a3a',
  '#4a5a8a',
  '#c96a6a',
  '#f0c860',
  '#7a9ab0',
]

/** A gabled town house, left foot at (x, foot), as SVG; wants a gradient `shade` defined. `gain` 1 is daylight. */
export function townHouse(
  random: Random,
  x: number,
  foot: number,
  wide: number,
  tall: number,
  colour: string,
  light: { gain: number; evening: boolean },
): string {
  const wall = gain(rgb(colour), light.gain)
  const top = foot - tall
  const gable = wide * random.between(0.35, 0.6)
  const roof = css(gain(rgb(random.pick(['#7a4032', '#5a4a46', '#8a5240'])), light.gain))
  const frame = css(gain(rgb('#f4eee2'), light.gain * 1.05))
  const stepped = random.chance(0.4)
  const outline = stepped
    ? `M${x} ${foot} V${top} h${wide * 0.14} v${-gable * 0.4} h${wide * 0.14} v${-gable * 0.4} h${wide * 0.12} v${-gable * 0.3} h${wide * 0.2} v${gable * 0.3} h${wide * 0.12} v${gable * 0.4} h${wide * 0.14} v${gable * 0.4} h${wide * 0.14} V${foot} Z`
    : `M${x} ${foot} V${top} L${x + wide / 2} ${top - gable} L${x + wide} ${top} V${foot} Z`
  let out = `<rect x="${x - 2}" y="${top - gable * 0.55}" width="${wide + 4}" height="${gable}" fill="${roof}"/>`
  out += `<path d="${outline}" fill="${css(wall)}"/><path d="${outline}" fill="url(#shade)"/>`
  const columns = random.pick([2, 3, 3])
  const floors = Math.max(3, Math.round(tall / (wide * 0.42)))
  const storey = (tall * 0.98) / floors
  const pane = { w: (wide / columns) * 0.46, h: storey * 0.58 }
  for (let floor = 0; floor < floors - 1; floor++) {
    for (let column = 0; column < columns; column++) {
      const wx = x + (wide / columns) * (column + 0.5) - pane.w / 2
      out += sash(wx, top + storey * (floor + 0.18), pane.w, pane.h, frame, glassOf(random, light.evening))
    }
  }
  out += sash(
    x + wide / 2 - pane.w / 2,
    top - gable * 0.5,
    pane.w,
    Math.min(pane.h, gable * 0.55),
    frame,
    glassOf(random, light.evening),
  )
  const ground = foot - storey * 0.86
  const awning = random.pick(['#b83a34', '#2f5a4a', '#e6dcc4', '#2f4a6a'])
  out += `<rect x="${x + wide * 0.08}" y="${ground}" width="${wide * 0.84}" height="${storey * 0.86}" fill="${css(mix(wall, [0.05, 0.05, 0.06], 0.45))}"/>`
  out += sash(
    x + wide * 0.14,
    ground + storey * 0.2,
    wide * 0.4,
    storey * 0.5,
    frame,
    light.evening ? '#ffd68a' : '#4a4f50',
  )
  out += `<rect x="${x + wide * 0.64}" y="${ground + storey * 0.16}" width="${wide * 0.2}" height="${storey * 0.7}" fill="${css(gain(rgb(random.pick(['#2a3a34', '#5a2a24', '#24344a'])), light.gain))}"/>`
  out += `<path d="M${x + wide * 0.08} ${ground} h${wide * 0.84} l${wide * 0.05} ${storey * 0.17} h${-wide * 0.94} z" fill="${css(gain(rgb(awning), light.gain))}"/>`
  return out
}

function glassOf(random: Random, evening: boolean): string {
  if (!evening) return random.pick(['#33424e', '#47596a', '#5f7484', '#2a343c'])
  return random.chance(0.5) ? random.pick(['#ffd890', '#ffc46a', '#ffe2ac']) : '#28304a'
}

function sash(x: number, y: number, w: number, h: number, frame: string, glass: string): string {
  const bar = w * 0.09
  return `<rect x="${x - bar}" y="${y - bar}" width="${w + bar * 2}" height="${h + bar * 2}" fill="${frame}"/><rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${glass}"/><path d="M${x + w / 2} ${y} V${y + h} M${x} ${y + h * 0.4} H${x + w}" stroke="${frame}" stroke-width="${bar * 0.8}"/>`
}
