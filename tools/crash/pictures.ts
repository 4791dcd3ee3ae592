import { createHash } from 'node:crypto'
import { jpeg, padJpeg } from '#server/testing/pictures.ts'
import type { Random } from '#server/testing/random.ts'

export interface Picture {
  name: string
  bytes: Buffer
  sha256: string
}

const SMALLEST = 50_000
const LARGEST = 6_000_000

/** Makes pictures of 50 kB to 6 MB, as many small as large ones, no two alike, of many months. */
export async function pictureBook(random: Random): Promise<() => Picture> {
  const bases = await Promise.all(
    [400, 1000, 1600].map(width => jpeg({ width, height: Math.round(width * 0.75) })),
  )
  let made = 0
  return () => {
    const largest = random.chance(0.5) ? LARGEST : LARGEST / 8
    const size = SMALLEST + random.below(largest - SMALLEST)
    const bytes = padJpeg(random.pick(bases), size)
    const day = new Date(Date.UTC(2015, 0, 1 + random.below(3000))).toISOString().slice(0, 10)
    const time = String(++made).padStart(6, '0')
    const name = random.chance(0.1) ? `scan ${made}.jpg` : `IMG_${day.replaceAll('-', '')}_${clock(time)}.jpg`
    return { name, bytes, sha256: createHash('sha256').update(bytes).digest('hex') }
  }
}

/** Six digits as a time of day that exists. */
const clock = (digits: string) =>
  [Number(digits.slice(0, 2)) % 24, Number(digits.slice(2, 4)) % 60, Number(digits.slice(4)) % 60]
    .map(part => String(part).padStart(2, '0'))
    .join('')
