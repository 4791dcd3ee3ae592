import { describe, expect, test } from 'vitest'
import { parseCompanionJson } from './read-companions.ts'

const NOW = Date.UTC(2026, 10, 27)
/** The zone of the browser: seven minutes is that of no position. */
const getOffset = () => 7

const at = (latitude: unknown, longitude: unknown) => ({ latitude, longitude, altitude: 0 })

function parseTime(iso: string, fields: object) {
  const timestamp = String(Date.parse(iso) / 1000)
  const content = parseCompanionJson(
    JSON.stringify({ title: 'IMG_1.jpg', photoTakenTime: { timestamp }, ...fields }),
    { getOffset, now: NOW },
  )
  return content.kind === 'photo' ? [content.facts.takenAt, content.facts.offset] : content.kind
}

const NEW_YORK = at(40.7128, -74.006)

describe('NX-245 the zone of a companion is that of its position', () => {
  test.each([
    ['New York', '2019-05-04T12:00:55Z', NEW_YORK, '2019-05-04T08:00:55', -240],
    ['Kathmandu', '2019-05-04T12:00:55Z', at(27.7172, 85.324), '2019-05-04T17:45:55', 345],
    ['over midnight in Auckland', '2019-12-31T12:00:55Z', at(-36.8485, 174.7633), '2020-01-01T01:00:55', 780],
    ['the open sea', '2019-05-04T12:00:55Z', at(36, -40), '2019-05-04T09:00:55', -180],
    ['the sea at Greenwich', '2019-05-04T12:00:55Z', at(1, 0), '2019-05-04T12:00:55', 0],
    ['the equator', '2019-05-04T12:00:55Z', at(0, 37.5), '2019-05-04T15:00:55', 180],
    ['the South Pole', '2019-06-04T12:00:55Z', at(-90, 0), '2019-06-05T00:00:55', 720],
    [
      'Monrovia, 44 minutes and 30 seconds after UTC',
      '1970-03-01T12:00:00Z',
      at(6.3, -10.8),
      '1970-03-01T11:16:00',
      -44,
    ],
  ])('%s', (_, iso, geoData, takenAt, offset) => {
    expect(parseTime(iso, { geoData })).toEqual([takenAt, offset])
  })

  test('the last second of summer time in New York, and the hour that comes twice', () => {
    expect(parseTime('2018-11-04T05:59:59Z', { geoData: NEW_YORK })).toEqual(['2018-11-04T01:59:59', -240])
    expect(parseTime('2018-11-04T06:00:00Z', { geoData: NEW_YORK })).toEqual(['2018-11-04T01:00:00', -300])
    expect(parseTime('2019-03-10T06:59:59Z', { geoData: NEW_YORK })).toEqual(['2019-03-10T01:59:59', -300])
    expect(parseTime('2019-03-10T07:00:00Z', { geoData: NEW_YORK })).toEqual(['2019-03-10T03:00:00', -240])
  })

  test('geoData counts before geoDataExif, which counts where it says nothing', () => {
    const noon = '2019-05-04T12:00:00Z'
    const kathmandu = at(27.7172, 85.324)
    expect(parseTime(noon, { geoData: NEW_YORK, geoDataExif: kathmandu })).toEqual([
      '2019-05-04T08:00:00',
      -240,
    ])
    expect(parseTime(noon, { geoData: at(0, 0), geoDataExif: kathmandu })).toEqual([
      '2019-05-04T17:45:00',
      345,
    ])
    expect(parseTime(noon, { geoDataExif: kathmandu })).toEqual(['2019-05-04T17:45:00', 345])
  })

  test.each([
    ['none', undefined],
    ['0°, 0°', at(0, 0)],
    ['-0°, 0°', { latitude: -0, longitude: 0 }],
    ['too far north', at(90.01, 10)],
    ['too far east', at(10, 180.01)],
    ['texts', at('40.7', '-74')],
    ['half of one', { latitude: 40.7 }],
    ['null', at(null, null)],
    ['a number', 5],
    ['a list', [40.7, -74]],
  ])('with the position %s it is that of the browser', (_, geoData) => {
    expect(parseTime('2019-05-04T12:00:00Z', { geoData })).toEqual(['2019-05-04T12:07:00', 7])
  })

  test('a time that is out of range is no date, also with a position', () => {
    for (const timestamp of ['99999999999999', '999999999999', '0', 'x'])
      expect(
        parseCompanionJson(JSON.stringify({ photoTakenTime: { timestamp }, geoData: NEW_YORK }), {
          getOffset,
          now: NOW,
        }),
      ).toEqual({ kind: 'photo', facts: {} })
  })
})

describe('NX-216 the position itself', () => {
  const parse = (fields: object, withPlaces?: boolean) => {
    const text = JSON.stringify({ photoTakenTime: { timestamp: '0' }, ...fields })
    const content = parseCompanionJson(text, {
      getOffset,
      now: NOW,
      ...(withPlaces !== undefined && { withPlaces }),
    })
    return content.kind === 'photo' ? content.facts : undefined
  }
  const place = { lat: 40.7128, lon: -74.006 }

  test('is returned only while places are on', () => {
    expect(parse({ geoData: NEW_YORK }, true)).toEqual({ place })
    expect(parse({ geoData: NEW_YORK }, false)).toEqual({})
    expect(parse({ geoData: NEW_YORK })).toEqual({})
  })

  test('is that of geoDataExif where geoData says nothing, and without height', () => {
    expect(parse({ geoData: at(0, 0), geoDataExif: NEW_YORK }, true)).toEqual({ place })
    expect(parse({ geoData: at(0, 0), geoDataExif: at(91, 0) }, true)).toEqual({})
  })
})
