import type { Rgb } from './palette.ts'

/** Pixels of a picture: RGB triples, row by row, 0..1, above 1 for lights. */
export type Canvas = { width: number; height: number; data: Float32Array }

export function blankCanvas(width: number, height: number): Canvas {
  return { width, height, data: new Float32Array(width * height * 3) }
}

/** Part of a canvas in pixels; `bottom` and `right` are outside. */
export type Box = { left: number; top: number; right: number; bottom: number }

/**
 * Colours every pixel of `box` (default: all). `colour` writes into its third argument. With `step` 2 or more
 * it is called for every `step`th pixel only and the rest is interpolated: for smooth areas such as skies.
 */
export function shade(
  canvas: Canvas,
  colour: (x: number, y: number, out: Float32Array) => void,
  {
    step = 1,
    box = { left: 0, top: 0, right: canvas.width, bottom: canvas.height },
  }: { step?: number; box?: Box } = {},
): void {
  const out = new Float32Array(3)
  const columns = Math.ceil((box.right - box.left) / step) + 1
  let above = new Float32Array(columns * 3)
  let below = new Float32Array(columns * 3)
  const fill = (row: Float32Array, y: number) => {
    for (let i = 0; i < columns; i++) {
      colour(box.left + i * step, y, out)
      row[i * 3] = out[0]!
      row[i * 3 + 1] = out[1]!
      row[i * 3 + 2] = out[2]!
    }
  }
  if (step > 1) fill(below, box.top)
  for (let y = box.top; y < box.bottom; y++) {
    const phase = (y - box.top) % step
    if (step === 1) fill(above, y)
    else if (phase === 0) {
      ;[above, below] = [below, above]
      fill(below, y + step)
    }
    stretchRow(canvas, y, box, step, above, below, phase / step)
  }
}

function stretchRow(
  canvas: Canvas,
  y: number,
  box: Box,
  step: number,
  above: Float32Array,
  below: Float32Array,
  fy: number,
): void {
  const { data } = canvas
  let at = (y * canvas.width + box.left) * 3
  const end = at + (box.right - box.left) * 3
  if (step === 1) {
    data.set(above.subarray(0, end - at), at)
    return
  }
  for (let i = 0; at < end; i += 3) {
    const r = above[i]! + (below[i]! - above[i]!) * fy
    const g = above[i + 1]! + (below[i + 1]! - above[i + 1]!) * fy
    const b = above[i + 2]! + (below[i + 2]! - above[i + 2]!) * fy
    const dr = (above[i + 3]! + (below[i + 3]! - above[i + 3]!) * fy - r) / step
    const dg = (above[i + 4]! + (below[i + 4]! - above[i + 4]!) * fy - g) / step
    const db = (above[i + 5]! + (below[i + 5]! - above[i + 5]!) * fy - b) / step
    for (let s = 0; s < step && at < end; s++, at += 3) {
      data[at] = r + dr * s
      data[at + 1] = g + dg * s
      data[at + 2] = b + db * s
    }
  }
}

/** Blends `colour` over one pixel; ignored outside the canvas. */
export function tint(canvas: Canvas, x: number, y: number, colour: Rgb, alpha: number): void {
  if (x < 0 || y < 0 || x >= canvas.width || y >= canvas.height) return
  const { data } = canvas
  const at = (y * canvas.width + x) * 3
  data[at]! += (colour[0] - data[at]!) * alpha
  data[at + 1]! += (colour[1] - data[at + 1]!) * alpha
  data[at + 2]! += (colour[2] - data[at + 2]!) * alpha
}

/** Changes every pixel of `box` in place: `change` sees and rewrites the colour in its third argument. */
export function retouch(
  canvas: Canvas,
  change: (x: number, y: number, colour: Float32Array) => void,
  box: Box = { left: 0, top: 0, right: canvas.width, bottom: canvas.height },
): void {
  const colour = new Float32Array(3)
  const { data } = canvas
  for (let y = box.top; y < box.bottom; y++) {
    for (let x = box.left; x < box.right; x++) {
      const at = (y * canvas.width + x) * 3
      colour[0] = data[at]!
      colour[1] = data[at + 1]!
      colour[2] = data[at + 2]!
      change(x, y, colour)
      data[at] = colour[0]
      data[at + 1] = colour[1]
      data[at + 2] = colour[2]
    }
  }
}
