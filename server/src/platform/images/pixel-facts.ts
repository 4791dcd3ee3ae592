import { computeHash, HASH_EDGE } from './perceptual-hash.ts'
import type { RawPicture } from './picture-source.ts'
import { measureSharpness } from './sharpness.ts'

/** What the pixels of a picture say about it (NX-229). */
export interface PixelFacts {
  /** See `computeHash`. */
  hash: bigint | null
  /** Mean colours of 4×4 fields, row by row, three bytes each. */
  colours: Uint8Array
  /** See `measureSharpness`. */
  sharpness: number
  /** Share of pixels below 6, and above 249, of 255. */
  dark: number
  light: number
  /** Share of bright pixels without colour, as of paper. */
  paper: number
}

/** Computes the facts of upright sRGB pixels without alpha, which fit into about 800×800: others have other sharpness. */
export function computePixelFacts(picture: RawPicture): PixelFacts {
  const { grey, fields, histogram, paper } = scan(enlarge(picture))
  const pixels = grey.data.length
  const count = (from: number, until: number) =>
    histogram.subarray(from, until).reduce((sum, n) => sum + n, 0)
  return {
    hash: computeHash(fields.map(({ grey }) => grey)),
    colours: averageColours(fields),
    sharpness: measureSharpness(grey),
    dark: count(0, 6) / pixels,
    light: count(250, 256) / pixels,
    paper: paper / pixels,
  }
}

const PAPER_LIGHT = 200
const PAPER_CHROMA = 8

/** Sums of one of 32×32 fields of the picture, then means. */
interface Field {
  red: number
  green: number
  blue: number
  grey: number
}

/**
 * Reads all pixels once, field by field of each row with sums in local variables: sums in arrays, and arrays of three colours,
 * take twice the time.
 */
function scan({ data, width, height, channels }: RawPicture) {
  const grey = new Uint8Array(width * height)
  const histogram = new Uint32Array(256)
  const fields = Array.from({ length: HASH_EDGE ** 2 }, (): Field => ({ red: 0, green: 0, blue: 0, grey: 0 }))
  const starts = Array.from({ length: HASH_EDGE + 1 }, (_, i) => Math.ceil((i * width) / HASH_EDGE))
  const [greenAt, blueAt] = channels < 3 ? [0, 0] : [1, 2]
  let paper = 0
  for (let y = 0, i = 0, at = 0; y < height; y++) {
    const row = Math.floor((y * HASH_EDGE) / height) * HASH_EDGE
    for (let column = 0; column < HASH_EDGE; column++) {
      let [reds, greens, blues, greys] = [0, 0, 0, 0]
      const end = y * width + starts[column + 1]!
      for (; i < end; i++, at += channels) {
        const red = data[at]!
        const green = data[at + greenAt]!
        const blue = data[at + blueAt]!
        const value = (red * 77 + green * 150 + blue * 29) >> 8
        grey[i] = value
        histogram[value]!++
        reds += red
        greens += green
        blues += blue
        greys += value
        if (value > PAPER_LIGHT && Math.max(red, green, blue) - Math.min(red, green, blue) < PAPER_CHROMA)
          paper++
      }
      const field = fields[row + column]!
      field.red += reds
      field.green += greens
      field.blue += blues
      field.grey += greys
    }
  }
  divideByPixels(fields, { width, height })
  return { grey: { data: grey, width, height }, fields, histogram, paper }
}

function divideByPixels(
  fields: readonly Field[],
  { width, height }: { width: number; height: number },
): void {
  const measure = (i: number, length: number) =>
    Math.ceil(((i + 1) * length) / HASH_EDGE) - Math.ceil((i * length) / HASH_EDGE)
  for (const [i, field] of fields.entries()) {
    const pixels = measure(i % HASH_EDGE, width) * measure(Math.floor(i / HASH_EDGE), height)
    field.red /= pixels
    field.green /= pixels
    field.blue /= pixels
    field.grey /= pixels
  }
}

/** Repeats the pixels of pictures with fewer than 32 in a row or column, so that no field is empty. */
function enlarge(picture: RawPicture): RawPicture {
  const { data, width, height, channels } = picture
  if (width >= HASH_EDGE && height >= HASH_EDGE) return picture
  const size = { width: Math.max(width, HASH_EDGE), height: Math.max(height, HASH_EDGE) }
  const enlarged = new Uint8Array(size.width * size.height * channels)
  for (let y = 0, at = 0; y < size.height; y++)
    for (let x = 0; x < size.width; x++, at += channels) {
      const source = Math.floor((y * height) / size.height) * width + Math.floor((x * width) / size.width)
      enlarged.set(data.subarray(source * channels, (source + 1) * channels), at)
    }
  return { ...picture, ...size, data: enlarged }
}

const COLOUR_FIELDS = 4

function averageColours(fields: readonly Field[]): Uint8Array {
  const colours = new Float64Array(COLOUR_FIELDS * COLOUR_FIELDS * 3)
  const edge = HASH_EDGE / COLOUR_FIELDS
  for (const [i, { red, green, blue }] of fields.entries()) {
    const row = Math.floor(i / HASH_EDGE / edge)
    const at = (row * COLOUR_FIELDS + Math.floor((i % HASH_EDGE) / edge)) * 3
    colours[at]! += red
    colours[at + 1]! += green
    colours[at + 2]! += blue
  }
  return Uint8Array.from(colours, sum => Math.round(sum / edge ** 2))
}
