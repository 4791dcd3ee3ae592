import type { Participant } from '#contract/shared-albums.ts'
import type { Reader } from '../../context.ts'
import { findCustomersById } from '../customers/index.ts'
import { listMembers, type SharedAlbumKey } from './store.ts'

/**
 * Lists the participants that the caller may see (OP-17): the owner sees all, a participant only the owner and themselves.
 * Deleted accounts are left out; a deleted owner has an id and no address.
 */
export async function listParticipants(
  db: Reader,
  callerId: string,
  album: SharedAlbumKey,
): Promise<{ owner: Participant; participants: Participant[] }> {
  const isOwner = album.account_id === callerId
  const members = isOwner ? (await listMembers(db, album)).map(row => row.member_id) : [callerId]
  const customerById = await findCustomersById(db, [album.account_id, ...members])
  const toParticipant = (id: string) => ({ id, email: customerById.get(id)?.email ?? '' })
  return {
    owner: toParticipant(album.account_id),
    participants: members.filter(id => customerById.has(id)).map(toParticipant),
  }
}
