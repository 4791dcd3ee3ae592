import { addDays } from 'date-fns/addDays'
import type { Camera, DeletedImage, Image } from '#contract/photos.ts'
import type { Context } from '../../context.ts'
import { listEntriesInEffectAfter } from '../journal/index.ts'
import { createMediaAddressBuilder, type MediaKind, type MediaScope } from './media/media-address.ts'
import type { BinPhoto } from './store/pages.ts'
import type { PresentedPhoto } from './store/photos.ts'

/** Presents photos on the wire; every field is listed explicitly. All addresses of an answer share one signature. */
export function createImagePresenter(
  ctx: Pick<Context, 'signer' | 'clock'>,
  accountId: string,
  origin: string,
  scope: MediaScope = 'library',
) {
  const buildAddress = createMediaAddressBuilder(ctx, accountId, origin, scope)
  return (row: PresentedPhoto): Image => presentImage(row, buildAddress)
}

/** Presents one photo with the given addresses. */
export function presentImage(
  row: PresentedPhoto,
  buildAddress: (photoId: string, kind: MediaKind) => string,
): Image {
  const createdAt = row.created_at.toISOString()
  return {
    imageId: row.photo_id,
    ownerId: row.account_id,
    uploadId: row.upload_id,
    localFileName: row.file_name,
    contentType: row.content_type,
    size: Number(row.size),
    url: buildAddress(row.photo_id, 'original'),
    untouchedUrl: buildAddress(row.photo_id, 'view'),
    thumbnails: row.variants.map(({ id, width, height }) => ({
      id,
      url: buildAddress(row.photo_id, id),
      width,
      height,
    })),
    ...(row.taken_at ? { dateTaken: formatLocalDateTime(row.taken_at) } : {}),
    ...(row.taken_offset === null ? {} : { dateTakenOffset: row.taken_offset }),
    ...presentDateDetails(row),
    uploadEnd: createdAt,
    visibleWidth: row.width,
    visibleHeight: row.height,
    created: createdAt,
    state: row.state,
    ...(row.placeholder ? { placeholder: row.placeholder } : {}),
    ...(row.camera ? { camera: row.camera as Camera } : {}),
  }
}

/** Presents photos in the bin, with the instant of their erasure: with an entry that waits, or after their days. */
export async function createDeletedImagePresenter(ctx: Context, accountId: string, origin: string) {
  // What has taken effect a moment ago is erased within minutes.
  const requests = await listEntriesInEffectAfter(ctx.db, accountId, addDays(ctx.clock.now(), -1))
  const present = createImagePresenter(ctx, accountId, origin, 'bin')
  return (row: BinPhoto): DeletedImage => {
    const deletedAt = row.deleted_at
    const days = row.expired_at ? ctx.config.retention.graceDays : ctx.config.binDays
    const request = requests.find(({ entry_id }) => entry_id === row.erase_entry)
    return {
      ...present(row),
      deletedAt: deletedAt.toISOString(),
      erasedAt: (request?.effective_at ?? addDays(deletedAt, days)).toISOString(),
    }
  }
}

function presentDateDetails({ taken_at, taken_precision, taken_source }: PresentedPhoto) {
  if (taken_at === null) return {}
  return {
    ...(taken_precision === 'second' ? {} : { dateTakenPrecision: taken_precision }),
    ...(taken_source === 'file' ? {} : { dateTakenSource: taken_source }),
  }
}

/** Converts '2024-05-03 14:15:00', with a space or a T, to the contract's local date-time; fractions of a second are dropped. */
const formatLocalDateTime = (text: string) => text.replace(' ', 'T').slice(0, 19)
