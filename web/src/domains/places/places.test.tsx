// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { PlaceChoice, Town } from '#contract/places.ts'
import { answerCalls } from '#web/platform/http/http.testing.ts'
import { renderElement } from '#web/platform/render-element.testing.tsx'
import { formatTown } from './format-town.ts'
import { PlaceRow } from './place-row.tsx'
import { PlacesRow } from './places-row.tsx'

let choice: PlaceChoice
let town: Town | undefined
let asked: string[]
beforeEach(() => {
  asked = []
  town = { placeId: 2867714, name: 'Munich', country: 'DE' }
  choice = { isOn: false, state: 'ready', photos: 20, withPosition: 16, withTown: 0 }
  answerCalls(({ method, path, body }) => {
    asked.push(`${method} ${path.split('/').at(-1)}`)
    if (method === 'PUT') choice = { ...choice, isOn: body.isOn, withTown: body.isOn ? 12 : 0 }
    if (method === 'DELETE') {
      town = undefined
      return new Response(null, { status: 204 })
    }
    return Response.json(path.endsWith('/place') ? { town } : choice)
  })
})

const show = (element: React.ReactElement, queries = new QueryClient()) => renderElement(element, { queries })

test('NX-214 places are turned on only after the three promises were shown', async () => {
  show(<PlacesRow />)
  fireEvent.click(await screen.findByRole('switch', { name: 'Places' }))
  await screen.findByText(/^16 of your photos contain the position where they were taken\./)
  for (const promise of [
    /No position is sent to anyone else/,
    /never shown in shared albums/,
    /delete all place names/,
  ])
    expect(screen.getByText(promise)).toBeDefined()
  expect(asked).not.toContain('PUT choice')
  fireEvent.click(screen.getByRole('button', { name: 'Turn on places' }))
  await screen.findByText('12 photos have a place.')
  expect(screen.getByText('Place names © GeoNames, CC BY 4.0')).toBeDefined()
})

test('NX-215 turning places off needs no question', async () => {
  choice = { ...choice, isOn: true, withTown: 12 }
  show(<PlacesRow />)
  fireEvent.click(await screen.findByRole('switch', { name: 'Places' }))
  await screen.findByText('Off. No place is looked up.')
  expect(asked).toContain('PUT choice')
})

test('NX-218 the details name the town, and remove it, also from what was found by it', async () => {
  const queries = new QueryClient()
  const found = ['photos', 'found', 'place=2867714', 'dateTaken']
  queries.setQueryData(found, { total: 1 })
  show(
    <dl>
      <PlaceRow image={{ imageId: '0a3c0000-0000-4000-8000-000000000000' }} />
    </dl>,
    queries,
  )
  await screen.findByText('Munich, Germany')
  expect(screen.getByText('Only you see this')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Remove place' }))
  await waitFor(() => expect(document.querySelector('dt')).toBeNull())
  expect(queries.getQueryState(found)!.isInvalidated).toBe(true)
})

test('NX-217 a town is named with its country', () => {
  expect(formatTown({ placeId: 2867714, name: 'München', country: 'DE' }, 'de-AT')).toBe(
    'München, Deutschland',
  )
  expect(formatTown({ placeId: 1, name: 'Clevedon', country: 'GB' }, 'sv-SE')).toBe(
    'Clevedon, Storbritannien',
  )
})
