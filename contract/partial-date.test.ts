import { describe, expect, test } from 'vitest'
import {
  isCredible,
  isPlausible,
  type PartialDate,
  parseOffset,
  parsePartialDate,
  selectDate,
  truncateDate,
} from './partial-date.ts'

const NOW = new Date('2026-06-01T12:00:00Z')

describe('OP-92 dates in metadata', () => {
  test.each([
    ['2024:05:03 14:15:00', '2024-05-03T14:15:00', null],
    ['2024-05-03T14:15:00.123+02:00', '2024-05-03T14:15:00', 120],
    ['2024-05-03T14:15:00Z', '2024-05-03T14:15:00', 0],
    ['2024-05-03 14:15:00-0430', '2024-05-03T14:15:00', -270],
    ['2024-05-03T14:15+02:00', '2024-05-03T14:15:00', 120],
    ['2024:02:29 23:59:60', '2024-02-29T23:59:59', null],
    ['1970:01:01 00:00:00', '1970-01-01T00:00:00', null],
  ])('%s', (text, at, offset) => {
    expect(parsePartialDate(text)).toEqual({ at, precision: 'second', offset })
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
    '2024:13:01 12:00:00',
    '20240503',
    '14:15:00',
    'yesterday',
  ])('"%s" is none', text => {
    expect(parsePartialDate(text)).toBeNull()
  })

  test('zones outside the real range are ignored', () => {
    expect(parseOffset('+14:00')).toBe(840)
    expect(parseOffset('+14:30')).toBeNull()
    expect(parseOffset('+05:75')).toBeNull()
    expect(parseOffset('   :  ')).toBeNull()
  })

  test('dates before photography and later than tomorrow are ignored', () => {
    expect(isPlausible('1825-12-31T23:59:59', NOW)).toBe(false)
    expect(isPlausible('1826-01-01T00:00:00', NOW)).toBe(true)
    expect(isPlausible('2026-06-02T12:00:00', NOW)).toBe(true)
    expect(isPlausible('2026-06-02T12:00:01', NOW)).toBe(false)
  })
})

describe('RV-1084 RV-1087 what a date says is kept', () => {
  test.each([
    ['1974-08-12', '1974-08-12T00:00:00', 'day'],
    ['1974:08:12', '1974-08-12T00:00:00', 'day'],
    ['1974-08', '1974-08-01T00:00:00', 'month'],
    ['1974-08-00', '1974-08-01T00:00:00', 'month'],
    ['1974:08:   ', '1974-08-01T00:00:00', 'month'],
    ['1974', '1974-01-01T00:00:00', 'year'],
    ['1974-00-00', '1974-01-01T00:00:00', 'year'],
    ['1974:00:00 00:00:00', '1974-01-01T00:00:00', 'year'],
    ['1974:  :     :  :  ', '1974-01-01T00:00:00', 'year'],
    // A time that does not exist leaves the day.
    ['2024:05:03 24:00:00', '2024-05-03T00:00:00', 'day'],
    ['2024:05:03 12:60:00', '2024-05-03T00:00:00', 'day'],
    ['2024:05:03   :  :  ', '2024-05-03T00:00:00', 'day'],
    ['2024:05:03 13:05:06 AM', '2024-05-03T00:00:00', 'day'],
    // Blanks for zeros, also after white space was folded; clocks of twelve hours; separators of Exif in other files.
    ['2004: 7: 4  9: 5: 6', '2004-07-04T09:05:06', 'second'],
    ['2004: 7: 4 9: 5: 6', '2004-07-04T09:05:06', 'second'],
    ['2004:07:14 9:05:06 PM', '2004-07-14T21:05:06', 'second'],
    ['2004:07:14 9:05:06 P', '2004-07-14T21:05:06', 'second'],
    ['2004:07:14 12:05:06 a.m.', '2004-07-14T00:05:06', 'second'],
    ['2017:10:23T12:34:56', '2017-10-23T12:34:56', 'second'],
  ])('"%s" is %s to the %s', (text, at, precision) => {
    expect(parsePartialDate(text)).toEqual({ at, precision, offset: null })
  })

  const select = (...texts: string[]) => {
    const date = selectDate(texts.map(parsePartialDate), NOW)
    return date && [date.at, date.precision]
  }

  test('the first credible date counts, and a more exact one of the same day, month or year', () => {
    expect(select('1974-08-12', '1974-08-12 10:11:12')).toEqual(['1974-08-12T10:11:12', 'second'])
    expect(select('1974', '1974-08', '1974-08-12')).toEqual(['1974-08-12T00:00:00', 'day'])
    expect(select('1974-08-12', '1974-08-13 10:11:12')).toEqual(['1974-08-12T00:00:00', 'day'])
    expect(select('1974-08-12 10:11:12', '1974-08-12')).toEqual(['1974-08-12T10:11:12', 'second'])
    expect(select('2999', 'x', '1974')).toEqual(['1974-01-01T00:00:00', 'year'])
    expect(select('')).toBeUndefined()
  })

  test('midnight is no more exact than its day: programs write it for an unknown time', () => {
    expect(select('1974-08-12', '1974-08-12 00:00:00')).toEqual(['1974-08-12T00:00:00', 'day'])
    expect(select('1974-08-12', '1974-08-12 00:00:01')).toEqual(['1974-08-12T00:00:01', 'second'])
  })

  test.each([
    ['year', '1974-01-01T00:00:00'],
    ['month', '1974-08-01T00:00:00'],
    ['day', '1974-08-12T00:00:00'],
    ['second', '1974-08-12T10:11:12'],
  ] as const)('cut to the %s it is %s', (precision, at) => {
    expect(truncateDate('1974-08-12T10:11:12', precision)).toBe(at)
  })
})

describe('RV-1166 NX-244 defaults of formats are no dates', () => {
  test.each([
    // The instant 0 of computers and of QuickTime, in any zone.
    ['1970-01-01T00:00:00', false],
    ['1970-01-01T14:00:00', false],
    ['1970-01-01T14:00:01', true],
    ['1969-12-31T10:00:00', false],
    ['1969-12-31T09:59:59', true],
    ['1904-01-01T00:00:00', false],
    ['1904-01-01T14:00:00', false],
    ['1904-01-01T14:00:01', true],
    ['1903-12-31T10:00:00', false],
    ['1903-12-31T09:59:59', true],
    // The instant 0 of GPS, which receivers without a fix write.
    ['1980-01-06T05:45:00', false],
    ['1980-01-06T14:00:01', true],
    // The local first day of FAT and zip, its zeros, that of OLE.
    ['1980-01-01T00:00:00', false],
    ['1980-01-01T00:00:01', true],
    ['1979-11-30T00:00:00', false],
    ['1899-12-30T00:00:00', false],
  ])('%s is credible: %s', (at, expected) => {
    expect(isCredible({ at, precision: 'second' }, NOW)).toBe(expected)
    const day: PartialDate = { at: truncateDate(at, 'day'), precision: 'day', offset: null }
    expect(isCredible(day, NOW)).toBe(true)
  })
})
