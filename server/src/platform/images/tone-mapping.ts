/** How an HDR picture codes light: code points of ITU-T H.273 and bits of a value. */
export type HdrCoding = { transfer: number; primaries: number; bits: number }

const PQ = 16
const HLG = 18

/** Whether a transfer characteristic (ITU-T H.273) is that of an HDR picture: PQ or HLG. */
export const isHdrTransfer = (transfer: number): boolean => transfer === PQ || transfer === HLG

/**
 * Converts HDR pixels of 16-bit words to 8-bit sRGB, into the same memory. Diffuse white (203 cd/m²) becomes nearly white, light
 * up to 1,000 cd/m² rolls off to white, and colours outside of sRGB keep their luminance. Alpha stays linear.
 */
export const toneMap = (
  data: Buffer<ArrayBuffer>,
  channels: 3 | 4,
  coding: HdrCoding,
): Buffer<ArrayBuffer> => {
  const values = new Uint16Array(data.buffer, data.byteOffset, data.byteLength / 2)
  const maximum = 2 ** coding.bits - 1
  const linear = createLinearTable(coding)
  const [[rr, rg, rb], [gr, gg, gb], [br, bg, bb]] = matrices.get(coding.primaries) ?? BT2020
  // In place: the byte at `at` is never beyond the value that is read.
  for (let at = 0; at < values.length; at += channels) {
    // Scaling may exceed the largest value.
    const red = linear[Math.min(maximum, values[at]!)]!
    const green = linear[Math.min(maximum, values[at + 1]!)]!
    const blue = linear[Math.min(maximum, values[at + 2]!)]!
    let r = rr * red + rg * green + rb * blue
    let g = gr * red + gg * green + gb * blue
    let b = br * red + bg * green + bb * blue
    const luminance = LUMINANCE_RED * r + LUMINANCE_GREEN * g + LUMINANCE_BLUE * b
    const mapped = rollOff(luminance)
    if (mapped !== luminance) {
      const scale = mapped / luminance
      r *= scale
      g *= scale
      b *= scale
    }
    const share = getShareInside(mapped, Math.min(r, g, b), Math.max(r, g, b))
    const grey = mapped * (1 - share)
    data[at] = encodeSrgb(r * share + grey)
    data[at + 1] = encodeSrgb(g * share + grey)
    data[at + 2] = encodeSrgb(b * share + grey)
    if (channels === 4) data[at + 3] = Math.round((Math.min(maximum, values[at + 3]!) * 255) / maximum)
  }
  return data.subarray(0, values.length)
}

/** Spreads the values to all 16 bits, in place: the image library scales alpha with this range. Returns the new coding. */
export const widenTo16Bits = (data: Buffer<ArrayBuffer>, coding: HdrCoding): HdrCoding => {
  const values = new Uint16Array(data.buffer, data.byteOffset, data.byteLength / 2)
  const factor = 65_535 / (2 ** coding.bits - 1)
  for (let at = 0; at < values.length; at++) values[at] = Math.round(values[at]! * factor)
  return { ...coding, bits: 16 }
}

// 1 is diffuse white: 203 cd/m² of PQ, 0.265 of the scene light of HLG (ITU-R BT.2408).
const WHITE_PQ = 203
const WHITE_HLG = 0.265
const PEAK = 1_000 / WHITE_PQ
const KNEE = 0.8
const RANGE = 1 - KNEE

const createLinearTable = ({ transfer, bits }: HdrCoding): Float64Array => {
  const maximum = 2 ** bits - 1
  const decode = transfer === PQ ? decodePq : decodeHlg
  return Float64Array.from({ length: maximum + 1 }, (_, value) => decode(value / maximum))
}

/** SMPTE ST 2084. */
const decodePq = (signal: number): number => {
  const power = signal ** (1 / 78.84375)
  const light = Math.max(0, power - 0.8359375) / (18.8515625 - 18.6875 * power)
  return (10_000 * light ** (1 / 0.1593017578125)) / WHITE_PQ
}

/** The inverse of the camera's curve of ITU-R BT.2100. */
const decodeHlg = (signal: number): number =>
  (signal <= 0.5 ? signal ** 2 / 3 : (Math.exp((signal - 0.55991073) / 0.17883277) + 0.28466892) / 12) /
  WHITE_HLG

/** Continues luminance above the knee with the same slope and ends at 1 for the peak. */
const rollOff = (luminance: number): number =>
  luminance <= KNEE
    ? luminance
    : Math.min(1, KNEE + (RANGE * (1 - Math.exp((KNEE - luminance) / RANGE))) / ROLL_OFF_AT_PEAK)

const ROLL_OFF_AT_PEAK = 1 - Math.exp((KNEE - PEAK) / RANGE)

/** The share of a colour that, mixed with grey of its luminance, lies inside of 0 to 1. */
const getShareInside = (luminance: number, minimum: number, maximum: number): number => {
  const above = maximum > 1 ? (1 - luminance) / (maximum - luminance) : 1
  const below = minimum < 0 ? luminance / (luminance - minimum) : 1
  return Math.max(0, Math.min(above, below))
}

const LUMINANCE_RED = 0.2126
const LUMINANCE_GREEN = 0.7152
const LUMINANCE_BLUE = 0.0722

type Matrix = readonly [Row, Row, Row]
type Row = readonly [number, number, number]

/** From linear light of these primaries to that of BT.709, the primaries of sRGB. */
const BT2020: Matrix = [
  [1.660491, -0.5876411, -0.0728499],
  [-0.1245505, 1.1328999, -0.0083494],
  [-0.0181508, -0.1005789, 1.1187297],
]
const matrices = new Map<number, Matrix>([
  [
    1,
    [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
  ],
  [9, BT2020],
  [
    12,
    [
      [1.2249402, -0.2249402, 0],
      [-0.0420569, 1.0420569, 0],
      [-0.0196376, -0.0786361, 1.0982736],
    ],
  ],
])

const SRGB_STEPS = 4_096
const srgbTable = Uint8Array.from({ length: SRGB_STEPS + 1 }, (_, step) => {
  const linear = step / SRGB_STEPS
  return Math.round(255 * (linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055))
})

const encodeSrgb = (linear: number): number => srgbTable[Math.round(linear * SRGB_STEPS)]!
