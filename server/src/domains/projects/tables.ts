import type { RetailerProject } from '#contract/retailer-projects.ts'
import { type Instant, local, type NullableInstant, type NullableJson, type TablesOf } from '../../schema.ts'

export const projectTables = { projects: local<ProjectsTable>('account_id') }

declare module '../../schema.ts' {
  interface Schema extends TablesOf<typeof projectTables> {}
}

/** Saved projects. An erased one remains for a while as id and version, so that a late version does not restore it. */
export interface ProjectsTable {
  project_id: string
  /** '' for a project that the retailer deleted before it arrived. */
  account_id: string
  version: number
  /** Null once it is erased. */
  body: NullableJson<ProjectBody>
  /** When the customer last changed it. */
  changed_at: Instant
  /** When it last changed here for its customer. */
  updated_at: Instant
  /** When the retailer deletes it. */
  expires_at: NullableInstant
  /** When the customer deleted it; it can be restored until it is erased. */
  deleted_at: NullableInstant
  /** When the retention hid it together with the photos; an order restores it until it is erased. */
  expired_at: NullableInstant
  erased_at: NullableInstant
  /** The vendors for which the retailer deleted it before it arrived; null: all. */
  deleted_for: string[] | null
}

/** The project as sent, without the fields that have columns. */
export type ProjectBody = Omit<RetailerProject, 'version' | 'updatedAt' | 'expiresAt'>
