import { describe, expect, test } from 'vitest'
import { parseFileNameDate } from './metadata.ts'
import { isPlausible, parseOffset, parseWallClock } from './wall-clock.ts'

describe('OP-92 dates in metadata', () => {
  test.each([
    ['2024:05:03 14:15:00', '2024-05-03T14:15:00', null],
    ['2024-05-03T14:15:00.123+02:00', '2024-05-03T14:15:00', 120],
    ['2024-05-03T14:15:00Z', '2024-05-03T14:15:00', 0],
    ['2024-05-03 14:15:00-0430', '2024-05-03T14:15:00', -270],
    ['2024-05-03T14:15+02:00', '2024-05-03T14:15:00', 120],
    ['2024-05-03', '2024-05-03T00:00:00', null],
    ['2024:02:29 23:59:60', '2024-02-29T23:59:59', null],
    ['1970:01:01 00:00:00', '1970-01-01T00:00:00', null],
  ])('%s', (text, at, offset) => {
    expect(parseWallClock(text)).toEqual({ at, offset })
  })

  test.each([
    '',
    '    :  :     :  :  ',
    '0000:00:00 00:00:00',
    '2019:02:30 25:61:61',
    '2019:02:30 12:00:00',
    '2023:02:29 12:00:00',
    '1900:02:29 12:00:00',
    '2024:04:31 12:00:00',
    '2024:05:03 24:00:00',
    '2024:05:03 12:60:00',
    '2024:13:01 12:00:00',
    '2024',
    '14:15:00',
    'yesterday',
  ])('"%s" is none', text => {
    expect(parseWallClock(text)).toBeNull()
  })

  test('zones outside the real range are ignored', () => {
    expect(parseOffset('+14:00')).toBe(840)
    expect(parseOffset('+14:30')).toBeNull()
    expect(parseOffset('+05:75')).toBeNull()
    expect(parseOffset('   :  ')).toBeNull()
  })

  test('dates before photography and later than tomorrow are ignored', () => {
    const now = new Date('2026-06-01T12:00:00Z')
    expect(isPlausible('1825-12-31T23:59:59', now)).toBe(false)
    expect(isPlausible('1826-01-01T00:00:00', now)).toBe(true)
    expect(isPlausible('2026-06-02T12:00:00', now)).toBe(true)
    expect(isPlausible('2026-06-02T12:00:01', now)).toBe(false)
  })
})

describe('OP-92 dates in file names', () => {
  test.each([
    ['IMG_20240503_141500.jpg', '2024-05-03T14:15:00'],
    ['IMG_20240503_141500_1.jpg', '2024-05-03T14:15:00'],
    ['IMG_20240503_141500~2.jpg', '2024-05-03T14:15:00'],
    ['MVIMG_20240503_141500.jpg', '2024-05-03T14:15:00'],
    ['PXL_20240503_141500123.jpg', '2024-05-03T14:15:00'],
    ['PXL_20240503_141500123.MP.jpg', '2024-05-03T14:15:00'],
    ['Screenshot_20240503-141500.png', '2024-05-03T14:15:00'],
    ['Screenshot_20240503_141500_Maps.jpg', '2024-05-03T14:15:00'],
    ['Screenshot 2024-05-03 at 14.15.00.png', '2024-05-03T14:15:00'],
    ['Screenshot 2024-05-03 at 2.15.00\u202fPM.png', '2024-05-03T14:15:00'],
    ['Screenshot 2024-05-03 at 12.15.00 AM.png', '2024-05-03T00:15:00'],
    ['Bildschirmfoto 2024-05-03 um 14.15.00.png', '2024-05-03T14:15:00'],
    ['Screenshot 2024-05-03 141500.png', '2024-05-03T14:15:00'],
    ['Screenshot from 2024-05-03 14-15-00.png', '2024-05-03T14:15:00'],
    ['WhatsApp Image 2024-05-03 at 14.15.00.jpeg', '2024-05-03T14:15:00'],
    ['WhatsApp Image 2024-05-03 at 14.15.00 (1).jpeg', '2024-05-03T14:15:00'],
    ['IMG-20240503-WA0001.jpg', '2024-05-03T00:00:00'],
    ['signal-2024-05-03-141500.jpg', '2024-05-03T14:15:00'],
    ['signal-2024-05-03-14-15-00-123.jpg', '2024-05-03T14:15:00'],
    ['20240503_141500.jpg', '2024-05-03T14:15:00'],
    ['2024-05-03 14.15.00.jpg', '2024-05-03T14:15:00'],
    ['IMG20240503141500.jpg', '2024-05-03T14:15:00'],
    ['WIN_20240503_14_15_00_Pro.jpg', '2024-05-03T14:15:00'],
    ['holiday/IMG_20240503_141500.jpg', '2024-05-03T14:15:00'],
    ['C:\\photos\\IMG_20240503_141500.jpg', '2024-05-03T14:15:00'],
  ])('%s', (name, at) => {
    expect(parseFileNameDate(name)?.at).toBe(at)
  })

  test.each([
    'IMG_1234.jpg',
    'DSC01234.JPG',
    'IMG_20240230_141500.jpg',
    'IMG_20240503_256161.jpg',
    'Screenshot 2024-05-03 at 13.15.00 PM.png',
    '1234567890123456.jpg',
    'order 20240503.jpg',
    'IMG_20240503_1415001234567.jpg',
    '',
  ])('"%s" has none', name => {
    expect(parseFileNameDate(name)).toBeNull()
  })
})

