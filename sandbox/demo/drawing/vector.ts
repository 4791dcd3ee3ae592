import sharp from 'sharp'
import type { Box, Canvas } from './canvas.ts'
import { fineNoise, sample } from './noise.ts'

/** How shapes are composited onto the canvas. */
export type DrawOptions = {
  /** Radius of the blur in canvas pixels. */
  blur?: number
  opacity?: number
  /** Gain of the colours; above 1 the shapes are lights. */
  light?: number
  /** Mottles the surface like plaster, wool or paint; 0.1 is visible. */
  texture?: number
  /** Pixels per texture cell. */
  textureSize?: number
  /** Bounding box of the shapes; much faster when it is small. Shapes outside are clipped. */
  within?: Box
}

/** Draws SVG elements (coordinates are canvas pixels) over the canvas. */
export async function drawVector(canvas: Canvas, elements: string, options: DrawOptions = {}): Promise<void> {
  const { blur = 0, opacity = 1, light = 1, texture = 0, textureSize = 900 } = options
  const { width, data } = canvas
  const { left, top, right, bottom } = visible(canvas, options.within)
  if (right <= left || bottom <= top) return
  const scale = blur > 3 ? Math.max(0.125, 2.5 / blur) : 1
  const w = Math.ceil((right - left) * scale)
  const h = Math.ceil((bottom - top) * scale)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="${left} ${top} ${right - left} ${bottom - top}" preserveAspectRatio="none">${elements}</svg>`
  const image = sharp(Buffer.from(svg)).ensureAlpha()
  const pixels = await (blur ? image.blur(Math.max(0.4, blur * scale)) : image).raw().toBuffer()
  const tile = fineNoise()
  const composite = (at: number, r: number, g: number, b: number, alpha: number, x: number, y: number) => {
    const cover = alpha * (opacity / 255)
    const tone =
      (light * (texture ? 1 + (sample(tile, x / textureSize, y / textureSize) - 0.5) * texture * 2 : 1)) / 255
    data[at]! += (r * tone - data[at]!) * cover
    data[at + 1]! += (g * tone - data[at + 1]!) * cover
    data[at + 2]! += (b * tone - data[at + 2]!) * cover
  }
  if (scale === 1) {
    for (let y = top, from = 0; y < bottom; y++) {
      for (let x = left, at = (y * width + left) * 3; x < right; x++, from += 4, at += 3) {
        const alpha = pixels[from + 3]!
        if (alpha) composite(at, pixels[from]!, pixels[from + 1]!, pixels[from + 2]!, alpha, x, y)
      }
    }
    return
  }
  const read = premultipliedReader(pixels, w, h)
  for (let y = top; y < bottom; y++) {
    for (let x = left, at = (y * width + left) * 3; x < right; x++, at += 3) {
      const colour = read((x - left + 0.5) * scale - 0.5, (y - top + 0.5) * scale - 0.5)
      const alpha = colour[3]!
      if (alpha > 0.5) composite(at, colour[0]! / alpha, colour[1]! / alpha, colour[2]! / alpha, alpha, x, y)
    }
  }
}

/** A box of the given middle and half sizes, in pixels. */
export function around(x: number, y: number, halfWidth: number, halfHeight = halfWidth): Box {
  return { left: x - halfWidth, top: y - halfHeight, right: x + halfWidth, bottom: y + halfHeight }
}

function visible(canvas: Canvas, box: Box | undefined): Box {
  if (!box) return { left: 0, top: 0, right: canvas.width, bottom: canvas.height }
  return {
    left: Math.max(0, Math.floor(box.left)),
    top: Math.max(0, Math.floor(box.top)),
    right: Math.min(canvas.width, Math.ceil(box.right)),
    bottom: Math.min(canvas.height, Math.ceil(box.bottom)),
  }
}

/** Linear interpolation over RGBA bytes; colours come back times alpha. */
function premultipliedReader(pixels: Uint8Array, w: number, h: number) {
  const out = new Float32Array(4)
  return (x: number, y: number): Float32Array => {
    const cx = Math.max(0, Math.min(w - 1.001, x))
    const cy = Math.max(0, Math.min(h - 1.001, y))
    const x0 = Math.floor(cx)
    const y0 = Math.floor(cy)
    const fx = cx - x0
    const fy = cy - y0
    out.fill(0)
    for (let corner = 0; corner < 4; corner++) {
      const right = corner & 1
      const down = corner >> 1
      const weight = (right ? fx : 1 - fx) * (down ? fy : 1 - fy)
      if (weight === 0) continue
      const at = (Math.min(h - 1, y0 + down) * w + Math.min(w - 1, x0 + right)) * 4
      const alpha = pixels[at + 3]! * weight
      out[0]! += pixels[at]! * alpha
      out[1]! += pixels[at + 1]! * alpha
      out[2]! += pixels[at + 2]! * alpha
      out[3]! += alpha
    }
    return out
  }
}

/** A gradient definition; stops are [offset, colour, opacity?]. Direction in shares of the shape's box. */
export function linear(
  id: string,
  stops: readonly (readonly [number, string, number?])[],
  { x1 = 0, y1 = 0, x2 = 0, y2 = 1 } = {},
): string {
  return `<linearGradient id="${id}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">${stopList(stops)}</linearGradient>`
}

/** A round gradient definition. */
export function radial(
  id: string,
  stops: readonly (readonly [number, string, number?])[],
  { cx = 0.5, cy = 0.5, r = 0.5 } = {},
): string {
  return `<radialGradient id="${id}" cx="${cx}" cy="${cy}" r="${r}">${stopList(stops)}</radialGradient>`
}

function stopList(stops: readonly (readonly [number, string, number?])[]): string {
  return stops
    .map(
      ([offset, colour, opacity = 1]) =>
        `<stop offset="${offset}" stop-color="${colour}" stop-opacity="${opacity}"/>`,
    )
    .join('')
}
