import type { Participant } from '#contract/shared-albums.ts'
import type { Reader } from '../../context.ts'
import { findCustomersByEmailOrId } from '../customers/index.ts'
import { membersOf, type SharedKey } from './store.ts'

/**
 * Who an album is shared with, as far as the viewer may know (OP-17): its owner all participants, a participant the
 * owner and themselves. Accounts that are deleted are not named; an owner's id stays, without an address.
 */
export async function participantsFor(
  db: Reader,
  viewerId: string,
  album: SharedKey,
): Promise<{ owner: Participant; participants: Participant[] }> {
  const isOwner = album.account_id === viewerId
  const members = isOwner ? (await membersOf(db, album)).map(row => row.member_id) : [viewerId]
  const known = await findCustomersByEmailOrId(db, [album.account_id, ...members])
  const named = (id: string) => ({ id, email: known.get(id)?.email ?? '' })
  return { owner: named(album.account_id), participants: members.filter(id => known.has(id)).map(named) }
}