describe('NX-243, RV-807 file names that begin with a date', () => {
  test.each([
    ['2007-07-14.jpg', '2007-07-14T00:00:00'],
    ['2007-07-14 (2).jpg', '2007-07-14T00:00:00'],
    ['1974-08-12 Garten.jpg', '1974-08-12T00:00:00'],
    ['1974-08-12_0001.jpg', '1974-08-12T00:00:00'],
    ['19740812.jpg', '1974-08-12T00:00:00'],
    ['19740812 Garten.jpg', '1974-08-12T00:00:00'],
    ['19740812_012.jpg', '1974-08-12T00:00:00'],
    ['1974-08 Garten.jpg', '1974-08-01T00:00:00'],
    ['1974-08_Été.jpg', '1974-08-01T00:00:00'],
    ['IMG_20240503.jpg', '2024-05-03T00:00:00'],
    ['IMG_20240503_HDR.jpg', '2024-05-03T00:00:00'],
    ['Scan_19740812.jpg', '1974-08-12T00:00:00'],
    ['Screenshot_2024-05-03-14-15-00-123_com.example.app.jpg', '2024-05-03T14:15:00'],
    ['FB_IMG_1540000000000.jpg', '2018-10-20T01:46:40'],
    ['FB_IMG_1540000000000 (1).jpg', '2018-10-20T01:46:40'],
  ])('%s', (name, at) => {
    expect(parseFileNameDate(name)?.at).toBe(at)
  })

  test.each([
    // Day and month are ambiguous.
    'Photo 03.05.24.jpg',
    'Photo 03.05.24, 14 15 00.jpg',
    '03-05-2024.jpg',
    '12081974.jpg',
    // A year alone, and a month without text.
    '1974.jpg',
    '1974 Garten.jpg',
    '1974-08.jpg',
    '1974-08-1.jpg',
    '197408.jpg',
    // Days and months that do not exist.
    '2007-02-30.jpg',
    '2007-02-30 Garten.jpg',
    '1974-13 Garten.jpg',
    '20011234.jpg',
    // The numbers of a downloaded picture.
    '20031228_10153421234567890_1234567890_n.jpg',
    '200312281.jpg',
    // The day of scanning.
    'Scan_20240503.jpg',
    'FB_IMG_0000000000000.jpg',
    'FB_IMG_15400000000001.jpg',
    'FB_IMG_1540000000.jpg',
  ])('"%s" has none', name => {
    const date = parseFileNameDate(name)
    expect(date !== null && isPlausible(date.at, new Date('2026-06-01T12:00:00Z'))).toBe(false)
  })
})

test.each([
  ['IMG_20240503_141500.jpg', 'second'],
  ['FB_IMG_1540000000000.jpg', 'second'],
  ['IMG-20240503-WA0001.jpg', 'day'],
  ['2007-07-14.jpg', 'day'],
  ['Scan_19740812.jpg', 'day'],
  ['1974-08 Garten.jpg', 'month'],
])('NX-243 the date of %s is exact to the %s', (name, precision) => {
  expect(parseFileNameDate(name)?.precision).toBe(precision)
})
