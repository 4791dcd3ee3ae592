import { expect, test } from 'vitest'
import { decideDate } from './decide-date.ts'
import { toTakenColumns } from './taken-columns.ts'

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
const companion = { at: '2019-01-02T03:04:05', offset: 60 }
const index = { at: '2018-01-02T03:04:05', offset: null }

test('NX-243 the date is that of the file, its companion, its name, the index of an import, or none', () => {
  const decide = (file: Parameters<typeof decideDate>[0], stated?: Parameters<typeof decideDate>[2]) => {
    const { at, offset, source, precision } = decideDate(file, 'a.jpg', stated)
    return [at, offset, source, precision]
  }
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

test.each([
  ['1970-01-01T00:00:00', true],
  ['1970-01-01T01:00:00', true],
  ['1969-12-31T10:00:00', true],
  ['1970-01-01T14:00:00', true],
  ['1970-01-01T14:00:01', false],
  ['1969-12-31T09:59:59', false],
  ['1970-01-15T12:00:00', false],
])('NX-244 %s of a file is unknown: %s', (at, isUnknown) => {
  const date = { at, offset: null, source: 'file', precision: 'second', fraction: 0 } as const
  expect(toTakenColumns(date, new Date(0)).taken_unknown).toBe(isUnknown)
  expect(toTakenColumns({ ...date, precision: 'day' }, new Date(0)).taken_unknown).toBe(false)
  expect(toTakenColumns({ ...date, source: 'customer' }, new Date(0)).taken_unknown).toBe(false)
})
