import { describe, expect, test } from 'vitest'
import type { GroupMember, MemberReason } from './compared-photo.ts'
import { type ExistingGroup, planGroups } from './plan-groups.ts'

const members = (ids: string, reason: MemberReason = 'same'): GroupMember[] =>
  [...ids].map(photoId => ({ photoId, score: 1, reason, turn: 0 }))
const group = (group_id: string, ids: string, state: 'open' | 'done' = 'open'): ExistingGroup => ({
  group_id,
  state,
  version: 1,
  members: members(ids),
})
const plan = (stored: ExistingGroup[], ...found: string[]) => {
  const changes = planGroups(
    stored,
    found.map(ids => members(ids)),
  )
  const toText = (list: readonly GroupMember[]) => list.map(({ photoId }) => photoId).join('')
  return {
    changed: changes.changed.map(each => `${each.existing?.group_id ?? 'new'}:${toText(each.members)}`),
    deleted: changes.deleted.map(each => each.group_id),
    reduced: changes.reduced.map(each => `${each.existing.group_id}:${toText(each.members)}`),
  }
}
const NOTHING = { changed: [], deleted: [], reduced: [] }

describe('NX-223 what regrouping changes', () => {
  test('nothing for the same members, waiting or decided', () => {
    expect(plan([group('1', 'abc'), group('2', 'de', 'done')], 'abc', 'de')).toEqual(NOTHING)
  })

  test('another recommendation or reason is a change of a waiting group only', () => {
    expect(plan([group('1', 'ab')], 'ba').changed).toEqual(['1:ba'])
    expect(plan([group('1', 'ab', 'done')], 'ba')).toEqual(NOTHING)
    const [changed] = planGroups([group('1', 'ab')], [members('ab', 'smaller')]).changed
    expect(changed!.existing!.group_id).toBe('1')
  })

  test('a new photo joins the group with the most members in common, a decided one waits again', () => {
    expect(plan([group('1', 'ab'), group('2', 'cde')], 'abcde')).toEqual({
      changed: ['2:abcde'],
      deleted: ['1'],
      reduced: [],
    })
    expect(plan([group('1', 'ab', 'done')], 'abc').changed).toEqual(['1:abc'])
  })

  test('a part of a decided group changes nothing, and the kept rest of one that lost a photo stays decided', () => {
    expect(plan([group('1', 'abc', 'done')], 'ab')).toEqual(NOTHING)
    expect(plan([group('1', 'abc', 'done'), group('2', 'xy')], 'cxy')).toEqual({
      changed: ['2:cxy'],
      deleted: [],
      reduced: ['1:ab'],
    })
  })

  test('waiting groups that are not found any more are deleted, decided ones stay', () => {
    expect(plan([group('1', 'ab'), group('2', 'cd', 'done')])).toEqual({ ...NOTHING, deleted: ['1'] })
  })

  test('two groups found in one: the larger part keeps the id', () => {
    expect(plan([group('1', 'abcde')], 'abc', 'de').changed).toEqual(['1:abc', 'new:de'])
  })
})
