import { dab } from '../drawing/brush.ts'
import type { Canvas } from '../drawing/canvas.ts'
import { gain, rgb } from '../drawing/palette.ts'
import type { Random } from '../drawing/random.ts'
import { linear } from '../drawing/vector.ts'

/** How bright walls are (0..1) and the colour of the snow. */
export type CottageLight = { wall: number; snow: string }

/** A wooden house under snow, its door step at (x, y); `size` is its width in pixels. */
export function cottage(random: Random, x: number, y: number, size: number, light: CottageLight): string {
  const tone = (hex: string) => {
    const [r, g, b] = gain(rgb(hex), light.wall)
    return `rgb(${r * 255},${g * 255},${b * 255})`
  }
  const wall = tone(random.pick(['#7a4a32', '#8a3a30', '#6a5444', '#94704a']))
  const pane = light.wall < 0.9 ? '#ffd27a' : '#ffe2a8'
  const s = size / 100
  const window = (wx: number, wy: number) =>
    `<rect x="${wx}" y="${wy}" width="15" height="17" fill="${pane}"/><path d="M${wx + 7.5} ${wy} v17 M${wx} ${wy + 8} h15" stroke="${wall}" stroke-width="2"/>`
  return `<defs>${linear('snow', [
    [0, tone('#ffffff')],
    [1, tone(light.snow)],
  ])}${linear('wall', [
    [0, '#000', 0.35],
    [0.5, '#000', 0.05],
    [1, '#000', 0.3],
  ])}</defs>
    <g transform="translate(${x} ${y}) scale(${s})"><rect x="-46" y="-42" width="92" height="64" fill="${wall}"/><path d="M-46 -42 L0 -84 L46 -42 Z" fill="${wall}"/><rect x="-46" y="-84" width="92" height="106" fill="url(#wall)" fill-opacity=".7"/>
    <rect x="20" y="-92" width="13" height="34" fill="${tone('#5a4844')}"/><rect x="18" y="-96" width="17" height="6" rx="3" fill="url(#snow)"/>
    <path d="M-60 -34 Q-30 -62 0 -97 Q30 -62 60 -34 Q 56 -26 48 -29 L0 -74 L-48 -29 Q-56 -26 -60 -34Z" fill="url(#snow)"/>
    ${window(-36, -26)}${window(21, -26)}${window(-7.5, -54)}<rect x="-8" y="-14" width="16" height="36" fill="${tone('#3a2418')}"/><rect x="-6" y="-10" width="12" height="10" fill="${pane}"/>
    <ellipse cx="0" cy="24" rx="66" ry="7" fill="${tone(light.snow)}"/></g>`
}

/** Smoke rising from (x, y) and drifting off to the right. */
export function smoke(
  canvas: Canvas,
  random: Random,
  x: number,
  y: number,
  size: number,
  shade: number,
): void {
  for (let i = 0; i < 60; i++) {
    const t = i / 60
    const radius = (3 + t * 26) * size
    dab(
      canvas,
      x + t * t * 70 * size + random.bell() * 7 * t + Math.sin(t * 7) * 5,
      y - t * 170 * size,
      radius,
      gain([0.92, 0.92, 0.97], shade * 0.95),
      0.075 * (1 - t),
      1,
    )
  }
}
