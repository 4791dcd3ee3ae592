import { rgbaToThumbHash } from 'thumbhash'
import type { RawPicture } from './picture-source.ts'

// ThumbHash takes at most 100 px and keeps some 6×6 frequencies: more pixels take time without a visible difference.
const EDGE = 48

/**
 * A blurred preview in about 25 bytes: ThumbHash as base64url. Each of its pixels is the mean of those it covers: for so
 * small a picture libvips takes five times as long to begin as to scale (RV-506).
 */
export function placeholder(from: RawPicture): string {
  const scale = Math.min(1, EDGE / Math.max(from.width, from.height))
  const width = Math.max(1, Math.round(from.width * scale))
  const height = Math.max(1, Math.round(from.height * scale))
  return Buffer.from(rgbaToThumbHash(width, height, meanPixels(from, width, height))).toString('base64url')
}

/** The picture in this size as RGBA; alpha is that of the picture, 255 without. */
function meanPixels(from: RawPicture, width: number, height: number): Uint8Array {
  const rgba = new Uint8Array(width * height * 4)
  for (let y = 0, at = 0; y < height; y++) {
    const [top, bottom] = covered(y, from.height / height)
    for (let x = 0; x < width; x++, at += 4) {
      const [left, right] = covered(x, from.width / width)
      setMean(rgba, at, from, { left, right, top, bottom })
    }
  }
  return rgba
}

/** First pixel that pixel `at` covers, and the one after the last; `step` is at least 1. */
const covered = (at: number, step: number): [number, number] => [
  Math.floor(at * step),
  Math.max(Math.floor(at * step) + 1, Math.floor((at + 1) * step)),
]

function setMean(
  rgba: Uint8Array,
  at: number,
  { data, width, channels }: RawPicture,
  { left, right, top, bottom }: { left: number; right: number; top: number; bottom: number },
): void {
  const [green, blue] = channels >= 3 ? [1, 2] : [0, 0]
  const hasAlpha = channels === 2 || channels === 4
  let [r, g, b, a] = [0, 0, 0, 0]
  for (let y = top; y < bottom; y++)
    for (
      let pixel = (y * width + left) * channels;
      pixel < (y * width + right) * channels;
      pixel += channels
    ) {
      r += data[pixel]!
      g += data[pixel + green]!
      b += data[pixel + blue]!
      if (hasAlpha) a += data[pixel + channels - 1]!
    }
  const count = (right - left) * (bottom - top)
  rgba[at] = Math.round(r / count)
  rgba[at + 1] = Math.round(g / count)
  rgba[at + 2] = Math.round(b / count)
  rgba[at + 3] = hasAlpha ? Math.round(a / count) : 255
}
