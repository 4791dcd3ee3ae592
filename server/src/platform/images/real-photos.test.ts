import { readFileSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createImages, type Images, SNIFF_BYTES } from './index.ts'
import { sharp } from './pixel-engine.ts'

// A folder with real photos and a manifest.json with the results of exiftool and strict decoders for each.
const folder = process.env.KEEPSAKE_PHOTOS ?? ''

type Photo = {
  file: string
  format: string
  storedWidth: number | null
  storedHeight: number | null
  uprightWidth: number | null
  uprightHeight: number | null
  decodes: boolean
  dateTimeOriginal: string | null
  offsetTimeOriginal: string | null
  gps: unknown
  camera: string | null
}

const types: Record<string, string> = { JPEG: 'image/jpeg', PNG: 'image/png', HEIC: 'image/heic' }

// Files whose expected result differs from the manifest, each with the reason.
const differentDate: Record<string, string | null> = {
  'derived/exif_date_blank.jpg': null,
  'derived/exif_date_zero.jpg': null,
  'derived/exif_date_epoch.jpg': null,
  'derived/exif_date_impossible.jpg': null,
  'derived/exif_date_future.jpg': null,
  'derived/exif_date_leapday.jpg': '2024-02-29T23:59:59',
  // In the future at the time this test assumes.
  'ianare__exif-samples/WWL_(Polaroid)_ION230.jpg': '2008-07-31T17:32:06',
  // Only GPS has a time, or DateTime of a camera.
  'ianare__exif-samples/HMD_Nokia_8.3_5G.heif': '2022-02-03T15:44:09',
  'ianare__exif-samples/HMD_Nokia_8.3_5G_hdr.heif': '2022-01-12T08:30:14',
  'immich-app__test-assets/gps-datetime.jpg': '2023-11-15T04:30:00',
  'MikeKovarik__exifr/xmp depth map.jpg': '2014-06-21T08:03:25',
  // Only the maker's note of a wildlife camera has the date.
  'ianare__exif-samples/Reconyx_HC500_Hyperfire.jpg': null,
  // We read photoshop:DateCreated; exiftool's DateTimeOriginal does not include it.
  'MikeKovarik__exifr/IMG_20180725_163423-2.png': '2018-07-25T16:34:22',
}
const refused: Record<string, string> = {
  'derived/header_claims_65500x65500.jpg': 'too-many-pixels',
  'derived/ihdr_lies_60000x60000.png': 'too-many-pixels',
  'derived/pixel_bomb_30000x30000.png': 'too-many-pixels',
  'derived/truncated_40pct.heic': 'truncated',
  'derived/truncated_half.jpg': 'truncated',
  'google__wuffs/hippopotamus.interlaced.truncated.png': 'truncated',
  'google__wuffs/peacock.default.truncated.jpeg': 'truncated',
  'derived/zero_bytes.jpg': 'empty',
}

describe.runIf(folder)('PL-171 real photos', () => {
  const photos: Photo[] = folder ? JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')).files : []
  const tempDir = join(tmpdir(), `keepsake-real-photos-${process.pid}`)
  let opened: Images | undefined
  const images = () => {
    opened ??= createImages({
      tempDir,
      now: () => new Date('2026-06-01T00:00:00Z'),
    })
    return opened
  }
  afterAll(async () => {
    await opened?.close()
    await rm(tempDir, { recursive: true, force: true })
  })

  test.each(photos)('$file', { timeout: 60_000 }, async photo => {
    const path = join(folder, photo.file)
    const type = images().sniff((await readFile(path)).subarray(0, SNIFF_BYTES))
    expect(type).toBe(types[photo.format] ?? null)
    const structure = await images().checkStructure(path)
    const reason = refused[photo.file] ?? (type ? null : 'unsupported-type')
    if (reason) return expect(structure).toEqual({ ok: false, reason })
    expect(structure).toEqual({ ok: true, width: photo.storedWidth, height: photo.storedHeight })

    const metadata = await images().readMetadata(path, type!, { fileName: 'photo' })
    expect(metadata.takenAt).toBe(expectedDate(photo))
    if (photo.offsetTimeOriginal) expect(metadata.takenOffset).toBe(minutes(photo.offsetTimeOriginal))
    expect(metadata.hasLocation).toBe(Boolean(photo.gps))
    expect([metadata.camera.make, metadata.camera.model].filter(Boolean).join(' ')).toBe(photo.camera ?? '')

    const making = images().makeVariants({ path, type: type! })
    if (!photo.decodes) return expect(making).rejects.toThrow()
    const made = await making
    expect([made.width, made.height]).toEqual([photo.uprightWidth, photo.uprightHeight])
    for (const { bytes, size, width, height } of made.variants) {
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width, height })
      const [short, long] = [made.width, made.height].sort((a, b) => a - b) as [number, number]
      const isWide = long >= 2 * short
      // Wide pictures have larger variants, so that their short edge is usable, and the smallest is their middle (NX-253).
      const least = Math.min(size, long, isWide ? 3 * short : size)
      const most = Math.min((isWide ? 4 : 1) * size, long)
      expect(Math.max(width, height)).toBeGreaterThanOrEqual(least)
      expect(Math.max(width, height)).toBeLessThanOrEqual(most)
    }
  })
})

const expectedDate = ({ file, dateTimeOriginal }: Photo) =>
  file in differentDate
    ? differentDate[file]
    : (dateTimeOriginal?.slice(0, 19).replace(/^(\d+):(\d+):(\d+) /, '$1-$2-$3T') ?? null)

const minutes = (offset: string) => {
  const size = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(4))
  return offset.startsWith('-') ? -size : size
}
