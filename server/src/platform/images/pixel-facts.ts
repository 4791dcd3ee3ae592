import type { RawPicture } from './picture-source.ts'

/** What the pixels of a picture say about it. */
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

/** Pixels of one byte. */
interface GreyPlane {
  data: Uint8Array
  width: number
  height: number
}

/**
 * Measures how sharp a picture is: the 90th percentile of the variance of the Laplacian over 8×8 tiles, because a sharp subject
 * before a soft background is a sharp photo. Comparable only between pictures scaled to the same size.
 */
function measureSharpness(plane: GreyPlane): number {
  const variances: number[] = []
  for (let row = 0; row < TILES; row++)
    for (let column = 0; column < TILES; column++)
      variances.push(measureVariance(plane, getPart(row, plane.height), getPart(column, plane.width)))
  variances.sort((a, b) => a - b)
  return variances[Math.floor(variances.length * 0.9)]!
}

const TILES = 8

type Part = readonly [start: number, end: number]

/** One of eight parts of a length without its first and last pixel. */
const getPart = (index: number, length: number): Part => [
  1 + Math.floor((index * (length - 2)) / TILES),
  1 + Math.floor(((index + 1) * (length - 2)) / TILES),
]

function measureVariance({ data, width }: GreyPlane, [top, bottom]: Part, [left, right]: Part): number {
  let sum = 0
  let squares = 0
  for (let y = top; y < bottom; y++)
    for (let x = left, at = y * width + left; x < right; x++, at++) {
      const value = (data[at]! << 2) - data[at - 1]! - data[at + 1]! - data[at - width]! - data[at + width]!
      sum += value
      squares += value * value
    }
  const count = (bottom - top) * (right - left)
  return squares / count - (sum / count) ** 2
}

/**
 * Computes the perceptual hash of a picture from the mean grey values of 32×32 fields: bit 8 · v + u says whether the cosine
 * transform's coefficient of vertical frequency v and horizontal frequency u is positive; the first, the mean, is always 0.
 * Signs instead of a comparison with the median, because the hash of the turned picture then follows from the hash. Null for flat pictures, whose hash would be noise.
 */
function computeHash(values: readonly number[]): bigint | null {
  if (computeDeviation(values) < FLAT_DEVIATION) return null
  let hash = 0n
  for (const [i, frequency] of transform(values).entries())
    if (i > 0 && frequency > 0) hash |= 1n << BigInt(i)
  return BigInt.asIntN(64, hash)
}

/** Fields in a row and in a column. */
const HASH_EDGE = 32

const KEPT = 8

/** The flattest picture of the measured ones that shows something has 16.9. */
const FLAT_DEVIATION = 3

function computeDeviation(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length)
}

/** The lowest 8×8 frequencies of the two-dimensional cosine transform (DCT-II), row by row. */
function transform(values: readonly number[]): Float64Array {
  const rows = new Float64Array(HASH_EDGE * KEPT)
  for (let y = 0; y < HASH_EDGE; y++)
    for (let u = 0; u < KEPT; u++) {
      let sum = 0
      for (let x = 0; x < HASH_EDGE; x++) sum += values[y * HASH_EDGE + x]! * COSINES[u * HASH_EDGE + x]!
      rows[y * KEPT + u] = sum
    }
  const frequencies = new Float64Array(KEPT * KEPT)
  for (let v = 0; v < KEPT; v++)
    for (let u = 0; u < KEPT; u++) {
      let sum = 0
      for (let y = 0; y < HASH_EDGE; y++) sum += rows[y * KEPT + u]! * COSINES[v * HASH_EDGE + y]!
      frequencies[v * KEPT + u] = sum
    }
  return frequencies
}

const COSINES = Float64Array.from({ length: KEPT * HASH_EDGE }, (_, i) => {
  const [frequency, position] = [Math.floor(i / HASH_EDGE), i % HASH_EDGE]
  return (
    Math.cos(((2 * position + 1) * frequency * Math.PI) / (2 * HASH_EDGE)) *
    (frequency === 0 ? Math.SQRT1_2 : 1)
  )
})
