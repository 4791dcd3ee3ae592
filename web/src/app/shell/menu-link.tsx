import { Link, useRouterState } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { Icon } from '#web/ui/icon.tsx'
import type { LabelledMenuEntry } from './use-menu.ts'

/** A menu link to a screen; also current on the screens that belong to it ('/' only on itself). */
export function MenuLink({ entry, className, children, onClick }: MenuLinkProps) {
  const isRelatedScreen = useRouterState({
    select: ({ location }) => entry.relatedPaths?.some(path => location.pathname.startsWith(path)),
  })
  return (
    <Link
      {...(isRelatedScreen && ACTIVE_LINK_PROPS)}
      to={entry.path}
      className={className}
      activeOptions={{ exact: entry.path === PATHS.overview, includeSearch: false }}
      onClick={onClick}
    >
      <Icon of={entry.icon} />
      {children ?? <span>{entry.text}</span>}
    </Link>
  )
}

/** Attributes that Link sets on the screens below its path. */
const ACTIVE_LINK_PROPS = { 'data-status': 'active', 'aria-current': 'page' } as const

export interface MenuLinkProps {
  entry: LabelledMenuEntry
  className?: string
  children?: ReactNode
  onClick?: () => void
}
