import { readdirSync, readFileSync } from 'node:fs'
import ExifReader from 'exifreader'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { copies, occasions, scans } from './library-plan.ts'
import { type DemoPicture, planDemoPictures } from './pictures.ts'

const now = new Date('2026-09-14T10:00:00Z')
const FOLDER = new URL('pictures/', import.meta.url)

const find = (fileName: string): DemoPicture =>
  planDemoPictures({ now }).find(each => each.fileName === fileName)!

test('the same now makes the same bytes, also of a picture of the legacy library', async () => {
  const [once, again] = [planDemoPictures({ now })[0]!, planDemoPictures({ now })[0]!]
  expect(again.fileName).toBe(once.fileName)
  expect((await once.read()).equals(await again.read())).toBe(true)
  expect((await once.legacy!.read()).equals(await again.legacy!.read())).toBe(true)
})

test('a photograph has the size of its format, real content and its date and camera in Exif', async () => {
  const [picture] = planDemoPictures({ now })
  const bytes = await picture!.read()
  const { format, width, height } = await sharp(bytes).metadata()
  expect([format, width, height]).toEqual(['jpeg', 2100, 1400])
  const { channels } = await sharp(bytes).stats()
  expect(Math.max(...channels.map(channel => channel.stdev))).toBeGreaterThan(15)
  const { exif } = ExifReader.load(bytes, { expanded: true })
  const time = exif?.DateTimeOriginal?.description.replace(':', '-').replace(':', '-').replace(' ', 'T')
  expect(`${time}${exif?.OffsetTimeOriginal?.description}`).toBe(picture!.takenAt)
  expect([exif?.Make?.description, exif?.Model?.description]).toEqual(['Keepsake', 'K1'])
  expect(exif?.LensModel?.description).toMatch(/^Keepsake /)
  expect(exif?.ISOSpeedRatings?.value).toBeGreaterThan(0)
  expect(picture!.fileName).toBe(
    `IMG_${picture!.takenAt!.slice(0, 19).replace(/[-:]/g, '').replace('T', '_')}.jpg`,
  )
})

test('OP-26 60 photographs are also in the legacy library, seven years older, every fifth without a date in the file', async () => {
  const pictures = planDemoPictures({ now }).filter(({ legacy }) => legacy !== null)
  expect(pictures).toHaveLength(60)
  for (const { takenAt, legacy } of pictures)
    expect(Number(takenAt!.slice(0, 4)) - Number(legacy!.takenAt.slice(0, 4))).toBe(7)
  for (const [name, isDated] of [
    ['DSC_0004.jpg', true],
    ['DSC_0005.jpg', false],
  ] as const) {
    const { legacy } = pictures.find(each => each.legacy!.fileName === name)!
    const { format, width, exif } = await sharp(await legacy!.read()).metadata()
    expect([format, width, exif !== undefined]).toEqual(['jpeg', 1024, isDated])
  }
})

test('RV-955 the pictures are files of at most 8 MB together, each in one place of a library', () => {
  const files = readdirSync(FOLDER)
  const bytes = files.map(file => readFileSync(new URL(file, FOLDER)))
  expect(bytes.reduce((sum, each) => sum + each.length, 0)).toBeLessThan(8_000_000)
  const bursts = occasions.flatMap(({ shots }) => shots.flatMap(({ burst }) => burst))
  const madeOfOthers = [...bursts, ...copies, ...scans]
  expect(files).toHaveLength(planDemoPictures({ now }).length - madeOfOthers.length)
})

test('PL-029 two pictures, six scans and two copies have no date, neither in their name nor in Exif', async () => {
  const undated = planDemoPictures({ now }).filter(each => each.takenAt === null)
  expect(undated.map(each => each.fileName).toSorted()).toEqual([
    'Grandpa’s garden 1974 - 01.jpg',
    'Grandpa’s garden 1974 - 02.jpg',
    'Grandpa’s garden 1974 - 03.jpg',
    'Scan0004.jpg',
    'Scan0005.jpg',
    'Scan0006.jpg',
    'postcard-from-grandma.jpg',
    'poster-sunrise.png',
    'sunset turned.jpg',
    'tulips (1).jpg',
  ])
  for (const { fileName } of undated) {
    expect((await sharp(await find(fileName).read()).metadata()).exif).toBeUndefined()
  }
})

test('a screenshot is a PNG whose date is in its name only', async () => {
  const picture = find('Screenshot_20260909_093012.png')
  expect(picture.takenAt).toBe('2026-09-09T09:30:12')
  const { format, width, height, exif } = await sharp(await picture.read()).metadata()
  expect([format, width, height, exif]).toEqual(['png', 1170, 2532, undefined])
})

