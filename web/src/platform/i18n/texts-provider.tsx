import { createContext, type ReactNode, use } from 'react'
import type { Texts } from './texts.ts'

const TextsContext = createContext<Texts | null>(null)

/** Provides the catalogue to the screens below it. */
export function TextsProvider({ texts, children }: { texts: Texts; children: ReactNode }) {
  return <TextsContext value={texts}>{children}</TextsContext>
}

/** Returns the catalogue in use; throws outside a TextsProvider. */
export function useTexts(): Texts {
  const texts = use(TextsContext)
  if (!texts) throw new Error('useTexts must be used inside a TextsProvider')
  return texts
}
