import { blankCanvas, type Canvas } from './canvas.ts'

/** A smaller copy, each pixel the mean of factor × factor pixels. */
export function downscale(canvas: Canvas, factor: number): Canvas {
  const small = blankCanvas(Math.ceil(canvas.width / factor), Math.ceil(canvas.height / factor))
  const share = 1 / (factor * factor)
  const { data, width, height } = canvas
  for (let y = 0; y < small.height * factor; y++) {
    const row = Math.min(y, height - 1) * width
    let to = Math.floor(y / factor) * small.width * 3
    for (let x = 0; x < small.width; x++, to += 3) {
      const first = x * factor
      let r = 0
      let g = 0
      let b = 0
      for (let i = first; i < first + factor; i++) {
        const at = (row + (i < width ? i : width - 1)) * 3
        r += data[at]!
        g += data[at + 1]!
        b += data[at + 2]!
      }
      small.data[to]! += r * share
      small.data[to + 1]! += g * share
      small.data[to + 2]! += b * share
    }
  }
  return small
}

/** Softens in place, much like a Gaussian of that many pixels (three box passes each way). */
export function soften(canvas: Canvas, radius: number): void {
  const reach = Math.max(1, Math.round(radius))
  const { width, height, data } = canvas
  const line = new Float32Array(Math.max(width, height))
  for (let pass = 0; pass < 3; pass++) {
    for (let c = 0; c < 3; c++) {
      for (let y = 0; y < height; y++) boxLine(data, y * width * 3 + c, 3, width, reach, line)
      for (let x = 0; x < width; x++) boxLine(data, x * 3 + c, width * 3, height, reach, line)
    }
  }
}

/** Smears in place up and down only, keeping bright spots bright: lights mirrored in moving water. */
export function smearVertically(canvas: Canvas, reach: number): void {
  const { width, height, data } = canvas
  const line = new Float32Array(height)
  for (let i = 0; i < data.length; i++) data[i]! *= data[i]! + 0.6
  for (let at = 0; at < width * 3; at++) boxLine(data, at, width * 3, height, reach, line)
  for (let i = 0; i < data.length; i++) data[i] = Math.sqrt(data[i]! + 0.09) - 0.3
}

function boxLine(
  data: Float32Array,
  start: number,
  stride: number,
  length: number,
  reach: number,
  line: Float32Array,
): void {
  for (let i = 0; i < length; i++) line[i] = data[start + i * stride]!
  const last = length - 1
  const share = 1 / (reach * 2 + 1)
  let sum = 0
  for (let i = -reach; i <= reach; i++) sum += line[Math.max(0, Math.min(last, i))]!
  for (let i = 0; i < length; i++) {
    data[start + i * stride] = sum * share
    sum += line[Math.min(last, i + reach + 1)]! - line[Math.max(0, i - reach)]!
  }
}

/** Reads a canvas between its pixels, clamped at the edges, into `out`. */
export function sampleInto(canvas: Canvas, x: number, y: number, out: Float32Array): void {
  const { width, height, data } = canvas
  const cx = Math.max(0, Math.min(width - 1.001, x))
  const cy = Math.max(0, Math.min(height - 1.001, y))
  const x0 = Math.floor(cx)
  const y0 = Math.floor(cy)
  const fx = cx - x0
  const fy = cy - y0
  const at = (y0 * width + x0) * 3
  const under = y0 + 1 < height ? at + width * 3 : at
  const step = x0 + 1 < width ? 3 : 0
  for (let c = 0; c < 3; c++) {
    const a = data[at + c]! + (data[at + step + c]! - data[at + c]!) * fx
    const b = data[under + c]! + (data[under + step + c]! - data[under + c]!) * fx
    out[c] = a + (b - a) * fy
  }
}

/** Row `y` of a canvas made `factor` times wider, interpolated both ways, into `out`. */
export function enlargeRow(small: Canvas, y: number, out: Float32Array, factor: number): void {
  const { width, height, data } = small
  const cy = Math.max(0, Math.min(height - 1, y))
  const y0 = Math.min(height - 2, Math.floor(cy))
  const fy = cy - y0
  const above = y0 * width * 3
  const below = above + width * 3
  const row = new Float32Array(width * 3)
  for (let i = 0; i < row.length; i++) row[i] = data[above + i]! + (data[below + i]! - data[above + i]!) * fy
  for (let x = 0, at = 0; at < out.length; x++, at += 3) {
    const cx = Math.max(0, Math.min(width - 1.001, (x + 0.5) / factor - 0.5))
    const left = cx | 0
    const fx = cx - left
    const i = left * 3
    out[at] = row[i]! + (row[i + 3]! - row[i]!) * fx
    out[at + 1] = row[i + 1]! + (row[i + 4]! - row[i + 1]!) * fx
    out[at + 2] = row[i + 2]! + (row[i + 5]! - row[i + 2]!) * fx
  }
}

/** Out-of-focus copy of the whole canvas back onto itself: the background of a close-up. */
export function defocus(canvas: Canvas, radius: number): void {
  const factor = Math.max(1, Math.min(8, Math.floor(radius / 3)))
  const small = factor === 1 ? canvas : downscale(canvas, factor)
  soften(small, radius / factor / 1.7)
  if (factor === 1) return
  const rowLength = canvas.width * 3
  for (let y = 0; y < canvas.height; y++) {
    enlargeRow(
      small,
      (y + 0.5) / factor - 0.5,
      canvas.data.subarray(y * rowLength, (y + 1) * rowLength),
      factor,
    )
  }
}
