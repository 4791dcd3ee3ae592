import { describe, expect, test } from 'vitest'
import { parseRange } from './range.ts'

const tag = '"abc"'
const whole = { kind: 'whole' }
const unsatisfiable = { kind: 'unsatisfiable' }
const part = (start: number, end: number) => ({ kind: 'part', start, end })

describe('OP-94 a broken download resumes: ranges', () => {
  test.each([
    [undefined, whole],
    ['bytes=0-0', part(0, 0)],
    ['bytes=0-999', part(0, 999)],
    ['bytes=500-', part(500, 999)],
    ['bytes=999-', part(999, 999)],
    ['bytes=10-5000', part(10, 999)],
    ['bytes=10-99999999999999999999999999', part(10, 999)],
    ['bytes=-1', part(999, 999)],
    ['bytes=-5000', part(0, 999)],
    ['BYTES=1-2', part(1, 2)],
    ['bytes= 1-2 ', part(1, 2)],
    ['bytes=1-2,', part(1, 2)],
    ['bytes=1000-', unsatisfiable],
    ['bytes=1000-1000', unsatisfiable],
    ['bytes=-0', unsatisfiable],
    ['bytes=99999999999999999999999999-', unsatisfiable],
    ['bytes=0-1,5-6', whole],
    ['bytes=5-4', whole],
    ['bytes=-', whole],
    ['bytes=', whole],
    ['bytes', whole],
    ['bytes=a-b', whole],
    ['bytes=1-2-3', whole],
    ['bytes=+1-2', whole],
    ['bytes=1 - 2', whole],
    ['bytes=0x1-2', whole],
    ['bytes =1-2', whole],
    ['items=1-2', whole],
    ['', whole],
  ])('%s', (header, answer) => {
    expect(parseRange(header, undefined, tag, 1000)).toEqual(answer)
  })

  test('no range of an empty representation is satisfiable', () => {
    expect(parseRange('bytes=0-', undefined, tag, 0)).toEqual(unsatisfiable)
    expect(parseRange('bytes=-5', undefined, tag, 0)).toEqual(unsatisfiable)
  })
})

describe('OP-94 a broken download resumes: If-Range', () => {
  test.each([
    [tag, part(1, 2)],
    [` ${tag} `, part(1, 2)],
    ['"abd"', whole],
    ['"ABC"', whole],
    ['W/"abc"', whole],
    ['abc', whole],
    ['*', whole],
    ['', whole],
    ['Sat, 29 Oct 1994 19:43:31 GMT', whole],
  ])('%s', (ifRange, answer) => {
    expect(parseRange('bytes=1-2', ifRange, tag, 1000)).toEqual(answer)
  })

  test('an unsatisfiable range with another ETag gives the whole representation', () => {
    expect(parseRange('bytes=5000-', '"other"', tag, 1000)).toEqual(whole)
  })

  test('a weak tag never matches, not even itself', () => {
    expect(parseRange('bytes=1-2', 'W/"abc"', 'W/"abc"', 1000)).toEqual(whole)
  })
})
