import { readFileSync } from 'node:fs'

const FILE = new URL('../../../../docs/api.md', import.meta.url)

/**
 * Reads the description of the OpenAPI document, docs/api.md, which describes what operations cannot: tokens, native
 * apps, tus, sockets, paging, limits and errors. Its title and its links to other files of the repository are removed.
 */
export function readDescription(): string {
  const text = readFileSync(FILE, 'utf8')
  return text.replace(/^# .*\n+/, '').replace(/\[([^\]]+)\]\((?!https?:)[^)]+\)/g, '$1')
}
