import type { Participant } from '#contract/shared-albums.ts'
import type { Reader } from '../../context.ts'
import { findCustomersById } from '../customers/index.ts'
import { listMembers, type SharedAlbumKey } from './store.ts'

/**
 * Who an album is shared with, as far as the viewer may know (OP-17): its owner all participants, a participant the
 * owner and themselves. Accounts that are deleted are not named; an owner's id stays, without an address.
 */
export async function listParticipants(
  db: Reader,
  callerId: string,
  album: SharedAlbumKey,
): Promise<{ owner: Participant; participants: Participant[] }> {
  const isOwner = album.account_id === callerId
  const members = isOwner ? (await listMembers(db, album)).map(row => row.member_id) : [callerId]
  const known = await findCustomersById(db, [album.account_id, ...members])
  const named = (id: string) => ({ id, email: known.get(id)?.email ?? '' })
  return { owner: named(album.account_id), participants: members.filter(id => known.has(id)).map(named) }
}
