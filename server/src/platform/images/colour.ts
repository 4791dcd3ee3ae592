import { crc32, deflateSync } from 'node:zlib'
import type { Sharp } from 'sharp'
import type { RawPicture } from './picture-source.ts'
import { sharp } from './pixel-engine.ts'

type Pixels = Pick<RawPicture, 'width' | 'height' | 'channels'> & { data: Buffer }

const STRIP_PIXELS = 2_000_000
const IHDR_END = 33

/**
 * Converts pixels from the colours of an ICC profile to sRGB, in place and strip by strip, to avoid a second copy of a
 * large picture. An unusable profile leaves the pixels unchanged, as viewers do.
 */
export const toSrgb = async ({ data, width, height, channels }: Pixels, profile: Buffer | 'p3') => {
  const icc = profile === 'p3' ? await createDisplayP3Profile() : profile
  const rows = Math.max(1, Math.floor(STRIP_PIXELS / width))
  for (let y = 0; y < height; y += rows) {
    const strip = data.subarray(y * width * channels, Math.min(height, y + rows) * width * channels)
    const raw = { width, height: strip.length / (width * channels), channels }
    const convertedStrip = await embedProfile(sharp(strip, { raw }), icc).then(image =>
      image.raw().toBuffer(),
    )
    if (convertedStrip.length === strip.length) strip.set(convertedStrip)
  }
}

/** libvips accepts no profile for raw pixels, so the pixels are wrapped in an uncompressed PNG with the profile. */
export const embedProfile = async (image: Sharp, icc: Buffer): Promise<Sharp> =>
  sharp(tagPng(await image.png({ compressionLevel: 0 }).toBuffer(), icc), {
    failOn: 'none',
    limitInputPixels: false,
  })

/** Returns a copy of a PNG without a profile that has this one. */
export const tagPng = (png: Buffer, icc: Buffer): Buffer => {
  const iccp = createChunk('iCCP', Buffer.concat([Buffer.from('icc\0\0', 'latin1'), deflateSync(icc)]))
  return Buffer.concat([png.subarray(0, IHDR_END), iccp, png.subarray(IHDR_END)])
}

const createChunk = (type: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const chunk = Buffer.alloc(body.length + 8)
  chunk.writeUInt32BE(data.length, 0)
  body.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(body), body.length + 4)
  return chunk
}

let displayP3Profile: Promise<Buffer> | undefined

/** libvips contains the profile, but exposes it only embedded in a picture. */
const createDisplayP3Profile = () => {
  displayP3Profile ??= (async () => {
    const dot = sharp({ create: { width: 1, height: 1, channels: 3, background: '#000000' } })
    const { icc } = await sharp(await dot.withIccProfile('p3').jpeg().toBuffer()).metadata()
    if (!icc) throw new Error('the Display P3 profile is missing from the image library')
    return icc
  })()
  return displayP3Profile
}
