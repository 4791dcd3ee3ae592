import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'

/** Returns what is typed into the field; each page begins with its own text (NX-206). */
export function useTypedText(pageText: string): [string, (typed: string) => void] {
  const page = `${useLocation({ select: ({ pathname, searchStr }) => pathname + searchStr })} ${pageText}`
  const [shown, setShown] = useState({ page, typed: pageText })
  if (shown.page !== page) setShown({ page, typed: pageText })
  return [
    shown.page === page ? shown.typed : pageText,
    typed => setShown(before => ({ page: before.page, typed })),
  ]
}
