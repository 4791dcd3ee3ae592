// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { TidyUpMember } from '#contract/tidy-up.ts'
import { photoForTests } from '#web/gallery/photo-list/photo.testing.ts'
import { renderElement } from '#web/platform/render-element.testing.tsx'
import { CompareDialog } from './compare-dialog.tsx'

const members = [1, 2, 3].map(place => ({
  image: photoForTests(2024, 5, place),
  reason: place === 1 ? 'sharpest' : 'blurred',
  keep: place === 1,
  turn: 0,
  albumNames: [],
}))

const open = (members: readonly TidyUpMember[]) =>
  renderElement(
    <CompareDialog members={members} isOpen isKept={() => true} onChoose={() => {}} onClose={() => {}} />,
  )

test('NX-222 a reason of a later release is not shown as another one', () => {
  open(members.map(member => ({ ...member, reason: 'of-a-later-release' })))
  expect(screen.getByRole('dialog').textContent).not.toMatch(/sharp|blurred|lit|dark/i)
  cleanup()
  open(members)
  expect(screen.getByRole('dialog').textContent).toMatch(/sharp/i)
})

test('NX-228 keys with Ctrl, Cmd or Alt stay the keys of the browser', () => {
  open(members)
  const listPictures = () =>
    screen.getAllByRole('img').map(picture => [picture.getAttribute('src'), picture.style.transform])
  const before = listPictures()
  /** Returns whether the browser handles the key, too. */
  const press = (init: KeyboardEventInit) => fireEvent.keyDown(document.body, init)
  for (const modifier of ['ctrlKey', 'metaKey', 'altKey'])
    for (const key of ['+', '-', '0', 'ArrowLeft', 'ArrowRight'])
      expect(press({ key, [modifier]: true }), `${modifier} ${key}`).toBe(true)
  expect(listPictures()).toEqual(before)
  expect(press({ key: '+' })).toBe(false)
  expect(press({ key: 'ArrowRight' })).toBe(false)
  expect(listPictures()).not.toEqual(before)
})
