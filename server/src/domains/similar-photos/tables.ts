import type { Generated } from 'kysely'
import type { TidyUpKind } from '#contract/tidy-up.ts'
import {
  distributed,
  type Instant,
  type Json,
  type NullableInstant,
  type NullableJson,
  type TablesOf,
} from '../../schema.ts'
import type { AddedAlbum } from '../albums/index.ts'
import type { CopiedValues } from '../photos/index.ts'
import type { GroupMember, MemberReason } from './grouping/compared-photo.ts'
import type { Difference } from './grouping/find-difference.ts'

export const similarPhotoTables = {
  photo_group_runs: distributed<PhotoGroupRunsTable>('account_id'),
  photo_group_decisions: distributed<PhotoGroupDecisionsTable>('account_id'),
  photo_distinctions: distributed<PhotoDistinctionsTable>('account_id'),
  photo_comparisons: distributed<PhotoComparisonsTable>('account_id'),
  photo_group_members: distributed<PhotoGroupMembersTable>('account_id'),
  photo_groups: distributed<PhotoGroupsTable>('account_id'),
  photo_groupings: distributed<PhotoGroupingsTable>('account_id'),
}

declare module '../../schema.ts' {
  interface Schema extends TablesOf<typeof similarPhotoTables> {}
}

/** One row per account, which every transaction locks that changes groups of the account: after photos and albums. */
export interface PhotoGroupingsTable {
  account_id: string
  /** When groups were last searched for; null before the first time. */
  grouped_at: NullableInstant
}

export interface PhotoGroupsTable {
  account_id: string
  group_id: string
  kind: TidyUpKind
  /** 'done': decided by the customer; it returns when a new photo joins. */
  state: 'open' | 'done'
  /** Increased with every change of members. */
  version: number
  photos: number
  /** Of its latest photo. */
  taken_sort: string
}

/** Photos of the library only: a photo in the bin leaves its groups. */
export interface PhotoGroupMembersTable {
  account_id: string
  kind: TidyUpKind
  photo_id: string
  group_id: string
  /** 0 is the recommended one. */
  rank: number
  score: number
  reason: MemberReason
  turn: number
}

/** Pairs that the customer has separated, `photo_a` less than `photo_b`. */
export interface PhotoDistinctionsTable {
  account_id: string
  photo_a: string
  photo_b: string
}

/** Pairs whose pictures were compared, `photo_a` less than `photo_b`: each is read once, however often groups are searched for. */
export interface PhotoComparisonsTable {
  account_id: string
  photo_a: string
  photo_b: string
  difference: Difference | 'different'
}

/** What the customer decided about a group, for undoing it within 30 days. */
export interface PhotoGroupDecisionsTable {
  account_id: string
  decision_id: string
  kind: TidyUpKind
  group_id: string
  run_id: string | null
  /** Of the group before it was decided. */
  version: number
  members: Json<GroupMember[]>
  binned: string[]
  /** Albums that the kept copy was added to. */
  albums: NullableJson<AddedAlbum[]>
  /** Date and title that the kept copy got from others. */
  date: NullableJson<CopiedValues>
  decided_at: Instant
  undone_at: NullableInstant
}

/** Decisions about all groups of a kind, made by a job. */
export interface PhotoGroupRunsTable {
  account_id: string
  run_id: string
  kind: TidyUpKind
  /** Ids and versions that the groups had at the request. */
  groups: Json<[groupId: string, version: number][]>
  /** How many of them are processed. */
  done: number
  requested_at: Instant
  /** Whether its owner undid it: a job undoes its decisions. */
  is_undone: Generated<boolean>
}
