import { createStoredValue } from '#web/platform/storage/storage.ts'

/** The source of the last suggestion of this tab, as in the address: 'Start again' begins with it. */
export const readLastSource = (): string | undefined => stored.read()

export function storeLastSource(source: string | undefined): void {
  if (source === undefined) stored.remove()
  else stored.write(source)
}

const isText = (value: unknown): value is string => typeof value === 'string'

const stored = createStoredValue('suggestion-last-source', isText, () => sessionStorage)
