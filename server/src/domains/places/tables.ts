import { distributed, type Instant, reference, type TablesOf } from '../../schema.ts'

export const placeTables = {
  place_choices: distributed<PlaceChoicesTable>('account_id'),
  towns: reference<TownsTable>(),
}

declare module '../../schema.ts' {
  interface Schema extends TablesOf<typeof placeTables> {}
}

/** Customers who turned places on, or off again; no row is off. */
export interface PlaceChoicesTable {
  account_id: string
  is_on: boolean
  /** 'working' until the job has found, or deleted, the towns of all photos. */
  state: 'working' | 'ready'
  /** Photos up to this id have been processed. */
  passed: string | null
  changed_at: Instant
}

/** Towns that photos were taken in, of any account; without any relation to photos. */
export interface TownsTable {
  place_id: number
  name: string
  country: string
}
