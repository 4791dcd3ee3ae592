import { beforeAll, describe, expect, test } from 'vitest'
import { type Gazetteer, loadGazetteer } from './gazetteer.ts'
import heldOut from './held-out.json' with { type: 'json' }

let gazetteer: Gazetteer
beforeAll(async () => {
  gazetteer = await loadGazetteer()
})

const find = (latitude: number, longitude: number) => gazetteer.findTown({ latitude, longitude })?.name

describe('NX-217 the nearest town is weighted by its population', () => {
  test.each([
    ['Paris', 48.8584, 2.2945],
    ['Amsterdam', 52.3731, 4.8926],
    ['London', 51.5007, -0.1246],
    ['Berlin', 52.5163, 13.3777],
    ['Munich', 48.1374, 11.5755],
    ['Zermatt', 46.0207, 7.7491],
    ['Venice', 45.4342, 12.3388],
    ['Copenhagen', 55.6929, 12.5993],
    ['Oslo', 59.9139, 10.7522],
    ['Stockholm', 59.3258, 18.0716],
    ['Lisbon', 38.7075, -9.1364],
    ['Barcelona', 41.4036, 2.1744],
    ['Edinburgh', 55.9486, -3.1999],
    ['New York City', 40.7484, -73.9857],
    ['Tokyo', 35.6595, 139.7005],
    ['Sydney', -33.8568, 151.2153],
  ])('%s', (name, latitude, longitude) => {
    expect(find(latitude, longitude)).toBe(name)
  })

  test('a village outside of a town keeps its own name', () => {
    expect(find(51.4308, -2.8475)).toBe('Clevedon')
  })

  test.each([
    ['in the ocean', 0, -30],
    ['on a high mountain without towns', 63.0692, -151.0063],
    ['at a pole', 90, 0],
    ['that is none', 91, 181],
    ['that is not a number', Number.NaN, 0],
  ])('a position %s has no town', (_, latitude, longitude) => {
    expect(find(latitude, longitude)).toBeUndefined()
  })

  test('both sides of the line of the date are the same place', () => {
    expect(find(-16.78, 179.99)).toBe(find(-16.78, -179.99))
  })
})

/**
 * Positions with the towns that they are in, written without asking the gazetteer: what is there, latitude, longitude, and the
 * names that are right, also those of suburbs; none where no town is within 50 km.
 */
const POSITIONS = Object.values(heldOut).flat() as [
  what: string,
  latitude: number,
  longitude: number,
  names: string,
][]
const NONE = 'none'

test('NX-217 of 60 held-out positions at least 57 have the town that is expected, those at sea none', () => {
  expect(POSITIONS).toHaveLength(60)
  const wrong = POSITIONS.flatMap(([what, latitude, longitude, names]) => {
    const name = find(latitude, longitude) ?? NONE
    return names.split('|').includes(name) ? [] : [{ what, name, isMeant: names }]
  })
  expect(wrong.filter(({ isMeant }) => isMeant === NONE)).toEqual([])
  expect(wrong.length, JSON.stringify(wrong, null, 2)).toBeLessThanOrEqual(3)
})
