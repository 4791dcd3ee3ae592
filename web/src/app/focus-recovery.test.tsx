// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useFocusRecovery } from './root-frame.tsx'

/** A screen of the product: without a title it is still loading. */
function Screen({ title, action }: { title?: string; action?: string }) {
  useFocusRecovery()
  return (
    <main>
      {title && <h1 key={title}>{title}</h1>}
      {action && <button type="button">{action}</button>}
    </main>
  )
}

/** Shows screens one after the other, and waits for the focus of each. */
async function showScreens() {
  const { rerender } = render(<Screen action="Create" />)
  screen.getByRole('button', { name: 'Create' }).focus()
  const main = screen.getByRole('main')
  return {
    async loading() {
      rerender(<Screen />)
      await expect.poll(() => document.activeElement).toBe(main)
    },
    async loaded(title: string) {
      rerender(<Screen title={title} action={`Delete ${title}`} />)
      await expect.poll(() => document.activeElement?.textContent).toBe(title)
    },
  }
}

test('RV-403 a screen that loads slowly begins at its heading, also when an earlier one did', async () => {
  const screens = await showScreens()
  await screens.loading()
  await screens.loaded('Oslo')
  screen.getByRole('button', { name: 'Delete Oslo' }).focus()
  dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter' }))
  await screens.loading()
  await screens.loaded('My photos')
})

test('RV-403 AA-036 the focus of a removed button goes to the heading, not into a banner about cookies', async () => {
  const banner = document.body.appendChild(document.createElement('div'))
  banner.setAttribute('role', 'dialog')
  banner.tabIndex = -1
  const { rerender } = render(<Screen title="Oslo" action="Delete" />)
  screen.getByRole('button', { name: 'Delete' }).focus()
  rerender(<Screen title="Oslo" />)
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('heading'))
  banner.remove()
})
