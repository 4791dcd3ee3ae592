import { createContext, use } from 'react'
import { findSearchMatches } from '#contract/order-search.ts'
import styles from './order-search.module.css'

/** The words that the shown orders were searched for. */
export const SearchWords = createContext<readonly string[]>([])

/** A text with its parts marked that match the searched words; of `within` only those in this part of it, if given. */
export function Marked({ text, within = text }: { text: string; within?: string }) {
  const words = use(SearchWords)
  const offset = text.indexOf(within)
  if (words.length === 0 || offset === -1) return text
  const matches = findSearchMatches(within, words)
  let end = 0
  const parts = matches.map(([from, to]) => {
    const before = text.slice(end, offset + from)
    end = offset + to
    return { key: from, before, match: text.slice(offset + from, end) }
  })
  return (
    <>
      {parts.map(({ key, before, match }) => (
        <span key={key}>
          {before}
          <mark className={styles.mark}>{match}</mark>
        </span>
      ))}
      {text.slice(end)}
    </>
  )
}
