import { randomUUID } from 'node:crypto'
import { getTidyUpGroups, type TidyUpKind } from '#contract/tidy-up.ts'
import { type Context, change } from '../../context.ts'
import { listColumns } from '../../platform/db/rows.ts'
import type { Client } from '../../testing/client.ts'
import type { TestServer } from '../../testing/harness.ts'
import { updateSummaries } from '../../testing/photo-rows.ts'
import { createRandom } from '../../testing/random.ts'
import { turnHash } from './grouping/find-copies.ts'
import { groupPhotosJob } from './job-kinds.ts'
import { insertComparisons } from './store/pairs.ts'

/** A photo without files, with the facts that grouping reads. */
export interface ComparedPhotoOptions {
  /** 'YYYY-MM-DD HH:mm:ss', at most with fractions of a second; null: no date. */
  takenAt?: string | null
  hash?: bigint
  cameraId?: number | null
  width?: number
  height?: number
  sharpness?: number
  dark?: number
  light?: number
  fileName?: string
  title?: string | null
  /** 0: its picture was not read yet. */
  factsVersion?: number
  createdAt?: string
}

const random = createRandom(84)

/** A hash that is far from all others. */
export function createHash(): bigint {
  let hash = 0n
  for (let bit = 1n; bit < 64n; bit++) if (random.chance(0.5)) hash |= 1n << bit
  return hash
}

/** Inserts photos with facts, months and bytes; returns their ids in this order. */
export async function insertComparedPhotos(
  ctx: Context,
  accountId: string,
  photos: readonly ComparedPhotoOptions[],
): Promise<string[]> {
  const rows = photos.map((photo, place) => toRows(accountId, photo, place))
  await ctx.db
    .insertInto('photos')
    .values(rows.map(row => row.photo))
    .execute()
  await ctx.db
    .insertInto('photo_facts')
    .values(rows.map(row => row.facts))
    .execute()
  await comparePhotos(ctx, accountId)
  await updateSummaries(ctx.db, accountId)
  return rows.map(row => row.photo.photo_id)
}

/** Stores that all photos of the account with equal hashes, turned or not, show the same, as there are no pictures to compare. */
async function comparePhotos(ctx: Context, accountId: string): Promise<void> {
  const photos = await listColumns(ctx.db, 'photo_facts', { account_id: accountId }, ['photo_id', 'hash'])
  const same = Map.groupBy(photos, ({ hash }) => toUprightHash(BigInt(hash!)))
  const pairs = [...same.values()].flatMap(group => {
    const ids = group.map(({ photo_id }) => photo_id).sort()
    return ids.flatMap((photo_a, place) =>
      ids.slice(place + 1).map(photo_b => ({ photo_a, photo_b, difference: 'none' as const })),
    )
  })
  await change(ctx, tx => insertComparisons(tx, accountId, pairs))
}

/** The least of the hashes of a picture in its four turns. */
function toUprightHash(hash: bigint): bigint {
  const turned = [BigInt.asUintN(64, hash)]
  while (turned.length < 4) turned.push(turnHash(turned.at(-1)!))
  return turned.reduce((least, each) => (each < least ? each : least))
}

function toRows(accountId: string, photo: ComparedPhotoOptions, place: number) {
  const {
    takenAt = `2024-06-01 12:${String(place % 60).padStart(2, '0')}:00`,
    hash = createHash(),
    createdAt = '2026-01-01 00:00:00',
  } = photo
  const { width = 4000, height = 3000, fileName = `IMG_${place}.jpg`, title = null } = photo
  const taken_sort = takenAt ?? createdAt
  const ref = { account_id: accountId, photo_id: randomUUID() }
  const dates = {
    taken_sort,
    taken_unknown: takenAt === null,
    taken_month: takenAt === null ? 197_001 : Number(takenAt.slice(0, 4)) * 100 + Number(takenAt.slice(5, 7)),
  }
  return {
    photo: {
      ...ref,
      ...dates,
      upload_id: randomUUID(),
      sha256: `${randomUUID()}${randomUUID()}`.replaceAll('-', ''),
      crc32: 1,
      size: width * height,
      content_type: 'image/jpeg' as const,
      file_name: fileName,
      taken_at: takenAt?.slice(0, 19) ?? null,
      taken_offset: null,
      title,
      created_month: Number(createdAt.slice(0, 4)) * 100 + Number(createdAt.slice(5, 7)),
      created_at: `${createdAt}Z`,
      state: 'ready' as const,
      width,
      height,
      placeholder: null,
      variants: '[]',
      camera: null,
      turn: 0,
    },
    facts: {
      ...ref,
      ...dates,
      taken_precision: 'second' as const,
      created_at: `${createdAt}Z`,
      in_library: true,
      camera_id: photo.cameraId === undefined ? 1 : photo.cameraId,
      content_type: 'image/jpeg' as const,
      width,
      height,
      name_norm: fileName.toLowerCase().replace('.', ' '),
      hash: String(BigInt.asIntN(64, hash)),
      colours: new Uint8Array(48).fill(120),
      sharpness: photo.sharpness ?? 100,
      dark: photo.dark ?? 0,
      light: photo.light ?? 0,
      kind: 'photo' as const,
      facts_version: photo.factsVersion ?? 1,
    },
  }
}

/** Searches for groups as the job does. */
export async function regroup(server: TestServer, { accountId }: Pick<Client, 'accountId'>): Promise<void> {
  await change(server.ctx, tx => server.ctx.jobs.send(tx, groupPhotosJob, [{ accountId }]))
  await server.idle()
}

export const listGroups = async (customer: Client, kind: TidyUpKind) =>
  (await customer.call(getTidyUpGroups, { params: { kind } })).groups

/** Ids of the photos of all groups, the recommended one of each first. */
export const listGroupIds = async (customer: Client, kind: TidyUpKind) =>
  (await listGroups(customer, kind)).map(group => group.members.map(({ image }) => image.imageId))