test('about 80 photographs over five years: months of one, a weekend of 16, a holiday of 22', () => {
  const plans = planDemoPictures({ now }).filter(each => each.library === 'demo')
  expect(plans.filter(each => each.fileName.endsWith('.jpg'))).toHaveLength(81)
  expect(plans.filter(each => each.fileName.endsWith('.png'))).toHaveLength(3)
  expect(new Set(plans.map(each => each.fileName)).size).toBe(plans.length)
  const months = Map.groupBy(plans, each => each.takenAt?.slice(0, 7))
  expect(months.get('2025-06')).toHaveLength(16)
  expect(months.get('2026-07')).toHaveLength(22)
  expect([...months.values()].filter(month => month.length === 1).length).toBeGreaterThan(2)
  const years = new Set(plans.flatMap(each => each.takenAt?.slice(0, 4) ?? []))
  expect([...years].sort()).toEqual(['2021', '2022', '2023', '2024', '2025', '2026'])
})

test('portraits, panoramas, squares and landscapes in several sizes', async () => {
  const files = readdirSync(FOLDER).map(file => sharp(readFileSync(new URL(file, FOLDER))).metadata())
  const shapes = (await Promise.all(files)).map(({ width, height }) => width / height)
  expect(shapes.filter(shape => shape < 0.8).length).toBeGreaterThan(7)
  expect(shapes.filter(shape => shape >= 3).length).toBeGreaterThan(2)
  expect(shapes.filter(shape => shape === 1).length).toBeGreaterThan(1)
  expect(new Set(shapes).size).toBeGreaterThan(5)
})

test.each(['2026-01-01T00:00:00Z', '2026-02-28T23:59:59Z', '2028-02-29T12:00:00Z', '2026-12-31T23:59:59Z'])(
  'at %s the pictures are newest first, none in the future, with some in recent weeks and in each season',
  at => {
    const then = new Date(at)
    const plans = planDemoPictures({ now: then })
    const clocks = plans.flatMap(each => each.takenAt?.slice(0, 19) ?? [])
    expect(clocks).toEqual([...clocks].sort().reverse())
    expect(clocks[0]! < at.slice(0, 19)).toBe(true)
    expect(new Set(plans.map(each => each.fileName)).size).toBe(plans.length)
    const threeWeeksAgo = new Date(then.getTime() - 21 * 86_400_000).toISOString().slice(0, 19)
    expect(clocks.filter(clock => clock > threeWeeksAgo).length).toBeGreaterThan(5)
    const wedding = Map.groupBy(clocks, clock => clock.slice(5, 7)).get('06')
    expect(wedding!.length).toBeGreaterThanOrEqual(14)
  },
)

test('daylight saving time follows the European rule, except where an occasion has its own offset', () => {
  const at = (month: string) => planDemoPictures({ now }).filter(each => each.takenAt?.slice(5, 7) === month)
  for (const { takenAt } of at('07')) expect(takenAt).toMatch(/\+02:00$/)
  for (const { takenAt } of at('12')) expect(takenAt).toMatch(/\+01:00$/)
  const desert = at('03').filter(each => each.takenAt?.startsWith('2025'))
  expect(desert.map(each => each.takenAt?.slice(19))).toEqual(['+00:00', '+00:00', '+00:00'])
})

test('NX-217 photographs of a journey have a position, which is that of its town', async () => {
  const { gps } = ExifReader.load(await find('IMG_20260716_105239.jpg').read(), { expanded: true })
  expect([gps?.Latitude, gps?.Longitude].map(value => value?.toFixed(2))).toEqual(['44.12', '15.23'])
})

test('NX-219 shots in a row are within seconds of a photograph, of the same camera, and differ in what is recommended', async () => {
  const plans = planDemoPictures({ now })
  const names = plans.filter(each => each.takenAt?.startsWith('2026-09-12T16:42')).map(each => each.fileName)
  expect(names).toHaveLength(5)
  const means = await Promise.all(
    names.map(async name => (await sharp(await find(name).read()).stats()).channels[0]!.mean),
  )
  expect(Math.max(...means) / Math.min(...means)).toBeGreaterThan(2)
})

test('NX-220 a copy by a messenger is smaller and has no date in its file', async () => {
  const { width, exif } = await sharp(await find('IMG-20260912-WA0007.jpg').read()).metadata()
  expect([width, exif]).toEqual([1080, undefined])
})
