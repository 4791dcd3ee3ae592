// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query'
import { act, cleanup, configure, fireEvent } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { configureHttp } from '#web/platform/http/call.ts'
import { toasts } from '#web/ui/toasts.ts'
import { FORMS, type FormCase, TYPED } from './forms.testing.tsx'

// A busy machine must not fail the test.
configure({ asyncUtilTimeout: 10_000 })
vi.setConfig({ testTimeout: 60_000 })

vi.mock('#web/platform/reporting/reporting.ts', () => ({ reportFailure: () => {} }))
vi.mock('#web/domains/retention/storage-button.tsx', () => ({ StorageButton: () => null }))
vi.mock('#web/platform/push/library.ts', () => ({ subscribeLibrary: () => ({ close: () => {} }) }))

// Loads code on demand, so that a form is shown as soon as its data are there.
beforeAll(async () => {
  await import('#web/domains/orders/address-change/change-address-dialog.tsx')
  await import('#web/domains/albums/editing/create-album-dialog.tsx')
  await import('#web/domains/albums/editing/rename-form.tsx')
  await import('#web/domains/settings/business/business-rows.tsx')
  await import('#web/domains/widgets/edit/edit-widget-dialog.tsx')
  await import('#web/domains/widgets/gallery/gallery-dialog.tsx')
  await import('#web/ui/menu.tsx')
})

let stop: () => void
let network: ReturnType<typeof watchNetwork>
let queries: QueryClient
beforeEach(() => {
  localStorage.clear()
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(() => 964)
  vi.stubGlobal('IntersectionObserver', class { observe() {} disconnect() {} })
})
afterEach(() => {
  cleanup()
  stop()
  network.restore()
  toasts.clear()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Starts the services of a form and renders its screen. */
function start(form: FormCase) {
  queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  stop = form.serve()
  network = watchNetwork()
  form.render(queries)
}

/** Counts the calls in flight, holds those of one path back, and refuses reads on demand. */
function watchNetwork() {
  const { fetch: answer } = configureHttp({})
  const state = {
    active: 0,
    reads: new Set<string>(),
    heldPath: '',
    refusesReads: false,
    release: () => {},
    restore: () => void configureHttp({ fetch: answer }),
  }
  let held = new Promise<void>(resolve => (state.release = resolve))
  const { release } = state
  state.release = () => {
    state.heldPath = ''
    release()
  }
  configureHttp({
    fetch: async (input, init) => {
      const { pathname } = new URL(String(input), 'http://keepsake.test')
      const isRead = init?.method === 'GET' || pathname === '/api/merchandise'
      if (isRead) state.reads.add(pathname)
      if (isRead && pathname === state.heldPath) await held
      state.active++
      try {
        if (isRead && state.refusesReads) return Response.json({ code: 'unavailable' }, { status: 503 })
        return await answer(input, init)
      } finally {
        state.active--
      }
    },
  })
  return state
}

/** Waits until nothing but a call that is held back is in flight, and the screen shows what has arrived. */
async function settle() {
  for (let quietTicks = 0; quietTicks < 15; quietTicks = network.active > 0 ? 0 : quietTicks + 1)
    await act(() => new Promise(resolve => setTimeout(resolve, 0)))
}

/** Opens the form as far as its screen allows, and returns its field. */
async function openForm(form: FormCase): Promise<HTMLElement | null> {
  await settle()
  for (const find of form.presses ?? []) {
    const element = find()
    if (!element) return null
    fireEvent.click(element)
    await settle()
  }
  return form.find()
}

describe.each(FORMS)('RV-825 $name', form => {
  test('is complete once it is shown, however late an answer is, and keeps what was typed', async () => {
    start(form)
    expect(await openForm(form)).not.toBeNull()
    const paths = [...network.reads]
    expect(paths.length).toBeGreaterThan(0)
    for (const path of paths) {
      cleanup()
      stop()
      network.restore()
      start(form)
      network.heldPath = path
      const early = await openForm(form)
      if (early) form.change(early)
      await act(async () => network.release())
      const field = early ?? (await openForm(form))!
      if (!early) form.change(field)
      await settle()
      expect(field.isConnected, path).toBe(true)
      expect(form.read(field), path).toBe(TYPED)
    }
  })

  test('keeps what was typed while its data are read again, also when that fails', async () => {
    start(form)
    const field = (await openForm(form))!
    form.change(field)
    for (const refusesReads of [true, false]) {
      network.refusesReads = refusesReads
      // Known orders are no answer of a server.
      void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] !== 'known' })
      await settle()
      expect(field.isConnected).toBe(true)
      expect(form.find()).toBe(field)
      expect(form.read(field)).toBe(TYPED)
    }
  })
})
