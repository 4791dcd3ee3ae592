// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { albumIdForTests } from '#web/domains/albums/albums.testing.tsx'
import { stubIntersections } from '#web/gallery/page/more-pages.testing.ts'
import { configureHttp } from '#web/platform/http/call.ts'
import { refusal } from '#web/platform/http/http.testing.ts'
import { push } from '#web/platform/push/library.testing.ts'
import { FORMS, type FormCase, type FormService } from './forms.testing.tsx'

vi.mock('#web/platform/reporting/reporting.ts', () => ({ reportFailure: () => {} }))

vi.setConfig({ testTimeout: 60_000 })

vi.mock('#web/domains/retention/storage-button.tsx', () => ({ StorageButton: () => null }))

// Loads code on demand, so that a form is shown as soon as its data are there.
beforeAll(async () => {
  await import('#web/domains/orders/dialogs.ts')
  await import('#web/domains/albums/editing/create-album-dialog.tsx')
  await import('#web/domains/albums/editing/rename-form.tsx')
  await import('#web/domains/settings/business/business-rows.tsx')
  await import('#web/domains/widgets/edit/edit-widget-dialog.tsx')
  await import('#web/domains/widgets/gallery/gallery-dialog.tsx')
  await import('#web/ui/menu.tsx')
  await import('./my-photos/library-changes.ts')
})

/** The forms on which a rule is tried: all in the proof, in the suite every third one, others for each rule. */
const sampleForms = (forms: readonly FormCase[], rule: number) =>
  forms.filter((_, place) => process.env.PROOF === 'true' || (place + rule) % 3 === 0)

let service: FormService
let network: ReturnType<typeof watchNetwork>
let queries: QueryClient
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(() => 964)
  stubIntersections()
})

/** Starts the services of a form and renders its screen. */
function start(form: FormCase) {
  queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  service = form.serve() ?? {}
  network = watchNetwork()
  form.render(queries)
}

const digest = crypto.subtle.digest.bind(crypto.subtle)

