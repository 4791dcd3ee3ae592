import { createStoredValue } from '#web/platform/storage/storage.ts'

/** A search that was made: its text and the query of its filter. */
export interface RecentSearch {
  text: string
  query: string
}

const RECENT_MAX = 5

/** Loads the last searches of this browser and account, newest first. */
export const readRecent = (accountId: string): RecentSearch[] => getStored(accountId).read() ?? []

/** Adds a search; five are kept, each text once. */
export function addRecent(accountId: string, search: RecentSearch): void {
  const others = readRecent(accountId).filter(each => each.text !== search.text)
  getStored(accountId).write([search, ...others].slice(0, RECENT_MAX))
}

/** Removes them all, also when the account is signed out. */
export const removeRecent = (accountId: string): void => getStored(accountId).remove()

const getStored = (accountId: string) => createStoredValue(`keepsake.searches.${accountId}`, isRecent)

const isRecent = (value: unknown): value is RecentSearch[] =>
  Array.isArray(value) &&
  value.every(each => typeof each?.text === 'string' && typeof each?.query === 'string')
