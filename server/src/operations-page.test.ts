import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ENVIRONMENT_VARIABLES, SECRET_VARIABLES } from './platform/config/config.ts'

const page = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8')
const [, settings = ''] = /\n### Settings\n([\s\S]*?)\n### /.exec(page)!
const [, table = ''] = /\n\| variable \| meaning \|\n\|---\|---\|\n((?:\|.*\n)+)/.exec(settings)!

test('RV-887 the table of variables has each setting once, and no other', () => {
  const variables = table
    .trim()
    .split('\n')
    .flatMap(row => [...row.split(' | ')[0]!.matchAll(/`([A-Z0-9_]+)`/g)].map(([, name]) => name))
  expect(variables.toSorted()).toEqual(ENVIRONMENT_VARIABLES.toSorted())
})

test('RV-887 the secrets that may be in a file are named', () => {
  const [, sentence = ''] = /`NAME_FILE` names a file([\s\S]*?)Both given is/.exec(settings)!
  const names = [...sentence.matchAll(/`([A-Z0-9_]+)`/g)].map(([, name]) => name!)
  expect(names.filter(name => name !== 'NAME').toSorted()).toEqual(SECRET_VARIABLES.toSorted())
})
