import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import { toSrgb } from './colour.ts'
import { decodeHeicFile, type HeicImage, HeifError } from './heic-libheif.ts'
import type { HeicReply, HeicRequest } from './heic-protocol.ts'
import { isLarger, openRaw, openRawWords, resizeToFrame } from './pixels.ts'
import { type HdrCoding, toneMap, widenTo16Bits } from './tone-mapping.ts'
import { frameVariants } from './variant-frames.ts'

// The program of the decoding child process: handles one request at a time until its parent disconnects.
// Arguments: the parent's process id, the memory cap in MiB.
const [parentPid, maxMemoryMb] = process.argv.slice(2).map(Number)
const watchdog = new Worker(new URL('./heic-watchdog.ts', import.meta.url), {
  workerData: { parentPid, maxMemoryMb },
})
// Decoding starts only after the watchdog enforces the limits.
const watchdogReady = once(watchdog, 'message')
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

process.on('disconnect', () => process.exit(0))
process.on('message', async (request: HeicRequest) => {
  await watchdogReady
  const reply = await answer(request)
  process.send!({ ...reply, id: request.id, rssMb: process.memoryUsage.rss() / 1_048_576 })
})

const answer = async (request: HeicRequest) => {
  try {
    const image = decodeHeicFile(request.path)
    try {
      return await deliver(image, request)
    } finally {
      image.release()
    }
  } catch (error) {
    return toFailure(error)
  }
}

const deliver = async (decoded: HeicImage, { box, quality, out }: HeicRequest) => {
  const full = { width: decoded.width, height: decoded.height }
  const image = decoded.hdr && decoded.channels === 4 ? widen(decoded, decoded.hdr) : decoded
  const pixels = toBytes(await scaleToBox(image, box), image)
  if (image.profile) await toSrgb(pixels, image.profile)
  const bytes = quality === null ? pixels.data : await encodeJpeg(pixels, quality)
  await writeFile(out, bytes, { flag: 'wx', mode: 0o600 })
  return { ok: true as const, width: pixels.width, height: pixels.height, channels: image.channels, full }
}

const widen = (image: HeicImage, hdr: HdrCoding): HeicImage => ({
  ...image,
  hdr: widenTo16Bits(image.data, hdr),
})

type Pixels = Pick<HeicImage, 'data' | 'width' | 'height' | 'channels'>

/** HDR is scaled as it is coded, so that tone mapping handles the smaller picture. */
const scaleToBox = async (image: HeicImage, box: HeicRequest['box']): Promise<Pixels> => {
  if (box === null) return image
  const frame = typeof box === 'number' ? { box } : frameVariants(image, box)
  if (!isLarger(image, frame)) return image
  const scaled = image.hdr
    ? resizeToFrame(openRawWords(image), frame).toColourspace('rgb16').raw({ depth: 'ushort' })
    : resizeToFrame(openRaw(image), frame).raw()
  const { data, info } = await scaled.toBuffer({ resolveWithObject: true })
  return {
    data: data as Buffer<ArrayBuffer>,
    width: info.width,
    height: info.height,
    channels: image.channels,
  }
}

const toBytes = (pixels: Pixels, { hdr, channels }: HeicImage): Pixels =>
  hdr ? { ...pixels, data: toneMap(pixels.data, channels, hdr) } : pixels

const encodeJpeg = (pixels: Pixels, quality: number) =>
  openRaw(pixels).flatten({ background: '#ffffff' }).jpeg({ quality, optimiseCoding: false }).toBuffer()

type Failure = Omit<Extract<HeicReply, { ok: false }>, 'id' | 'rssMb'>

const toFailure = (error: unknown): Failure => {
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof HeifError) {
    return { ok: false, failure: error.failure, message, isUsable: true }
  }
  // A file could not be read or written (such as storage full): the picture may still be valid.
  if (error instanceof Error && 'syscall' in error)
    return { ok: false, failure: 'machine', message, isUsable: true }
  // The decoder aborted internally: its memory is in an unknown state.
  return { ok: false, failure: 'broken', message, isUsable: false }
}