/** Counts the calls in flight and the entity tags in work, holds those of one path back, and refuses reads on demand. */
function watchNetwork() {
  const { fetch: answer } = configureHttp({})
  const state = {
    active: 0,
    reads: new Set<string>(),
    heldPath: '',
    refusesReads: false,
    isOffline: false,
    /** Refuses every call, as a server does whose session has ended. */
    hasSessionEnded: false,
    /** How often a sign-in was asked for. */
    signIns: 0,
    /** Refuses the next conditional change, as a server does whose state is another one. */
    refusesNextChange: false,
    /** Preconditions of the changes. */
    preconditions: [] as (string | null)[],
    changes: [] as string[],
    release: () => {},
  }
  vi.spyOn(crypto.subtle, 'digest').mockImplementation(async (...args) => {
    state.active++
    try {
      return await digest(...args)
    } finally {
      state.active--
    }
  })
  const held = new Promise<void>(resolve => (state.release = resolve))
  const { release } = state
  state.release = () => {
    state.heldPath = ''
    release()
  }
  configureHttp({
    signIn: () => state.signIns++,
    fetch: async (input, init) => {
      const { pathname } = new URL(String(input), 'http://keepsake.test')
      const isRead = init?.method === 'GET' || pathname === '/api/merchandise'
      if (isRead) state.reads.add(pathname)
      if (isRead && pathname === state.heldPath) await held
      state.active++
      try {
        if (state.isOffline) throw new TypeError('Failed to fetch')
        if (state.hasSessionEnded) return refusal(401)
        if (!isRead) {
          const precondition = new Headers(init?.headers).get('if-match')
          state.changes.push(`${init?.method} ${pathname}`)
          state.preconditions.push(precondition)
          if (state.refusesNextChange && precondition) {
            state.refusesNextChange = false
            return Response.json(
              { code: 'precondition-failed', message: 'no', correlationId: 'x' },
              { status: 412 },
            )
          }
        }
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

/** Reads again what the page shows. */
async function readAgain() {
  // Known orders are no answer of a server.
  void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] !== 'known' })
  await settle()
}

describe.each(sampleForms(FORMS, 0))('RV-825 $name', form => {
  test('is complete once it is shown, however late an answer is, and keeps what was typed', async () => {
    start(form)
    expect(await openForm(form)).not.toBeNull()
    const paths = [...network.reads]
    expect(paths.length).toBeGreaterThan(0)
    for (const path of paths) {
      cleanup()
      start(form)
      network.heldPath = path
      const early = await openForm(form)
      if (early) form.change(early)
      await act(async () => network.release())
      const field = early ?? (await openForm(form))!
      if (!early) form.change(field)
      await settle()
      expect(field.isConnected, path).toBe(true)
      expect(form.read(field), path).toBe(form.typed)
    }
  })

  test('keeps what was typed while its data are read again, also when that fails', async () => {
    start(form)
    const field = (await openForm(form))!
    form.change(field)
    for (const refusesReads of [true, false]) {
      network.refusesReads = refusesReads
      await readAgain()
      expect(field.isConnected).toBe(true)
      expect(form.find()).toBe(field)
      expect(form.read(field)).toBe(form.typed)
    }
  })
})

const ADDRESS_FORM = 'an address of the address book'

const submit = async (field: HTMLElement) => {
  fireEvent.submit((field as HTMLInputElement).form!)
  await settle()
}
const press = async (name: string) => {
  fireEvent.click(screen.getByRole('button', { name }))
  await settle()
}
/** Both values of a field that was changed in two windows; undefined without such a notice. */
const findConflict = () =>
  screen
    .queryAllByRole('alert')
    .find(alert => within(alert).queryByText('Changed in two windows'))
    ?.querySelector('dl')
const publish = async () => {
  act(() => push({ type: 'customer-changed' }))
  act(() => push({ type: 'albums-changed', albumIds: [albumIdForTests(0)], change: 'updated' }))
  act(() => push({ type: 'widgets-changed', orderCode: 'K-1' }))
  // The page batches changes of the library.
  await act(() => new Promise(resolve => setTimeout(resolve, 600)))
  await settle()
}

const SHARED_FORMS = FORMS.filter(form => form.serve()?.saveElsewhere)

describe.each(sampleForms(SHARED_FORMS, 1))('RV-834 $name', form => {
  test('shows what another window saves; an edited field has both values and a choice', async () => {
    start(form)
    const field = (await openForm(form))!
    const first = service.saveElsewhere!()
    await publish()
    expect(form.find()).toBe(field)
    expect(form.read(field)).toBe(first)
    expect(screen.getByText(/^Changed in another window: /)).toBeDefined()
    expect(findConflict()).toBeUndefined()

    cleanup()
    start(form)
    const edited = (await openForm(form))!
    form.change(edited)
    const stored = service.saveElsewhere!()
    await publish()
    expect(form.read(edited)).toBe(form.typed)
    expect(findConflict()).toBeDefined()
    expect(network.changes).toEqual([])
    await press('Use what was saved')
    expect(form.read(edited)).toBe(stored)
    expect(findConflict()).toBeUndefined()
  })

  test.runIf(!form.closesOnSubmit)(
    'a save that another window overtook changes nothing until the customer has chosen',
    async () => {
      start(form)
      const field = (await openForm(form))!
      form.change(field)
      form.complete?.()
      service.saveElsewhere!()
      network.refusesNextChange = true
      await submit(field)
      expect(network.preconditions).toEqual([expect.stringMatching(/^"[0-9a-f]{32}"$/)])
      expect(findConflict()).toBeDefined()
      expect(form.read(field)).toBe(form.typed)
      await submit(field)
      expect(network.changes).toHaveLength(1)
      await press('Keep what I entered')
      await submit(field)
      expect(network.changes).toHaveLength(2)
      expect(network.preconditions[1]).toMatch(/^"[0-9a-f]{32}"$/)
      expect(network.preconditions[1]).not.toBe(network.preconditions[0])
    },
  )
})

/** The page is loaded anew, as after a crash or a sign-in. */
function reload(form: FormCase) {
  cleanup()
  start(form)
}

describe.each(sampleForms(FORMS, 2))('RV-835 $name', form => {
  test('is entered again after the session has ended, not for another account, and can be discarded', async () => {
    start(form)
    const before = (await openForm(form))!
    const initial = form.read(before)
    form.change(before)
    await settle()
    reload(form)
    const field = (await openForm(form))!
    expect(form.read(field)).toBe(form.typed)
    expect(screen.getByText('Not saved yet')).toBeDefined()
    await press('Continue')
    expect(screen.queryByText('Not saved yet')).toBeNull()
    expect(form.read(field)).toBe(form.typed)

    const own = Object.entries(localStorage).filter(([key]) => key.startsWith('keepsake.draft '))
    expect(own).toHaveLength(1)
    const [[key, content]] = own as [[string, string]]
    localStorage.removeItem(key)
    localStorage.setItem(key.replace(/draft \w+/, 'draft someone-else'), content)
    reload(form)
    expect(form.read((await openForm(form))!)).toBe(initial)
    expect(screen.queryByText('Not saved yet')).toBeNull()

    localStorage.setItem(key, content)
    reload(form)
    const restored = (await openForm(form))!
    expect(form.read(restored)).toBe(form.typed)
    await press('Discard')
    expect(form.read(restored)).toBe(initial)
    expect(localStorage.getItem(key)).toBeNull()
  })
})

const hasAlert = (text: RegExp) =>
  screen.queryAllByRole('alert').some(alert => text.test(alert.textContent ?? ''))
const listDrafts = () => Object.keys(localStorage).filter(key => key.startsWith('keepsake.draft '))

/** Returns the field after a submit that failed, with what was typed. */
async function expectKept(form: FormCase, before: HTMLElement): Promise<HTMLElement> {
  const field = form.closesOnSubmit ? (await openForm(form))! : form.find()!
  if (!form.closesOnSubmit) expect(field).toBe(before)
  expect(form.read(field)).toBe(form.typed)
  return field
}

describe.each(sampleForms(FORMS, 3))('RV-838 $name', form => {
  test('says that there is no connection, keeps what was typed, and is saved once there is one', async () => {
    start(form)
    const field = (await openForm(form))!
    form.change(field)
    form.complete?.()
    network.isOffline = true
    await submit(field)
    expect(hasAlert(/No connection\. What you entered stays here\./)).toBe(true)
    network.isOffline = false
    await submit(await expectKept(form, field))
    expect(network.changes).toHaveLength(1)
    expect(listDrafts()).toEqual([])
  })
})

describe.each(sampleForms(FORMS, 4))('RV-816 RV-835 $name', form => {
  test('stays when the session ends, asks for a sign-in when it is saved, and is saved after that', async () => {
    start(form)
    const field = (await openForm(form))!
    form.change(field)
    form.complete?.()
    network.hasSessionEnded = true
    await readAgain()
    expect(form.find()).toBe(field)
    network.signIns = 0
    await submit(field)
    expect([network.signIns > 0, network.changes]).toEqual([true, []])
    network.hasSessionEnded = false
    // As the page does after the sign-in over it.
    await readAgain()
    await submit(await expectKept(form, field))
    expect(network.changes).toHaveLength(1)
    expect(listDrafts()).toEqual([])
  })
})

const DELETABLE_FORMS = FORMS.filter(
  // An address can be saved as a new one; see below.
  form => form.serve()?.deleteElsewhere && form.name !== ADDRESS_FORM,
)

describe.each(DELETABLE_FORMS)('RV-838 $name', form => {
  test.each([false, true])(
    'whose subject another window deletes says so and keeps what was typed; told before the save: %s',
    async isTold => {
      start(form)
      const field = (await openForm(form))!
      form.change(field)
      form.complete?.()
      service.deleteElsewhere!()
      if (isTold) await publish()
      expect(form.find()).toBe(field)
      await submit(field)
      expect(hasAlert(/^This has been deleted in another window/)).toBe(true)
      await expectKept(form, field)
    },
  )
})

test('RV-838 an address that is deleted elsewhere keeps what was typed, and can be saved as a new one', async () => {
  const form = FORMS.find(({ name }) => name === ADDRESS_FORM)!
  for (const isTold of [false, true]) {
    start(form)
    const field = (await openForm(form))!
    form.change(field)
    service.deleteElsewhere!()
    if (isTold) await publish()
    else await submit(field)
    expect(screen.getByText(/^This address has been deleted in another window/)).toBeDefined()
    expect(form.find()).toBe(field)
    expect(form.read(field)).toBe(form.typed)
    await press('Save as a new address')
    expect(network.changes.at(-1)).toBe('POST /api/customers/customers/me/addresses')
    cleanup()
    localStorage.clear()
  }
  start(form)
})

test('RV-834 an album that another window has renamed opens its editor with both names', async () => {
  const form = FORMS.find(({ name }) => name === 'the name of an album')!
  start(form)
  const field = (await openForm(form))!
  form.change(field)
  service.saveElsewhere!()
  network.refusesNextChange = true
  await submit(field)
  await settle()
  await waitFor(() => expect(findConflict()).toBeDefined())
  expect(findConflict()?.textContent).toBe(
    `Album nameYou entered: ${form.typed}Saved in another window: Bergen`,
  )
  await press('Keep what I entered')
  await submit(form.find()!)
  expect(network.changes).toHaveLength(2)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(form.typed)
})
