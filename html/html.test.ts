import { expect, test } from 'vitest'
import { html, rawHtml } from './html.ts'

test('P22 values are escaped in text and in attributes', () => {
  const escaped = '&#60;b&#62;&#34;x&#34; &#38; &#39;y&#39;'
  const value = `<b>"x" & 'y'`
  expect(html`<p title="${value}">${value}</p>`.markup).toBe(`<p title="${escaped}">${escaped}</p>`)
})

test('P22 an object that only looks like markup is escaped', () => {
  expect(html`${{ markup: '<b>', toString: () => '<i>' }}`.markup).toBe('&#60;i&#62;')
})

test('nested templates stay as they are, lists are joined', () => {
  expect(html`<ul>${['a', '<'].map(each => html`<li>${each}</li>`)}</ul>`.markup).toBe(
    '<ul><li>a</li><li>&#60;</li></ul>',
  )
  expect(html`${rawHtml('<b>bold</b>')}`.markup).toBe('<b>bold</b>')
})

test('nothing is shown for null, undefined and false; zero is shown', () => {
  expect(html`[${null}${undefined}${false}${0}${''}]`.markup).toBe('[0]')
})

test('backslashes and dollar signs of values and templates stay', () => {
  expect(html`<p>${'$& \\n'}</p>`.markup).toBe('<p>$&#38; \\n</p>')
})
