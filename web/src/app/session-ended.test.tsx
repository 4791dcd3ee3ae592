// @vitest-environment happy-dom
import { useQuery } from '@tanstack/react-query'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderElement } from '#web/platform/render-element.testing.tsx'
import { createPageSession } from '#web/platform/session/page-session.ts'
import { SessionEnded } from './late-frame.tsx'

let assigned: string[]

beforeEach(() => {
  assigned = []
  vi.spyOn(location, 'assign').mockImplementation(address => void assigned.push(String(address)))
})

const SESSION = {
  accessToken: 'token',
  expiresIn: 600,
  claims: { sub: 'c1', email: 'anna@keepsake.test', idpType: 'keepsake', idpSub: 'c1', amr: ['pwd'] },
}

/** A channel without other tabs; happy-dom has none. */
class SilentChannel {
  onmessage: unknown = null
  postMessage() {}
}

async function show() {
  vi.stubGlobal('BroadcastChannel', SilentChannel)
  const session = createPageSession(() => {})
  session.setSession(SESSION)
  let loads = 0
  function Page() {
    useQuery({ queryKey: ['photos'], queryFn: async () => ++loads })
    return <input aria-label="Name" />
  }
  renderElement(
    <>
      <Page />
      <SessionEnded />
    </>,
  )
  await waitFor(() => expect(loads).toBe(1))
  return { session, loads: () => loads }
}

test('RV-816 a sentence and a sign-in over the page; typed text stays, and the page is loaded again afterwards', async () => {
  const { session, loads } = await show()
  const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' })
  fireEvent.change(input, { target: { value: 'Nora' } })
  const opened = vi.spyOn(window, 'open').mockImplementation(() => window)
  act(() => void session.end())
  const dialog = await screen.findByRole('alertdialog', { name: 'You have been signed out' })
  expect(dialog.textContent).toContain('stays on this page, and uploads continue afterwards')
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(opened.mock.calls[0]![0]).toBe('/session/sign-in?returnTo=%2F%23signed-in')
  expect(assigned).toEqual([])
  act(() => session.setSession({ ...SESSION, accessToken: 'newer' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(screen.getByRole('textbox', { name: 'Name' })).toBe(input)
  expect(input.value).toBe('Nora')
  await waitFor(() => expect(loads()).toBe(2))
})

test.each([
  [{ cause: 'owner', device: 'Firefox, Windows' }, ['This was done on Firefox, Windows.']],
  [{ cause: 'not-me', device: null }, ['All access to your account was ended.']],
  [
    { cause: 'password-changed', device: 'Safari, iPhone' },
    ['The password of your account was changed.', 'This was done on Safari, iPhone.'],
  ],
  [{ cause: 'of a later release', device: null }, []],
  [{ cause: 'constructor', device: null }, []],
])('RV-1174 in place of the page it says how the session ended: %j', async (end, sentences) => {
  const { session } = await show()
  act(() => session.refuse('token', end))
  const dialog = await screen.findByRole('alertdialog', { name: 'You have been signed out' })
  const shown = [...dialog.querySelectorAll('p')].map(({ textContent }) => textContent)
  expect(shown.slice(0, -1)).toEqual(sentences)
  expect(dialog.closest('[data-covers-page]')!.className).toContain('cover')
})

test('RV-816 a browser that opens no window signs in on this page; nothing is shown after a sign-out', async () => {
  const { session } = await show()
  vi.spyOn(window, 'open').mockImplementation(() => null)
  act(() => void session.end())
  fireEvent.click(await screen.findByRole('button', { name: 'Sign in' }))
  expect(assigned).toEqual(['/session/sign-in?returnTo=%2F'])
  act(() => void session.handleMessage({ type: 'ended' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})
