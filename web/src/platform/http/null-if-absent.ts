import { isMissing, isNotFound } from './http-failure.ts'

/** Resolves with null where the call finds nothing (404). */
export const nullIfNotFound = <T>(answer: Promise<T>) => nullIf(isNotFound, answer)

/** Resolves with null where a read by id finds nothing. */
export const nullIfMissing = <T>(answer: Promise<T>) => nullIf(isMissing, answer)

async function nullIf<T>(isAbsent: (error: unknown) => boolean, answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (isAbsent(error)) return null
    throw error
  }
}
