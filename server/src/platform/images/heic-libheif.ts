import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import libheif from 'libheif-js/wasm-bundle.js'
import { UPLOAD_MAX_PIXELS } from '#contract/input/picture-limits.ts'
import { type HdrCoding, isHdrTransfer } from './tone-mapping.ts'

/** A decoded picture inside the decoder's memory; `data` is valid until `release`. */
export type HeicImage = {
  /** Bytes, or 16-bit words of an HDR picture. */
  data: Buffer<ArrayBuffer>
  width: number
  height: number
  channels: 3 | 4
  /** The ICC profile of the pixels, 'p3' for Display P3 named by number, null for sRGB. */
  profile: Buffer | 'p3' | null
  /** Set for PQ and HLG of more than 8 bits, which the profile does not apply to. */
  hdr: HdrCoding | null
  release(): void
}

/** libheif rejected the file: too little memory now, a limit of the decoder, or damage. */
export class HeifError extends Error {
  override name = 'HeifError'
  readonly failure: 'memory' | 'limit' | 'broken'

  constructor(message: string, failure: HeifError['failure'] = 'broken') {
    super(message)
    this.failure = failure
  }
}

/**
 * Decodes the primary picture of a HEIC file, upright: the container's rotation, mirroring and crop are applied,
 * so Exif orientation must not be. Blocks until done. Throws HeifError; any other error leaves the decoder unusable.
 */
export const decodeHeicFile = (path: string): HeicImage => {
  const cleanup: (() => void)[] = []
  const release = () => {
    for (const undo of cleanup.splice(0).reverse()) undo()
  }
  try {
    return { ...decode(path, undo => cleanup.push(undo)), release }
  } catch (error) {
    release()
    throw error
  }
}

// From heif.h; part of libheif's stable binary interface.
const COLORSPACE_RGB = 1
const CHROMA_INTERLEAVED_RGB = 10
const CHROMA_INTERLEAVED_RGBA = 11
const CHROMA_INTERLEAVED_RRGGBB_LE = 14
const CHROMA_INTERLEAVED_RRGGBBAA_LE = 15
const CHANNEL_INTERLEAVED = 10
const OPTION_CONVERT_HDR_TO_8BIT = 20
const OPTION_STRICT_DECODING = 21
const MEMORY_ALLOCATION_ERROR = 6
const SUBERROR_SECURITY_LIMIT = 1000

const decode = (path: string, defer: (undo: () => void) => void) => {
  const scratch = allocate(20)
  defer(() => libheif._free(scratch))
  const out = scratch + 12
  const bytes = loadFile(path)
  defer(() => libheif._free(bytes.at))
  const context = libheif._heif_context_alloc()
  defer(() => libheif._heif_context_free(context))
  libheif._heif_context_set_maximum_image_size_limit(context, Math.ceil(Math.sqrt(UPLOAD_MAX_PIXELS)))
  libheif._heif_context_read_from_memory_without_copy(scratch, context, bytes.at, bytes.size, 0)
  check(scratch)
  libheif._heif_context_get_primary_image_handle(scratch, context, out)
  check(scratch)
  const handle = readU32(out)
  defer(() => libheif._heif_image_handle_release(handle))

  const channels: 3 | 4 = libheif._heif_image_handle_has_alpha_channel(handle) ? 4 : 3
  const hdr = readHdrCoding(handle, scratch)
  const options = libheif._heif_decoding_options_alloc()
  defer(() => libheif._heif_decoding_options_free(options))
  libheif.HEAPU8[options + OPTION_CONVERT_HDR_TO_8BIT] = hdr ? 0 : 1
  // Without this, missing data is decoded as grey areas without an error.
  libheif.HEAPU8[options + OPTION_STRICT_DECODING] = 1
  libheif._heif_decode_image(scratch, handle, out, COLORSPACE_RGB, getChroma(channels, hdr), options)
  check(scratch)
  const image = readU32(out)
  defer(() => libheif._heif_image_release(image))
  const profile = hdr ? null : readColourProfile(handle, scratch)
  return { ...copyPixels(image, channels * (hdr ? 2 : 1), out), channels, profile, hdr }
}

const getChroma = (channels: 3 | 4, hdr: HdrCoding | null) => {
  if (hdr) return channels === 4 ? CHROMA_INTERLEAVED_RRGGBBAA_LE : CHROMA_INTERLEAVED_RRGGBB_LE
  return channels === 4 ? CHROMA_INTERLEAVED_RGBA : CHROMA_INTERLEAVED_RGB
}

