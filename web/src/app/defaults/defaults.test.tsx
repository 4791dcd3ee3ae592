// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { findHostBrand } from '#brands/index.ts'
import { compileLocale } from '#locales/compile.ts'
import { loadDefaultConfig } from '#web/platform/config/default-config.ts'
import { configureCalls } from '#web/platform/http/http.testing.ts'
import { renderElement } from '#web/platform/render-element.testing.tsx'
import { trackUnsavedWork } from '#web/platform/unsaved-work/unsaved-work.ts'
import { ConfigNote } from './config-note.tsx'

const brand = findHostBrand('keepsake-gb.localhost')!
const CONFIG = { environment: 'test', brand, flags: brand.flags, services: {}, thirdParties: {} }
const NOTE = /settings of this website couldn’t be loaded\. Photos, shop links and your language don’t work/

let isBroken: boolean
let requests: number
let reload: ReturnType<typeof vi.spyOn>

beforeEach(() => {
  vi.useFakeTimers()
  isBroken = true
  requests = 0
  configureCalls({
    fetch: async () => {
      requests++
      return isBroken ? Response.json({}, { status: 500 }) : Response.json(CONFIG)
    },
  })
  reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
})

const show = () => renderElement(<ConfigNote requestedAddress={location.href} />)
const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000))

test('RV-848 AA-027 the defaults need no configuration: en-GB, empty menus, every flag off', async () => {
  vi.stubGlobal('fetch', async (url: string) => {
    expect(url).toBe('/locales/en-GB.json')
    return Response.json(compileLocale('en-GB'))
  })
  const { texts, menu, brand: defaults } = await loadDefaultConfig(location)
  expect(texts.text('action.reload')).toBe('Reload page')
  expect(menu).toEqual({ storefrontItems: [], routes: {}, menus: { side: [], help: [], footer: [] } })
  expect(Object.values(defaults.flags)).not.toContain(true)
})

test('RV-848 the note says what does not work, tries again with growing delays and reloads when it can', async () => {
  show()
  expect(screen.getByRole('status').textContent).toMatch(NOTE)
  await pass(2 + 4 + 8)
  expect(requests).toBe(3)
  isBroken = false
  await pass(15)
  expect(reload).not.toHaveBeenCalled()
  await pass(1)
  expect(reload).toHaveBeenCalledOnce()
  await pass(600)
  expect(requests).toBe(4)
})

test('RV-848 a device that is online again, and the customer, try at once', async () => {
  show()
  act(() => void dispatchEvent(new Event('online')))
  await pass(0)
  expect(requests).toBe(1)
  isBroken = false
  act(() => screen.getByRole('button', { name: 'Try again' }).click())
  await pass(0)
  expect(reload).toHaveBeenCalledOnce()
})

test('RV-848 work that a reload would lose is not lost: the customer reloads', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  void trackUnsavedWork(promise)
  isBroken = false
  show()
  await pass(2)
  expect(reload).not.toHaveBeenCalled()
  expect(screen.getByRole('status').textContent).toContain('The settings of this website are loaded.')
  screen.getByRole('button', { name: 'Reload page' }).click()
  expect(reload).toHaveBeenCalledOnce()
  resolve()
  await promise
})
