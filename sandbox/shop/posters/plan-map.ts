import { createHash } from 'node:crypto'

export type Point = [x: number, y: number]

/** A map of a town, in the coordinates of its paper. */
export interface DrawnMap {
  width: number
  height: number
  /** Unit of the line widths. */
  unit: number
  parks: Point[][]
  river: Point[]
  streets: { points: Point[]; isMain: boolean }[]
  /** A walk along the streets, and where it stops. */
  route: Point[]
  stops: Point[]
}

const COLUMNS = 14
const PARKS = 4
const STOPS = 4
const MAIN_EVERY = 4

/**
 * Plans the map of a fictional town: a river, parks, streets and a walk through them. The seed determines all of it.
 */
export function planMap({ width, height }: { width: number; height: number }, seed: string): DrawnMap {
  const random = createRandomNumbers(seed)
  const unit = width / 200
  const cell = width / COLUMNS
  const rows = Math.ceil(height / cell)
  // Crossings are displaced a little, so that no street is straight.
  const crossings = Array.from({ length: rows + 1 }, (_, row) =>
    Array.from(
      { length: COLUMNS + 1 },
      (_, column): Point => [
        (column + (random() - 0.5) * 0.35) * cell,
        (row + (random() - 0.5) * 0.35) * cell,
      ],
    ),
  )
  const getCrossing = (column: number, row: number): Point => crossings[row]![column]!
  const walk = planWalk(random, rows)
  return {
    width,
    height,
    unit,
    parks: Array.from({ length: PARKS }, () => {
      const [column, row] = [randomInteger(random, COLUMNS - 2), randomInteger(random, rows - 2)]
      const [right, below] = [column + 1 + randomInteger(random, 2), row + 1 + randomInteger(random, 2)]
      return [
        getCrossing(column, row),
        getCrossing(right, row),
        getCrossing(right, below),
        getCrossing(column, below),
      ]
    }),
    river: planRiver(random, { width, height }),
    streets: [
      ...crossings.map((points, row) => ({ points, isMain: row % MAIN_EVERY === 2 })),
      ...Array.from({ length: COLUMNS + 1 }, (_, column) => ({
        points: crossings.map(line => line[column]!),
        isMain: column % MAIN_EVERY === 2,
      })),
    ],
    route: walk.map(([column, row]) => getCrossing(column, row)),
    stops: Array.from({ length: STOPS }, (_, stop) =>
      getCrossing(...walk[Math.round((stop * (walk.length - 1)) / (STOPS - 1))]!),
    ),
  }
}

/** From the lower left to the upper right, crossing by crossing. */
function planWalk(random: () => number, rows: number): Point[] {
  const walk: Point[] = [[2, rows - 2]]
  for (let [column, row] = walk[0]!; column < COLUMNS - 2 || row > 2; ) {
    const isAcross = row <= 2 || (column < COLUMNS - 2 && random() < 0.5)
    if (isAcross) column++
    else row--
    walk.push([column, row])
  }
  return walk
}

function planRiver(random: () => number, { width, height }: { width: number; height: number }): Point[] {
  const [middle, bend, phase] = [0.35 + random() * 0.3, 0.05 + random() * 0.1, random() * Math.PI * 2]
  const steps = 60
  return Array.from({ length: steps + 3 }, (_, step) => {
    const part = (step - 1) / steps
    return [part * width, (middle + bend * Math.sin(part * Math.PI * 3 + phase)) * height]
  })
}

const randomInteger = (random: () => number, below: number) => Math.floor(random() * below)

/** Pseudorandom numbers from 0 to below 1. */
function createRandomNumbers(seed: string): () => number {
  let count = 0
  return () => createHash('sha256').update(`${seed} ${count++}`).digest().readUInt32BE() / 2 ** 32
}
