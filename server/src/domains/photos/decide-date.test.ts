import { expect, test } from 'vitest'
import { decideDate } from './decide-date.ts'

const none = {
  takenAt: null,
  takenOffset: null,
  takenSource: null,
  takenPrecision: 'second',
  takenMilliseconds: null,
} as const
const inFile = { ...none, takenAt: '2024-05-03T14:15:00', takenOffset: 120, takenSource: 'file' } as const
const inName = {
  ...none,
  takenAt: '2007-07-14T00:00:00',
  takenSource: 'name',
  takenPrecision: 'day',
} as const
const inGps = { ...inFile, takenSource: 'gps' } as const
const changed = { ...inFile, takenSource: 'changed' } as const
const companion = { at: '2019-01-02T03:04:05', offset: 60, precision: 'second' } as const
const index = { at: '2018-01-02T03:04:05', offset: null, precision: 'second' } as const
const month = { at: '1974-08-01T00:00:00', offset: null, precision: 'month' } as const

const decide = (file: Parameters<typeof decideDate>[0], stated?: Parameters<typeof decideDate>[2]) => {
  const { at, offset, source, precision } = decideDate(file, 'a.jpg', stated)
  return [at, offset, source, precision]
}

test('NX-243 the date is that of the file, its companion, its name, the index of an import, or none', () => {
  expect(decide(inFile, { companion, index })).toEqual(['2024-05-03T14:15:00', 120, 'file', 'second'])
  expect(decide(inName, { companion, index })).toEqual(['2019-01-02T03:04:05', 60, 'companion', 'second'])
  expect(decide(inName, { companion: null, index })).toEqual(['2007-07-14T00:00:00', null, 'name', 'day'])
  expect(decide(none, { index })).toEqual(['2018-01-02T03:04:05', null, 'companion', 'second'])
  expect(decide(none)).toEqual([null, null, 'file', 'second'])
})

test.each([
  [null, 'IMG_0042.jpg', 42],
  [null, 'scan 7 of 12.jpeg', 12],
  [null, 'garden.jpg', 0],
  [null, 'DSC123456789.jpg', 456_789],
  [null, 'no-extension-9', 9],
  [0, 'IMG_0042.jpg', 42],
  [50, 'DSC123456.jpg', 50_456],
  [999, 'x999999.jpg', 999_999],
])('NX-242 %s ms and %s are %i µs of its second', (takenMilliseconds, name, fraction) => {
  expect(decideDate({ ...inFile, takenMilliseconds }, name).fraction).toBe(fraction)
})

test('RV-1081 a sidecar replaces a date of the file, as exactly as it is known; of the same second the file has the zone', () => {
  const sidecar = { ...companion, corrects: true }
  expect(decide(inFile, { companion: sidecar })).toEqual(['2019-01-02T03:04:05', 60, 'companion', 'second'])
  expect(decide(inFile, { companion: { ...month, corrects: true } })).toEqual([
    '1974-08-01T00:00:00',
    null,
    'companion',
    'month',
  ])
  expect(decide(inFile, { companion: month })).toEqual(['2024-05-03T14:15:00', 120, 'file', 'second'])
  const same = { ...sidecar, at: inFile.takenAt, offset: null }
  expect(decide(inFile, { companion: same })).toEqual(['2024-05-03T14:15:00', 120, 'file', 'second'])
  expect(decide(inFile, { companion: { ...same, at: '2024-05-03T14:15:01' } })).toEqual([
    '2024-05-03T14:15:01',
    null,
    'companion',
    'second',
  ])
})

test('RV-1088 GPS counts as the file does; a last change is the last resort', () => {
  expect(decide(inGps, { companion, index })).toEqual(['2024-05-03T14:15:00', 120, 'gps', 'second'])
  expect(decide(changed, { companion })).toEqual(['2019-01-02T03:04:05', 60, 'companion', 'second'])
  expect(decide(changed, { index })).toEqual(['2018-01-02T03:04:05', null, 'companion', 'second'])
  expect(decide(changed)).toEqual(['2024-05-03T14:15:00', 120, 'changed', 'second'])
})
