import { createHash } from 'node:crypto'
import { jpeg, padJpeg } from '#server/testing/pictures.ts'
import type { Random } from '#server/testing/random.ts'

export interface Picture {
  name: string
  bytes: Buffer
  sha256: string
}

const SIZE_MIN = 50_000
const SIZE_MAX = 6_000_000

/** Returns a generator of unique pictures of 50 kB to `sizeMax` and of many months, half of them small. */
export async function createPictureGenerator(random: Random, sizeMax = SIZE_MAX): Promise<() => Picture> {
  const bases = await Promise.all(
    [400, 1000, 1600].map(width => jpeg({ width, height: Math.round(width * 0.75) })),
  )
  let count = 0
  return () => {
    const max = random.chance(0.5) ? sizeMax : SIZE_MIN + (sizeMax - SIZE_MIN) / 8
    const size = SIZE_MIN + random.integer(max - SIZE_MIN)
    const bytes = padJpeg(random.pick(bases), size)
    const day = new Date(Date.UTC(2015, 0, 1 + random.integer(3000))).toISOString().slice(0, 10)
    const time = String(++count).padStart(6, '0')
    const name = random.chance(0.1)
      ? `scan ${count}.jpg`
      : `IMG_${day.replaceAll('-', '')}_${toTimeOfDay(time)}.jpg`
    return { name, bytes, sha256: createHash('sha256').update(bytes).digest('hex') }
  }
}

/** Maps six digits to a valid time of day. */
const toTimeOfDay = (digits: string) =>
  [Number(digits.slice(0, 2)) % 24, Number(digits.slice(2, 4)) % 60, Number(digits.slice(4)) % 60]
    .map(part => String(part).padStart(2, '0'))
    .join('')
