// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { fileSizeLabel } from './file-size.ts'
import { findSupportedLocale, loadMessages } from './load-messages.ts'
import { textsForTests } from './texts.testing.ts'
import { createTexts } from './texts.ts'
import { TextsProvider, useTexts } from './texts-provider.tsx'

test('texts fill in values and the brand, and use the plural forms of their language', () => {
  const texts = textsForTests('de-DE', { name: 'Herzbild' })
  expect(texts.text('app.page-title', { page: texts.text('photos.title') })).toBe('Meine Fotos · Herzbild')
  expect(texts.text('selection.count', { amount: 2418 })).toBe('2.418 ausgewählt')
  expect(texts.text('photos.count', { count: 1 })).toBe('1 Foto')
})

test('AA-121 a text that the catalogue does not have is its id, and is logged', () => {
  const log = vi.mocked(console.error).mockImplementation(() => {})
  const { text } = createTexts(
    'en-GB',
    { 'menu.photos': [{ type: 0, value: 'Photos' }] },
    { name: 'Keepsake', timeZone: 'UTC' },
  )
  expect(text('menu.photos')).toBe('Photos')
  expect(text('menu.orders')).toBe('menu.orders')
  expect(log).toHaveBeenCalledOnce()
  log.mockClear()
})

test('PL-034 the label of a photo for screen readers', () => {
  const { text } = textsForTests()
  const photo = { position: 12, total: 340, date: '3 May 2024' }
  expect(text('photos.tile.label', { ...photo, dated: 'yes' })).toBe('Photo 12 of 340, taken 3 May 2024')
  expect(text('photos.tile.label', { ...photo, dated: 'no' })).toBe('Photo 12 of 340, unknown date')
})

test('rich texts contain elements, without warnings of React', () => {
  function Hint() {
    const { rich } = useTexts()
    return (
      <p>
        {rich('upload.drop-or-choose', {
          strong: content => <strong>{content}</strong>,
          choose: content => <button type="button">{content}</button>,
        })}
      </p>
    )
  }
  render(
    <TextsProvider texts={textsForTests()}>
      <Hint />
    </TextsProvider>,
  )
  expect(screen.getByRole('button').textContent).toBe('choose from this device')
  expect(screen.getByText('Drop photos here').tagName).toBe('STRONG')
})

test('AA-025 OP-51 one locale file is fetched, without a token', async () => {
  const get = vi.fn<typeof fetch>(async () =>
    Response.json({ 'menu.photos': [{ type: 0, value: 'Photos' }] }),
  )
  expect(await loadMessages('nl-BE', get)).toEqual({ 'menu.photos': [{ type: 0, value: 'Photos' }] })
  expect(get.mock.calls).toEqual([['/locales/nl-BE.json']])
})

test('a locale file that cannot be loaded is an error', async () => {
  const get = async () => new Response('no', { status: 404 })
  await expect(loadMessages('nl-NL', get)).rejects.toThrow(
    'Status Code: 404 Received from /locales/nl-NL.json',
  )
})

test('AA-030 an unsupported locale becomes en-GB', () => {
  expect(findSupportedLocale('de-AT')).toBe('de-AT')
  expect(findSupportedLocale('fi-FI')).toBe('en-GB')
})

test.each([
  [0, 2, '0 Bytes'],
  [1023, 2, '1,023 Bytes'],
  [1024, 2, '1.00 KB'],
  [4_299_161, 1, '4.1 MB'],
  [209_715_200, 2, '200.00 MB'],
  [2_147_483_648, 2, '2.00 GB'],
  [2_199_023_255_552, 2, '2,048.00 GB'],
])('PL-126 %i bytes with %i digits are %s', (bytes, digits, label) => {
  expect(fileSizeLabel(textsForTests(), bytes, digits)).toBe(label)
})
