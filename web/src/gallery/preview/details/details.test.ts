import { expect, test } from 'vitest'
import type { Image } from '#contract/photos.ts'
import { textsForTests } from '#web/platform/i18n/texts.testing.ts'
import { photoForTests } from '../../photo-list/photo.testing.ts'
import { formatCameraName, formatExposure, formatOffset } from './camera.ts'
import { listRows } from './details.tsx'

const texts = textsForTests()
const rows = (image: Partial<Image>) =>
  Object.fromEntries(
    listRows(texts, { ...photoForTests(2024, 5, 0), ...image }).map(({ name, value, more }) => [
      name,
      more ? `${value}, ${more}` : value,
    ]),
  )

test('known metadata is listed: day and time as the camera showed them, never shifted', () => {
  expect(
    rows({
      dateTaken: '2018-07-25T16:34:23',
      dateTakenOffset: 330,
      localFileName: 'beach.heic',
      contentType: 'image/heic',
      size: 4_321_000,
      visibleWidth: 4048,
      visibleHeight: 3036,
      uploadEnd: '2026-11-21T23:30:00Z',
      camera: { make: 'Google', model: 'Pixel', focalLength: 4.67, aperture: 1.8, exposure: 0.004, iso: 52 },
    }),
  ).toEqual({
    Taken: 'Wednesday, 25 July 2018, 16:34 · UTC+05:30 · From the photo',
    Camera: 'Google Pixel',
    'Focal length': '4.67 mm',
    Aperture: 'ƒ/1.8',
    Exposure: '1/250 s',
    ISO: '52',
    'File name': 'beach.heic',
    Type: 'HEIC',
    Size: '4.1 MB',
    Dimensions: '4048 × 3036 pixels, 12.3 MP',
    Added: '21 November 2026',
  })
})

test('unknown metadata has no row; a photo without a date says so', () => {
  const names = Object.keys(rows({ dateTaken: undefined, visibleWidth: 0, visibleHeight: 0 }))
  expect(names).toEqual(['Taken', 'File name', 'Type', 'Size', 'Added'])
  expect(rows({ dateTaken: undefined }).Taken).toBe('Unknown Date')
})

test.each([
  [undefined, 'From the photo'],
  ['companion', 'From a file beside the photo'],
  ['gps', 'From the GPS time'],
  ['name', 'From the file name'],
  ['changed', 'When the file was last saved'],
  ['customer', 'Set by hand'],
] as const)('RV-1088 a date from %s says so, however exact it is', (dateTakenSource, source) => {
  const dateTaken = '2018-07-01T00:00:00'
  const { Taken } = rows({ dateTaken, dateTakenPrecision: 'month', dateTakenSource })
  expect(Taken).toBe(`July 2018, ${source}`)
  expect(rows({ dateTaken, dateTakenSource }).Taken).toBe(`Sunday, 1 July 2018, 00:00 · ${source}`)
})

test.each([
  [{ make: 'Canon', model: 'Canon EOS 600D' }, 'Canon EOS 600D'],
  [{ make: 'NIKON CORPORATION', model: 'NIKON D90' }, 'NIKON D90'],
  [{ make: 'Apple', model: 'iPhone 7' }, 'Apple iPhone 7'],
  [{ model: 'E-M10' }, 'E-M10'],
  [{}, undefined],
])('the camera %o is called %s', (camera, name) => {
  expect(formatCameraName(camera)).toBe(name)
})

test.each([
  [0.004, '1/250'],
  [0.5, '0.5'],
  [2.5, '2.5'],
  [30, '30'],
])('an exposure of %d s reads %s', (seconds, label) => {
  expect(formatExposure(seconds, texts.number)).toBe(label)
})

test.each([
  [0, 'UTC+00:00'],
  [-210, 'UTC−03:30'],
])('%d minutes east of UTC read %s', (minutes, label) => {
  expect(formatOffset(minutes)).toBe(label)
})
