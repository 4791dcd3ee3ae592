import { gain } from '../drawing/palette.ts'
import { linear } from '../drawing/vector.ts'

/** A plank jetty from the lower edge of a w × h picture out onto the water below `line`, as SVG. */
export function jetty(w: number, h: number, line: number, wood: readonly [number, number, number]): string {
  const end = h * (line + 0.1)
  const tone = (by: number) => {
    const [r, g, b] = gain(wood, by)
    return `rgb(${r * 255},${g * 255},${b * 255})`
  }
  const half = (y: number) => w * (0.022 + ((y - end) / (h - end)) * 0.15)
  let planks = ''
  for (let i = 0; i < 30; i++) {
    const y = end + (h - end) * (i / 30) ** 1.7
    const next = end + (h - end) * ((i + 1) / 30) ** 1.7
    planks += `<path d="M${w / 2 - half(y)} ${y} H${w / 2 + half(y)} L${w / 2 + half(next)} ${next - (next - y) * 0.1} H${w / 2 - half(next)} Z" fill="${tone(0.82 + ((i * 7) % 5) * 0.07)}"/>`
  }
  const posts = [0, 0.22, 0.6].map(t => {
    const y = end + (h - end) * t
    const wide = w * (0.006 + t * 0.016)
    return [-1, 1]
      .map(
        side =>
          `<rect x="${w / 2 + side * half(y) - wide / 2}" y="${y - wide * 2.4}" width="${wide}" height="${wide * 4.6}" rx="${wide * 0.2}" fill="url(#post)"/>`,
      )
      .join('')
  })
  return `<defs>${linear(
    'post',
    [
      [0, tone(1.1)],
      [1, tone(0.4)],
    ],
    { x2: 1, y2: 0 },
  )}</defs><path d="M${w / 2 - half(end)} ${end} H${w / 2 + half(end)} L${w / 2 + half(h)} ${h} H${w / 2 - half(h)} Z" fill="${tone(0.3)}"/>${planks}${posts.join('')}`
}
