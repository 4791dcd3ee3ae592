import type { RetailerProject } from '#contract/retailer-projects.ts'
import {
  type Instant,
  local,
  type NullableInstant,
  type NullableJson,
  type TableDeclarations,
} from '../../schema.ts'

export interface ProjectTables {
  projects: ProjectsTable
}

declare module '../../schema.ts' {
  interface Schema extends ProjectTables {}
}

export const projectTables: TableDeclarations<ProjectTables> = { projects: local('account_id') }

/** Saved projects. An erased one remains for a while as its id and version, so that a late version does not bring it back. */
export interface ProjectsTable {
  project_id: string
  /** '' where the retailer deleted a project that had not arrived. */
  account_id: string
  version: number
  /** Null once it is erased. */
  body: NullableJson<ProjectBody>
  /** When the customer last changed it. */
  changed_at: Instant
  /** When the retailer deletes it. */
  expires_at: NullableInstant
  /** When the customer deleted it; it can be restored until it is erased. */
  deleted_at: NullableInstant
  /** When the retention hid it together with the photos; an order brings it back until it is erased. */
  expired_at: NullableInstant
  erased_at: NullableInstant
}

/** Without what is in the columns. */
export type ProjectBody = Omit<RetailerProject, 'version' | 'updatedAt' | 'expiresAt'>
