import type { Logger } from 'pino'
import type { Order } from '../orders/order.ts'
import type { Orders } from '../orders/orders.ts'
import { openRecordFiles, type RecordFiles } from '../storage/record-files.ts'
import { PROJECT_ID, type Project, project } from './project.ts'

/** The saved projects, by id. */
export type Projects = RecordFiles<Project>

export const openProjects = (folder: string, log: Logger): Promise<Projects> =>
  openRecordFiles(folder, { schema: project, idPattern: PROJECT_ID, getId: ({ id }) => id }, log)

/** Whether the project's announced date has passed; Keepsake deletes its own copy then. */
export const isExpired = ({ state }: Project, now: Date): boolean =>
  state.expiresAt !== undefined && new Date(state.expiresAt) <= now

/**
 * Deletes each project whose order is paid; until then it stays, because an unpaid order is cancelled. A project that
 * was changed in another browser since stays, too. Missed deletions are derived from the orders' files at the next
 * start.
 */
export function deleteOrderedProjects(
  orders: Pick<Orders, 'onStored'>,
  projects: Pick<Projects, 'change'>,
  { log, now }: { log: Logger; now: () => Date },
): void {
  const deleteOrderedProject = async ({ code, project: orderedProject, payment }: Order) => {
    if (!orderedProject || payment.state !== 'paid') return
    try {
      await projects.change(orderedProject.id, before =>
        before.deletedAt || before.state.version !== orderedProject.version
          ? before
          : { ...before, deletedAt: now().toISOString() },
      )
    } catch (err) {
      log.error({ err, order: code, project: orderedProject.id }, 'ordered project cannot be deleted')
    }
  }
  orders.onStored(order => void deleteOrderedProject(order))
}
