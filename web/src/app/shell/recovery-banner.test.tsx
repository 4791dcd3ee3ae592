// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { answerCalls, refusal } from '#web/platform/http/http.testing.ts'
import { push } from '#web/platform/push/library.testing.ts'
import { createQueryClient } from '#web/platform/query/query-client.ts'
import { renderElement } from '#web/platform/render-element.testing.tsx'
import { ToastRegion } from '#web/ui/toast-region.tsx'
import { RecoveryBanner } from '../late-frame.tsx'

vi.mock('@tanstack/react-router', async original => ({
  ...(await original<object>()),
  Link: ({ to, children }: { to: string; children: string }) => <a href={to}>{children}</a>,
}))
const reported = vi.fn()
vi.mock('#web/platform/reporting/reporting.ts', () => ({
  reportFailure: (error: unknown) => reported(error),
}))

const NOW = new Date('2026-11-27T15:00:00Z')
const TITLE = 'Somebody asked for a new password by email'

/** The service: the recovery that waits, and what it was asked. */
let pending: { requestedAt: string; effectiveAt: string } | null
let methods: string[]
let isRefusing: boolean
beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
  pending = { requestedAt: '2026-11-27T14:00:00Z', effectiveAt: '2026-11-28T14:00:00Z' }
  methods = []
  isRefusing = false
  answerCalls(({ method, path }) => {
    expect(path).toBe('/api/account/recovery')
    methods.push(method)
    if (method === 'GET') return Response.json({ pending })
    if (isRefusing) return refusal(500)
    pending = null
    return new Response(null, { status: 204 })
  })
})

function show() {
  renderElement(
    <>
      <h1>Page</h1>
      <RecoveryBanner />
      <ToastRegion label="Notifications" closeLabel="Close" undoHint="" />
    </>,
    { queries: createQueryClient() },
  )
}
const press = () => fireEvent.click(screen.getByRole('button', { name: 'Cancel recovery' }))

test('NX-364 says when the recovery takes effect; a cancellation that fails is reported, and the banner stays; ‘Cancel recovery’ ends it', async () => {
  isRefusing = true
  show()
  expect((await screen.findByRole('alert')).textContent).toContain(
    `${TITLE}It takes effect on Saturday 28 November at 14:00. If it wasn’t you, cancel it.`,
  )
  press()
  await waitFor(() => expect(reported).toHaveBeenCalledOnce())
  await screen.findByText('That didn’t work. Please try again.')
  isRefusing = false
  press()
  await waitFor(() => expect(screen.queryByText(TITLE)).toBeNull())
  expect(methods).toContain('DELETE')
  await screen.findByText('Cancelled. Your password stays as it is.')
})

test('NX-433 once it has taken effect it says that the link works, and leads to what ends all access', async () => {
  pending = { requestedAt: '2026-11-26T14:00:00Z', effectiveAt: '2026-11-27T14:00:00Z' }
  show()
  expect((await screen.findByRole('alert')).textContent).toContain('The link in that email works now.')
  expect(screen.queryByRole('button', { name: 'Cancel recovery' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Sign-in & security' }).getAttribute('href')).toBe(
    '/settings/security',
  )
})

test.each(['recovery-changed', 'ready'] as const)(
  'NX-364 appears and disappears live (%s) while the page is open',
  async type => {
    const waiting = pending
    pending = null
    show()
    await waitFor(() => expect(methods).toEqual(['GET']))
    expect(screen.queryByText(TITLE)).toBeNull()
    pending = waiting
    act(() => push({ type }))
    await screen.findByText(TITLE)
    pending = null
    act(() => push({ type }))
    await waitFor(() => expect(screen.queryByText(TITLE)).toBeNull())
  },
)
