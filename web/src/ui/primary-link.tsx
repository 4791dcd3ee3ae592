import { Link } from '@tanstack/react-router'
import type { Search } from '#web/platform/navigation/search.ts'
import { buttonClass } from './button.tsx'

/** A link that looks like a primary button: the way on from a page without content, or from a result. */
export function PrimaryLink(link: PrimaryLinkProps) {
  return <Link {...link} className={buttonClass('primary')} />
}

export interface PrimaryLinkProps {
  to: string
  search?: Search
  children: string
}
