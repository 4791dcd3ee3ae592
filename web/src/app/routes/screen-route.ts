import { type AnyRoute, createRoute, type RouteComponent, redirect } from '@tanstack/react-router'
import type { MessageId } from '#web/platform/i18n/texts.ts'
import type { GuardContext } from '../guards.ts'

/** Returns the route of a screen with its title; `guard` may redirect. */
export function screenRoute<Parent extends AnyRoute, Path extends string>(
  parent: Parent,
  path: Path,
  title: MessageId,
  component: RouteComponent,
  guard?: (guarded: GuardContext) => void,
) {
  return createRoute({
    getParentRoute: () => parent,
    path,
    staticData: { title },
    component,
    ...(guard && { beforeLoad: guard }),
  })
}

/** Returns the route of a path without a screen, which leads to another one with the same query. */
export function redirectRoute<Parent extends AnyRoute, Path extends string>(
  parent: Parent,
  path: Path,
  to: string,
) {
  return createRoute({
    getParentRoute: () => parent,
    path,
    beforeLoad: () => {
      throw redirect({ to, search: true, replace: true })
    },
  })
}
