import { readFileSync } from 'node:fs'

const FOLDER = new URL('../../../../docs/', import.meta.url)

/**
 * Reads the description of the OpenAPI document, docs/api.md, which describes what operations cannot: tokens, native
 * apps, tus, sockets, paging, limits and errors; and docs/callbacks.md as a section of it. The title and links to other files of
 * the repository are removed.
 */
export function readDescription(): string {
  const api = readFile('api.md').replace(/^# .*\n+/, '')
  const callbacks = readFile('callbacks.md').replace(/^#/gm, '##')
  return `${api}\n${callbacks}`
}

const readFile = (name: string) =>
  readFileSync(new URL(name, FOLDER), 'utf8').replace(/\[([^\]]+)\]\((?!https?:)[^)]+\)/g, '$1')