const loadFile = (path: string) => {
  const file = openSync(path, 'r')
  try {
    const { size } = fstatSync(file)
    const at = allocate(size)
    for (let totalRead = 0; totalRead < size; ) {
      const read = readSync(file, libheif.HEAPU8, at + totalRead, size - totalRead, totalRead)
      if (read === 0) throw new HeifError('file became shorter while it was read')
      totalRead += read
    }
    return { at, size }
  } finally {
    closeSync(file)
  }
}

/** Removes the padding of the decoder's row alignment, in place. */
const copyPixels = (image: number, bytesPerPixel: number, strideOut: number) => {
  const width = libheif._heif_image_get_width(image, CHANNEL_INTERLEAVED)
  const height = libheif._heif_image_get_height(image, CHANNEL_INTERLEAVED)
  const plane = libheif._heif_image_get_plane_readonly(image, CHANNEL_INTERLEAVED, strideOut)
  const stride = readU32(strideOut)
  const row = width * bytesPerPixel
  const memory = libheif.HEAPU8
  if (plane === 0 || stride < row) throw new HeifError('decoded picture has no pixels')
  if (stride > row) {
    for (let y = 1; y < height; y++) {
      memory.copyWithin(plane + y * row, plane + y * stride, plane + y * stride + row)
    }
  }
  return { data: Buffer.from(memory.buffer, plane, row * height), width, height }
}

const readColourProfile = (handle: number, scratch: number): Buffer | 'p3' | null => {
  const type = libheif._heif_image_handle_get_color_profile_type(handle)
  if (type === toFourcc('nclx')) return readNamedProfile(handle, scratch)
  if (type !== toFourcc('prof') && type !== toFourcc('rICC')) return null
  const size = libheif._heif_image_handle_get_raw_color_profile_size(handle)
  const at = allocate(size)
  libheif._heif_image_handle_get_raw_color_profile(scratch, handle, at)
  const profile = Buffer.from(libheif.HEAPU8.slice(at, at + size))
  libheif._free(at)
  return readU32(scratch) === 0 ? profile : null
}

/** Colours by number (ITU-T H.273): primaries 12 are those of Display P3, whose curve is that of sRGB. */
const readNamedProfile = (handle: number, scratch: number) => {
  const colours = readNamedColours(handle, scratch)
  return colours?.primaries === 12 && colours.transfer === 13 ? 'p3' : null
}

const readHdrCoding = (handle: number, scratch: number): HdrCoding | null => {
  const bits = libheif._heif_image_handle_get_luma_bits_per_pixel(handle)
  const colours = readNamedColours(handle, scratch)
  return colours && bits > 8 && isHdrTransfer(colours.transfer) ? { ...colours, bits } : null
}

const readNamedColours = (handle: number, scratch: number) => {
  libheif._heif_image_handle_get_nclx_color_profile(scratch, handle, scratch + 16)
  if (readU32(scratch) !== 0) return null
  const profile = readU32(scratch + 16)
  const primaries = readU32(profile + 4)
  const transfer = readU32(profile + 8)
  libheif._heif_nclx_color_profile_free(profile)
  return { primaries, transfer }
}

const toFourcc = (text: string) => Buffer.from(text, 'latin1').readUInt32BE(0)

const allocate = (bytes: number) => {
  const pointer = libheif._malloc(Math.max(bytes, 1))
  if (pointer === 0) throw new HeifError(`decoder has no ${bytes} bytes left`, 'memory')
  return pointer
}

const readU32 = (pointer: number) => new DataView(libheif.HEAPU8.buffer).getUint32(pointer, true)

/** Throws a HeifError with code, subcode and message of a `heif_error`. */
const check = (error: number) => {
  const code = readU32(error)
  if (code === 0) return
  const subcode = readU32(error + 4)
  const from = readU32(error + 8)
  const message = Buffer.from(libheif.HEAPU8.subarray(from, libheif.HEAPU8.indexOf(0, from)))
    .toString('utf8')
    .trim()
  if (subcode === SUBERROR_SECURITY_LIMIT) throw new HeifError(message, 'limit')
  throw new HeifError(message, code === MEMORY_ALLOCATION_ERROR ? 'memory' : 'broken')
}
