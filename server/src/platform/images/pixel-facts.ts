import { type GreyPlane, getField } from './grey-plane.ts'
import { computeHash } from './perceptual-hash.ts'
import type { RawPicture } from './picture-source.ts'

/** What the pixels of a picture say about it (NX-229). */
export interface PixelFacts {
  /** See `computeHash`. */
  hash: bigint | null
  /** Mean colours of 4×4 fields, row by row, three bytes each. */
  colours: Uint8Array
  /** 90th percentile of the variance of the Laplacian over 8×8 tiles: a sharp subject before a soft background is sharp. */
  sharpness: number
  /** Share of pixels below 6, and above 249, of 255. */
  dark: number
  light: number
  /** Share of bright pixels without colour, as of paper. */
  paper: number
}

/** Computes the facts of upright sRGB pixels without alpha, which fit into about 800×800: others have other sharpness. */
export function computePixelFacts(picture: RawPicture): PixelFacts {
  const { data, channels } = picture
  const pixels = picture.width * picture.height
  const grey = channels < 3 ? data.subarray(0, pixels) : new Uint8Array(pixels)
  let dark = 0
  let light = 0
  let paper = 0
  for (let i = 0, at = 0; i < pixels; i++, at += channels) {
    let value = data[at]!
    let isColourless = true
    if (channels >= 3) {
      const [green, blue] = [data[at + 1]!, data[at + 2]!]
      isColourless = Math.max(value, green, blue) - Math.min(value, green, blue) < PAPER_CHROMA
      value = (value * 77 + green * 150 + blue * 29) >> 8
      grey[i] = value
    }
    if (value < 6) dark++
    else if (value > 249) light++
    if (value > PAPER_LIGHT && isColourless) paper++
  }
  const plane = { data: grey, width: picture.width, height: picture.height }
  return {
    hash: computeHash(plane),
    colours: averageColours(picture),
    sharpness: measureSharpness(plane),
    dark: dark / pixels,
    light: light / pixels,
    paper: paper / pixels,
  }
}

const PAPER_LIGHT = 200
const PAPER_CHROMA = 8

const COLOUR_FIELDS = 4

function averageColours({ data, width, height, channels }: RawPicture): Uint8Array {
  const colours = new Uint8Array(COLOUR_FIELDS * COLOUR_FIELDS * 3)
  for (let row = 0; row < COLOUR_FIELDS; row++)
    for (let column = 0; column < COLOUR_FIELDS; column++) {
      const [top, bottom] = getField(row, height, COLOUR_FIELDS)
      const [left, right] = getField(column, width, COLOUR_FIELDS)
      let [red, green, blue] = [0, 0, 0]
      for (let y = top; y < bottom; y++)
        for (let x = left, at = (y * width + left) * channels; x < right; x++, at += channels) {
          red += data[at]!
          green += data[channels < 3 ? at : at + 1]!
          blue += data[channels < 3 ? at : at + 2]!
        }
      const count = (bottom - top) * (right - left)
      colours.set(
        [red, green, blue].map(sum => Math.round(sum / count)),
        (row * COLOUR_FIELDS + column) * 3,
      )
    }
  return colours
}

const TILES = 8

function measureSharpness(plane: GreyPlane): number {
  const { width, height } = plane
  const variances: number[] = []
  for (let row = 0; row < TILES; row++)
    for (let column = 0; column < TILES; column++) {
      const [top, bottom] = getField(row, height - 2, TILES)
      const [left, right] = getField(column, width - 2, TILES)
      variances.push(
        measureVariance(plane, { top: top + 1, bottom: bottom + 1, left: left + 1, right: right + 1 }),
      )
    }
  variances.sort((a, b) => a - b)
  return variances[Math.floor(variances.length * 0.9)]!
}

function measureVariance(
  { data, width, height }: GreyPlane,
  { top, bottom, left, right }: { top: number; bottom: number; left: number; right: number },
): number {
  if (width < 3 || height < 3) return 0
  let sum = 0
  let squares = 0
  for (let y = top; y < bottom; y++)
    for (let x = left, at = y * width + left; x < right; x++, at++) {
      const value = 4 * data[at]! - data[at - 1]! - data[at + 1]! - data[at - width]! - data[at + width]!
      sum += value
      squares += value * value
    }
  const count = (bottom - top) * (right - left)
  return squares / count - (sum / count) ** 2
}
