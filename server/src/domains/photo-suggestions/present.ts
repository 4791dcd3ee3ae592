import type { SelectionDraft } from '#contract/selection-drafts.ts'
import type { Context } from '../../context.ts'
import { createImagePresenter, findPhotos, getAddressExpiry } from '../photos/index.ts'
import { type DraftBodyEvent, listChosenIds } from './draft-body.ts'
import type { DraftRow } from './store.ts'

/** Presents a draft; chosen photos that left the library are missing. */
export async function presentDraft(ctx: Context, row: DraftRow, origin: string): Promise<SelectionDraft> {
  const { body } = row
  const photos = await findPhotos(ctx.db, row.account_id, listChosenIds(body))
  const photoById = new Map(photos.map(photo => [photo.photo_id, photo]))
  const present = createImagePresenter(ctx, row.account_id, origin)
  const previous = row.history.at(-1)?.version
  return {
    draftId: row.draft_id,
    version: row.version,
    wanted: row.wanted,
    leaveOut: row.leave_out,
    seed: row.seed,
    photos: row.photos,
    events: body.events.map(event => ({
      ...presentTimes(event),
      photos: event.photos,
      choices: event.choices.flatMap(({ photoId, reason }) => {
        const photo = photoById.get(photoId)
        return photo ? [{ image: present(photo), reason }] : []
      }),
    })),
    leftOut: row.left_out,
    looked: row.looked,
    ...(previous === undefined ? {} : { previous }),
    addressesExpire: getAddressExpiry(ctx),
  }
}

const presentTimes = ({ first, last }: DraftBodyEvent) =>
  first === null || last === null ? {} : { first: formatTime(first), last: formatTime(last) }

const formatTime = (time: number) => new Date(time).toISOString().slice(0, 19)
