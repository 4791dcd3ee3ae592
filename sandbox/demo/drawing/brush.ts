import { type Canvas, tint } from './canvas.ts'
import { mix, type Rgb } from './palette.ts'

/** A round dab; `edge` 0.1 is crisp, 1 fades from the middle. */
export function dab(
  canvas: Canvas,
  x: number,
  y: number,
  radius: number,
  colour: Rgb,
  alpha = 1,
  edge = 0.25,
): void {
  const soft = Math.max(1, radius * edge)
  const reach = radius + 0.5
  for (let py = Math.max(0, Math.floor(y - reach)); py <= Math.min(canvas.height - 1, y + reach); py++) {
    for (let px = Math.max(0, Math.floor(x - reach)); px <= Math.min(canvas.width - 1, x + reach); px++) {
      const away = (px - x) * (px - x) + (py - y) * (py - y)
      if (away >= reach * reach) continue
      const cover = Math.min(1, (reach - Math.sqrt(away)) / soft)
      if (cover > 0) tint(canvas, px, py, colour, cover * alpha)
    }
  }
}

/** A leaf or petal: an ellipse of given length and width, turned by `angle`. */
export function leaf(
  canvas: Canvas,
  x: number,
  y: number,
  length: number,
  width: number,
  angle: number,
  colour: Rgb,
  alpha = 1,
): void {
  const cos = Math.cos(angle)
  const sin = Math.sin(angle)
  const a = Math.max(0.6, length / 2)
  const b = Math.max(0.6, width / 2)
  const wide = Math.sqrt((a * cos) ** 2 + (b * sin) ** 2) + 1
  const tall = Math.sqrt((a * sin) ** 2 + (b * cos) ** 2) + 1
  for (let py = Math.max(0, Math.ceil(y - tall)); py <= Math.min(canvas.height - 1, y + tall); py++) {
    for (let px = Math.max(0, Math.ceil(x - wide)); px <= Math.min(canvas.width - 1, x + wide); px++) {
      const along = ((px - x) * cos + (py - y) * sin) / a
      const across = ((py - y) * cos - (px - x) * sin) / b
      const cover = Math.min(1, (1 - Math.sqrt(along * along + across * across)) * b + 0.5)
      if (cover > 0) tint(canvas, px, py, colour, cover * alpha)
    }
  }
}

/** Adds light around a point, brightest in the middle; `radius` is where it has faded out. */
export function glow(canvas: Canvas, x: number, y: number, radius: number, colour: Rgb, strength = 1): void {
  const { width, height, data } = canvas
  for (let py = Math.max(0, Math.ceil(y - radius)); py <= Math.min(height - 1, y + radius); py++) {
    for (let px = Math.max(0, Math.ceil(x - radius)); px <= Math.min(width - 1, x + radius); px++) {
      const d = 1 - ((px - x) ** 2 + (py - y) ** 2) / (radius * radius)
      if (d <= 0) continue
      const light = d * d * d * strength
      const at = (py * width + px) * 3
      data[at]! += colour[0] * light
      data[at + 1]! += colour[1] * light
      data[at + 2]! += colour[2] * light
    }
  }
}

/** A blade of grass or a twig: rises `height` pixels from (x, y), leaning `lean` pixels at its tip. */
export function blade(
  canvas: Canvas,
  x: number,
  y: number,
  height: number,
  lean: number,
  width: number,
  foot: Rgb,
  tip: Rgb,
  alpha = 1,
): void {
  for (let i = 0; i <= height; i++) {
    const t = i / height
    const middle = x + lean * t * t
    const half = (width * (1 - t * 0.85)) / 2
    const colour = mix(foot, tip, t)
    const py = Math.round(y - i)
    for (let px = Math.floor(middle - half); px <= Math.ceil(middle + half); px++) {
      const cover = Math.min(1, half + 0.5 - Math.abs(px - middle))
      if (cover > 0) tint(canvas, px, py, colour, cover * alpha)
    }
  }
}

/** An upright rectangle with crisp edges, a vertical gradient from `top` to `bottom`. */
export function slab(
  canvas: Canvas,
  x: number,
  y: number,
  width: number,
  height: number,
  top: Rgb,
  bottom: Rgb = top,
  alpha = 1,
): void {
  for (let py = Math.max(0, Math.floor(y)); py < Math.min(canvas.height, y + height); py++) {
    const colour = mix(top, bottom, Math.max(0, Math.min(1, (py - y) / height)))
    const rows = Math.min(1, py + 1 - y, y + height - py)
    for (let px = Math.max(0, Math.floor(x)); px < Math.min(canvas.width, x + width); px++) {
      const columns = Math.min(1, px + 1 - x, x + width - px)
      tint(canvas, px, py, colour, alpha * rows * columns)
    }
  }
}
