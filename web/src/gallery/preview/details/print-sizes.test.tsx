// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { HostBrand } from '#contract/brands.ts'
import { setHostFlags } from '#web/platform/flags/flags.ts'
import { renderElement } from '#web/platform/render-element.testing.tsx'
import { photoForTests } from '../../photo-list/photo.testing.ts'
import { PrintSizes } from './details.tsx'

beforeEach(() => setHostFlags({ PhotoManagementOrderPrintsEnabled: true }))

function show(visibleWidth: number, visibleHeight: number, brandParts: Partial<HostBrand> = {}) {
  const image = { ...photoForTests(2024, 5, 0), visibleWidth, visibleHeight }
  return renderElement(<PrintSizes image={image} />, { brandParts })
}

const listShown = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

test('NX-256 each print size of the brand has its quality, and the largest good one is named', () => {
  show(2817, 4217)
  expect(screen.getByRole('heading', { name: 'Prints' })).toBeTruthy()
  expect(listShown()).toEqual([
    '10 × 15 cm Excellent',
    '13 × 18 cm Excellent',
    '20 × 30 cm Excellent',
    '30 × 45 cm Good, 238 dpi',
  ])
  const region = within(screen.getByRole('region', { name: 'Prints' }))
  expect(region.getByText('30 × 45 cm', { selector: 'strong' }).parentElement!.textContent).toBe(
    'Largest at good quality: 30 × 45 cm.',
  )
})

test('NX-256 fair and too small prints are named, and that none is good', () => {
  show(900, 650)
  expect(listShown()).toEqual([
    '10 × 15 cm Fair, 152 dpi',
    '13 × 18 cm Too small',
    '20 × 30 cm Too small',
    '30 × 45 cm Too small',
  ])
  expect(screen.getByText('This photo has too few pixels for a print of good quality.')).toBeTruthy()
})

test('NX-256 nothing is shown of a photo of unknown size, and where no prints are sold', () => {
  expect(show(0, 0).container.innerHTML).toBe('')
  expect(show(4000, 3000, { printSizes: undefined }).container.innerHTML).toBe('')
  setHostFlags({ PhotoManagementOrderPrintsEnabled: false })
  expect(show(4000, 3000).container.innerHTML).toBe('')
})
