import { embedProfile } from './colour.ts'
import { sharp } from './pixel-engine.ts'

/**
 * Converts grey pixels of 16 bits to 8 bits of sRGB through their ICC profile, into the same memory (NX-252): libvips ignores the
 * profile of such pictures. The profile's curve is read at 256 values and interpolated, so that dark tones do not band. An
 * unusable profile leaves the values unchanged, as viewers do.
 */
export const toGreyOfSrgb = async (data: Uint8Array, profile: Buffer): Promise<Uint8Array> => {
  const values = new Uint16Array(data.buffer, data.byteOffset, data.byteLength / 2)
  const table = await createTable(profile)
  // In place: the byte at `index` is never beyond the value that is read.
  for (let index = 0; index < values.length; index++) data[index] = table[values[index]!]!
  return data.subarray(0, values.length)
}

const RAMP = 256
const STEP = 65_535 / (RAMP - 1)

const createTable = async (profile: Buffer): Promise<Uint8Array> => {
  const ramp = await convertRamp(profile)
  return Uint8Array.from({ length: 65_536 }, (_, value) => {
    const lower = Math.min(RAMP - 2, Math.floor(value / STEP))
    const share = value / STEP - lower
    return Math.round(ramp[lower]! * (1 - share) + ramp[lower + 1]! * share)
  })
}

/** The sRGB values of 256 even steps from black to white. */
const convertRamp = async (profile: Buffer): Promise<Uint8Array> => {
  const ramp = Buffer.from(Array.from({ length: RAMP }, (_, value) => value))
  const image = sharp(ramp, { raw: { width: RAMP, height: 1, channels: 1 } }).toColourspace('b-w')
  const converted = (await embedProfile(image, profile)).toColourspace('srgb')
  const { data, info } = await converted.raw().toBuffer({ resolveWithObject: true })
  return Uint8Array.from({ length: RAMP }, (_, index) => data[index * info.channels]!)
}
