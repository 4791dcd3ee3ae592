import type { TestServer } from '../harness.ts'
import type { Random } from '../random.ts'
import type { Customer } from './customer.ts'
import type { Picture } from './pictures.ts'
import type { SharedAlbumsModel } from './shared-albums-model.ts'

/** A real server, its customers, and what is common to them. */
export interface World {
  server: TestServer
  seed: number
  /** Of what no customer decides. */
  random: Random
  pictures: readonly Picture[]
  customers: Customer[]
  shared: SharedAlbumsModel
  /** Of nights, that have passed. */
  blocks: number
  /** How many times what came about, by its name. */
  happened: Map<string, number>
}

export function note(world: Pick<World, 'happened'>, what: string): void {
  world.happened.set(what, (world.happened.get(what) ?? 0) + 1)
}
