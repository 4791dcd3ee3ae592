import { createHash } from 'node:crypto'
import { jpeg, padJpeg } from '../pictures.ts'

/** A file that customers upload; all choose from the same ones. */
export interface Picture {
  name: string
  bytes: Buffer
  sha256: string
  /** Local date-time, unique; null without a date. */
  taken: string | null
  /** 197001 without a date. */
  takenMonth: number
}

/** Creates `count` pictures of eight months, every fourth without a date; small, so that decoding is quick. */
export async function createPictures(count: number): Promise<Picture[]> {
  const base = await jpeg({ width: 40, height: 30 })
  return Array.from({ length: count }, (_, i) => createPicture(i, padJpeg(base, base.length + 20 + i)))
}

function createPicture(i: number, bytes: Buffer): Picture {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  if (i % 4 === 3) return { name: `scan-${i}.jpg`, bytes, sha256, taken: null, takenMonth: 197001 }
  const [year, month] = [2019 + (i % 4), 1 + (i % 8)]
  const second = String(i).padStart(2, '0')
  return {
    name: `IMG_${year}0${month}15_1200${second}.jpg`,
    bytes,
    sha256,
    taken: `${year}-0${month}-15T12:00:${second}`,
    takenMonth: year * 100 + month,
  }
}
